/**
 * Supplies the effects that the machines of the kubernetes model name. The counterpart of
 * `create-node-actor.ts` for the kubelet as Kubernetes runs it.
 */
import { type AnyActorRef, type EventObject, createActor } from "xstate";
import { handlePodCleanups } from "../../machines/kubelet/housekeeping.ts";
import { collectGarbage } from "../../machines/kubelet/garbage.ts";
import { kubernetesKubeletMachine } from "../../machines/kubelet/kubelet.ts";
import type { KubeletMachineInput } from "../../machines/kubelet/kubelet.ts";
import { kubernetesNodeMachine } from "../../machines/kubelet/kubernetes-node.ts";
import { RelistRequests, runPleg } from "../../machines/kubelet/pleg.ts";
import { podWorkerMachine } from "../../machines/kubelet/pod-worker.ts";
import { Pokes, runProbeWorker } from "../../machines/kubelet/probe-worker.ts";
import {
  Latch,
  type Procedure,
  type ProcedureHost,
  first,
  fromProcedure,
  sleep,
  waitFor,
} from "../../machines/kubelet/procedure.ts";
import { staticFilesMachine } from "../../machines/kubelet/static-files.ts";
import { syncWork } from "../../machines/kubelet/sync-pod.ts";
import type { KubeletCore } from "../../machines/kubelet/kubelet-core.ts";
import { apiServerMachine } from "../../machines/world/api-server.ts";
import { imagesMachine } from "../../machines/world/images.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import { sandboxesMachine } from "../../machines/world/sandboxes.ts";
import type { PodLifecycleEvent } from "../decide/kubelet/pleg-events.ts";
import { featuresOf } from "../decide/kubelet/versions.ts";
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import type { BehaviourTable } from "../model/behaviour.ts";
import type { NodeEvent } from "../model/events.ts";
import { ranks } from "../sim/virtual-clock.ts";
import type { Host } from "./create-node-actor.ts";
import { provideRuntime } from "./create-node-actor.ts";
import { isActive } from "./node-system.ts";
import { relay } from "./relay.ts";

export interface KubernetesOptions {
  readonly name: string;
  readonly version: KubeletVersion;
  readonly behaviour: BehaviourTable;
  readonly hasApi: boolean;
  readonly allocatable: Readonly<Record<string, string>>;
  /** Per call, in milliseconds. */
  readonly latency: Readonly<Record<string, number>>;
  readonly toApiTime: (ms: number) => number;
  readonly listTrouble: () => ListTrouble | undefined;
}

/** The runtime's list calls do not answer, or fail, until then. */
export interface ListTrouble {
  readonly kind: "hang" | "fail";
  readonly untilMs: number;
}

export type KubernetesActor = ReturnType<typeof createKubernetesActor>;

const services = {
  runtime: "runtime",
  sandboxes: "sandboxes",
  images: "images",
  api: "apiServer",
} as const;

