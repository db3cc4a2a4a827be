/**
 * The root of a node of the kubernetes model. The counterpart of `create-node-actor.ts` for the
 * kubelet as Kubernetes runs it.
 */
import { createActor } from "xstate";
import type { Causes } from "../../machines/kubelet/kubelet-core.ts";
import type { KubeletMachineInput } from "../../machines/kubelet/kubelet.ts";
import { kubernetesNodeMachine } from "../../machines/kubelet/kubernetes-node.ts";
import type { NodeLifecycleInput } from "../../machines/world/node-lifecycle.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import type { ProbeAnswers } from "../../machines/world/probe-answers.ts";
import type { BackoffLimits } from "../decide/kubelet/backoff.ts";
import { kubeletStart, longSinceUp } from "../decide/kubelet/kubelet-start.ts";
import type { PlegKind } from "../decide/kubelet/evented-pleg.ts";
import type { KubeletFeatures } from "../decide/kubelet/features.ts";
import { featuresOf } from "../decide/kubelet/versions.ts";
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import { nodeMonitorPeriodMs } from "../decide/node-health.ts";
import type { BehaviourTable } from "../model/behaviour.ts";
import { callLatency } from "./call-latency.ts";
import type { Host } from "./create-node-actor.ts";
import { startControllers } from "./controller-effects.ts";
import { provideKubelet } from "./kubelet-boot.ts";
import { provideWorld } from "./kubernetes-effects.ts";
import { kubernetesServiceOf } from "./node-system.ts";
import { type ProcedureHostOptions, procedureHost } from "./procedure-host.ts";
import { relay } from "./relay.ts";

export interface KubernetesOptions extends ProcedureHostOptions {
  readonly name: string;
  readonly version: KubeletVersion;
  readonly features: Partial<KubeletFeatures>;
  readonly observe: PlegKind;
  readonly behaviour: BehaviourTable;
  readonly probeAnswers: ProbeAnswers;
  readonly hasApi: boolean;
  readonly nodeLifecycle: boolean;
  readonly allocatable: Readonly<Record<string, string>>;
  readonly crashBackoff: BackoffLimits;
  readonly toApiTime: (ms: number) => number;
}

export type KubernetesActor = ReturnType<typeof createKubernetesActor>;

const dayMs = 24 * 3_600_000;

export function createKubernetesActor(options: KubernetesOptions, host: Host) {
  const { name, version, behaviour } = options;
  const { clock } = host.simulation;
  const eventCounter = { made: 0 };
  const node = kubernetesNodeMachine.provide({
    actions: {
      publish: (_, fact) => host.publish(fact),
      beginControllers: ({ self }) => {
        if (!options.nodeLifecycle) return;
        const input = nodeLifecycleInput(options, host);
        const { toApiTime } = options;
        // In a turn of its own, since a machine cannot be created while another one acts.
        host.simulation.post(() =>
          startControllers(self, host, input, { toApiTime, eventCounter }),
        );
      },
      leaveSources: ({ self }) => {
        const files = kubernetesServiceOf(self, "staticFiles");
        host.simulation.post(() => relay(self, files, { type: "files.leave" }));
      },
    },
    actors: {
      ...provideWorld(host),
      kubelet: provideKubelet(host, procedureHost(host, options)),
    },
  });
  return createActor(node, {
    id: name,
    clock,
    input: {
      behaviour,
      instances: new PodInstances(),
      probeAnswers: options.probeAnswers,
      now: () => clock.now(),
      toApiTime: options.toApiTime,
      // Of the API server, which no kubeletUpgrade upgrades.
      expiredGraceIsOne: featuresOf(version).expiredGraceIsOne,
      nodeName: name,
      version,
      kubelet: kubeletInputs(options, host, eventCounter),
    },
  });
}

/** The control plane is of the version of the kubelet that the run begins with. */
function nodeLifecycleInput(options: KubernetesOptions, host: Host): NodeLifecycleInput {
  const { name: nodeName, version, features, toApiTime } = options;
  const { clock, random } = host.simulation;
  return {
    nodeName,
    now: () => clock.now(),
    toApiTime,
    phaseMs: Math.floor(random.stream("phase monitor").float() * nodeMonitorPeriodMs),
    taintsAtOnce: { ...featuresOf(version), ...features }.taintsAtOnce,
  };
}

function causesOf({ simulation, lastRecordOf }: Host, probeAnswers: ProbeAnswers): Causes {
  return {
    get current() {
      return simulation.causes.current;
    },
    set current(cause) {
      simulation.causes.current = cause;
    },
    of: lastRecordOf,
    ofAnswer: (id, probe) => probeAnswers.takeCause(id, probe) ?? lastRecordOf(id),
  };
}

/** For each start of the kubelet another: only the first has been up for long. */
function kubeletInputs(
  options: KubernetesOptions,
  host: Host,
  eventCounter: { made: number },
): (version: KubeletVersion) => KubeletMachineInput {
  const { name: nodeName, allocatable, crashBackoff, features, hasApi, toApiTime } = options;
  const { observe } = options;
  const { clock, random } = host.simulation;
  const onDisk = {
    logs: new Map<string, number>(),
    mirrorCounter: { made: 0 },
    eventCounter,
  };
  const latencyOf = callLatency(options.latencyNow, random);
  let starts = 0;
  return (version) => {
    const isFirst = ++starts === 1;
    const start = isFirst
      ? longSinceUp
      : kubeletStart(random.stream("kubelet start").float(), latencyOf({ type: "runtime.status" }));
    const phase = (name: string, periodMs: number): number =>
      isFirst
        ? Math.floor(random.stream(`phase ${name}`).float() * periodMs)
        : start.loopMs + periodMs;
    return {
      kubelet: {
        version,
        features: { ...featuresOf(version), ...features },
        observe,
        nodeName,
        allocatable,
        crashBackoff,
        hasApi,
        now: () => clock.now(),
        toApiTime,
        draw: (stream) => random.stream(stream).float(),
        publish: host.publish,
        statusIsLate: (uid) =>
          options.statusDelayMs(uid) > 0 || options.latencyNow().podStatus !== undefined,
        mountMs: () => latencyOf({ type: "volume.mount" }),
        storeMs: () => latencyOf({ type: "status.store" }),
        causes: causesOf(host, options.probeAnswers),
        ...onDisk,
        upForMs: isFirst ? dayMs : 0,
        start,
        outages: options.outages,
      },
      phases: {
        syncMs: phase("sync", 1000),
        housekeepingMs: phase("housekeeping", 2000),
        gcMs: isFirst ? phase("gc", 60_000) : start.loopMs,
        scanMs: phase("scan", 20_000),
      },
    };
  };
}