export function createKubernetesActor(options: KubernetesOptions, host: Host) {
  const { simulation } = host;
  const { clock, random } = simulation;
  const publish = (_: unknown, fact: NodeEvent): void => host.publish(fact);
  const publishAll = (_: unknown, facts: readonly NodeEvent[]): void => facts.forEach(host.publish);
  const answer = ({ self }: Acting, { to, ...rest }: Answer): void => {
    const message = (rest.reply ?? rest.message) as EventObject;
    simulation.post(() => relay(self, to, message));
  };
  const tellKubelet = (self: AnyActorRef, message: EventObject): void => {
    const kubelet = self.system.get("kubelet") as AnyActorRef | undefined;
    if (kubelet) simulation.post(() => relay(self, kubelet, message));
  };
  const runtime = provideRuntime(host);
  const procedures: ProcedureHost = {
    call: (self, service, request, call) => {
      const target = self.system.get(services[service]) as AnyActorRef;
      const message = { ...request, call, replyTo: self };
      const trouble = options.listTrouble();
      if (
        trouble &&
        clock.now() < trouble.untilMs &&
        /^(runtime|sandbox)\.list$/.test(request.type)
      ) {
        return troubled(
          trouble,
          call,
          (delayMs, event) => {
            const failed = (): void => relay(target, self, event);
            clock.arm(failed, delayMs, ranks.world);
          },
          clock.now(),
        );
      }
      const delayMs = options.latency[request.type.split(".")[1] ?? ""] ?? 0;
      const deliver = (): void => relay(self, target, message);
      if (delayMs > 0) clock.arm(deliver, delayMs, ranks.world);
      else simulation.post(deliver);
    },
    sleep: (self, ms, call) => {
      const wake = (): void => {
        if (isActive(self)) self.send({ type: "procedure.resume", call });
      };
      if (ms > 0) clock.setTimeout(wake, ms);
      else simulation.post(wake);
    },
  };
  const kubelet = provideKubelet(host, procedures);
  const node = kubernetesNodeMachine.provide({
    actions: { publish },
    actors: {
      runtime,
      sandboxes: sandboxesMachine.provide({
        actions: {
          publish,
          reply: answer,
          killContainers: ({ self, context }, sandboxId) => {
            const { podUid } = context.records.get(sandboxId) ?? { podUid: "" };
            const target = self.system.get("runtime");
            const { registry } = target.getSnapshot().context.ledger;
            for (const { id, state, labels } of registry.ofPod(podUid)) {
              if (state === "Exited" || labels?.sandboxId !== sandboxId) continue;
              simulation.post(() =>
                relay(self, target, { type: "world.kill", id, exitCode: 137 } as EventObject),
              );
            }
          },
        },
      }),
      images: imagesMachine.provide({
        actions: {
          publish,
          reply: answer,
          armPull: ({ self }, { pull, delayMs }) => {
            clock.arm(() => self.send({ type: "pull.over", pull }), delayMs, ranks.world);
          },
        },
      }),
      apiServer: apiServerMachine.provide({
        actions: {
          publish: publishAll,
          answer,
          tell: ({ self }, messages) => messages.forEach((message) => tellKubelet(self, message)),
        },
      }),
      staticFiles: staticFilesMachine.provide({
        actions: { answer, tell: ({ self }, message) => tellKubelet(self, message) },
      }),
      kubelet,
    },
  });
  const { toApiTime } = options;
  const logs = new Map<string, number>();
  const mirrorCounter = { made: 0 };
  let starts = 0;
  const kubeletInput = (): KubeletMachineInput => {
    const isFirst = starts++ === 0;
    const phase = (name: string, periodMs: number): number =>
      Math.floor(random.stream(`phase ${name}`).float() * periodMs);
    return {
      kubelet: {
        features: featuresOf(options.version),
        nodeName: options.name,
        allocatable: options.allocatable,
        hasApi: options.hasApi,
        now: () => clock.now(),
        toApiTime,
        draw: (stream) => random.stream(stream).float(),
        publish: host.publish,
        logs,
        mirrorCounter,
        upForMs: isFirst ? 24 * 3_600_000 : 0,
      },
      phases: {
        syncMs: isFirst ? phase("sync", 1000) : 1000,
        housekeepingMs: isFirst ? phase("housekeeping", 2000) : 2000,
      },
    };
  };
  return createActor(node, {
    id: options.name,
    clock,
    input: {
      behaviour: options.behaviour,
      instances: new PodInstances(),
      now: () => clock.now(),
      expiredGraceIsOne: options.version !== "1.32",
      scanPhaseMs: Math.floor(random.stream("phase scan").float() * 20_000),
      kubelet: kubeletInput,
    },
  });
}

interface Acting {
  readonly self: AnyActorRef;
}

interface Answer {
  readonly to: AnyActorRef;
  readonly reply?: EventObject;
  readonly message?: EventObject;
}

function provideKubelet({ simulation }: Host, procedures: ProcedureHost) {
  const worker = podWorkerMachine.provide({
    actors: { sync: fromProcedure(syncWork, procedures) },
  });
  const probeWorker = fromProcedure(runProbeWorker, procedures);
  const pleg = fromProcedure(runPleg, procedures);
  const sender = fromProcedure(runStatusSender, procedures);
  const housekeeping = fromProcedure(handlePodCleanups, procedures);
  const collector = fromProcedure(collectGarbage, procedures);
  return kubernetesKubeletMachine.provide({
    actions: {
      boot: ({ self, context: { core } }) => {
        const tell = (target: AnyActorRef, event: EventObject): void =>
          later(simulation, self, target, event);
        core.workers.spawn = (pod) => {
          const actor = createActor(worker, {
            parent: self,
            id: `${pod.namespace}/${pod.name}`,
            src: "podWorker",
            input: { core, pod },
          });
          actor.start();
          return {
            wake: () => tell(actor, { type: "pod.work" }),
            cacheMoved: () => tell(actor, { type: "cache.moved" }),
          };
        };
        core.cache.onMoved = () => core.workers.cacheMoved();
        core.probes.spawn = (pod, name) => {
          const pokes = new Pokes();
          const id = `${pod.namespace}/${pod.name}/${name.container}/${name.probeType}`;
          const input = { core, pod, name, pokes };
          const actor = createActor(probeWorker, { parent: self, id, src: "probeWorker", input });
          actor.start();
          return { poke: () => pokes.poke(), stop: () => stopQuietly(actor) };
        };
        core.probes.onNews = (uid) => tell(self, { type: "probe.news", uid } as EventObject);
        const relists = new RelistRequests();
        core.requestRelist = (uid) => relists.request(uid);
        const phaseMs = Math.floor(core.input.draw("phase relist") * 1000);
        const plegInput = {
          core,
          relists,
          phaseMs,
          onEvent: (event: PodLifecycleEvent) =>
            tell(self, { type: "pleg.event", event } as EventObject),
        };
        createActor(pleg, { parent: self, id: "pleg", src: "pleg", input: plegInput }).start();
        const changes = new Changes();
        core.statuses.onChange = () => changes.note();
        const senderInput = { core, changes };
        createActor(sender, {
          parent: self,
          id: "status-manager",
          src: "statusManager",
          input: senderInput,
        }).start();
      },
      watchSources: ({ self, context: { core } }) => {
        const ask = (name: string, type: string): void => {
          const target = self.system.get(name) as AnyActorRef;
          const message: EventObject = { type, replyTo: self } as EventObject;
          simulation.post(() => relay(self, target, message));
        };
        ask("staticFiles", "files.list");
        if (core.input.hasApi) ask("apiServer", "api.list");
      },
      deleteContainers: ({ self }, ids) => {
        const runtime = self.system.get("runtime") as AnyActorRef;
        for (const id of ids) {
          const request = { type: "runtime.remove", call: 0, id, replyTo: self };
          later(simulation, self, runtime, request);
        }
      },
      collectGarbage: ({ self, context: { core, config } }) => {
        const input = { core, sourcesReady: config.sourcesReady };
        createActor(collector, { parent: self, id: "garbage", src: "garbage", input }).start();
      },
      cleanUp: ({ self, context: { core, config } }) => {
        if (!config.sourcesReady) return;
        const id = "housekeeping";
        createActor(housekeeping, { parent: self, id, src: "housekeeping", input: core }).start();
      },
    },
  });
}

/** A call that hangs is given up after two minutes, or when the runtime is itself again. */
function troubled(
  { kind, untilMs }: ListTrouble,
  call: number,
  arm: (delayMs: number, event: EventObject) => void,
  nowMs: number,
): void {
  const message = kind === "hang" ? "context deadline exceeded" : "the runtime is down";
  const delayMs = kind === "hang" ? Math.min(untilMs - nowMs, 120_000) : 0;
  const event = { type: "runtime.failed", call, code: "UNAVAILABLE", message };
  arm(delayMs, event);
}

function later(
  simulation: Host["simulation"],
  from: AnyActorRef,
  to: AnyActorRef,
  event: EventObject,
): void {
  simulation.post(() => relay(from, to, event));
}

/** One change waits at most, as upstream's channel of one. */
class Changes {
  latch = new Latch();

  note(): void {
    this.latch.open();
  }

  take(): void {
    this.latch = new Latch();
  }
}

function* runStatusSender({
  core,
  changes,
}: {
  readonly core: KubeletCore;
  readonly changes: Changes;
}): Procedure<void> {
  let tickMs = core.now() + 10_000;
  for (;;) {
    yield* first([sleep(tickMs - core.now()), waitFor(changes.latch)]);
    const isPeriodic = core.now() >= tickMs;
    if (isPeriodic) tickMs += 10_000;
    changes.take();
    if (core.input.hasApi) yield* core.statuses.syncBatch(isPeriodic);
  }
}

/** A worker that is stopped from outside; XState stops only roots through its own `stop`. */
function stopQuietly(actor: AnyActorRef): void {
  actor.system.scheduler.cancelAll(actor);
  actor.send({ type: "xstate.stop" });
}
