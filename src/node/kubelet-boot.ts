/**
 * Brings the parts of a kubelet to life and gives its core the ways to them; all of it ends with
 * the kubelet, in whatever it was about.
 */
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type EventObject,
  type InputFrom,
  createActor,
} from "xstate";
import { runEventRecorder } from "../../machines/kubelet/event-recorder.ts";
import { collectGarbage } from "../../machines/kubelet/garbage.ts";
import { handlePodCleanups } from "../../machines/kubelet/housekeeping.ts";
import type { KubeletCore } from "../../machines/kubelet/kubelet-core.ts";
import {
  type KubernetesKubeletContext,
  type KubernetesKubeletEvent,
  kubernetesKubeletMachine,
} from "../../machines/kubelet/kubelet.ts";
import type { Deferred } from "../../machines/kubelet/loop-backlog.ts";
import { leaseRenewIntervalMs, runNodeLease } from "../../machines/kubelet/node-lease.ts";
import { runNodeStatus } from "../../machines/kubelet/node-status.ts";
import { EventedPleg, runCacheClock } from "../../machines/kubelet/evented-pleg.ts";
import { type PlegInput, RelistRequests, runPleg } from "../../machines/kubelet/pleg.ts";
import type { PodConfig } from "../../machines/kubelet/pod-config.ts";
import { podWorkerMachine } from "../../machines/kubelet/pod-worker.ts";
import {
  Pokes,
  type ProbeWorkerInput,
  runProbeWorker,
} from "../../machines/kubelet/probe-worker.ts";
import {
  DeadContainers,
  runPodContainerDeletor,
} from "../../machines/kubelet/pod-container-deletor.ts";
import { type ProcedureHost, fromProcedure } from "../../machines/kubelet/procedure.ts";
import { StatusChanges, runStatusSender } from "../../machines/kubelet/status-sender.ts";
import type { FilesList } from "../../machines/kubelet/static-files.ts";
import { syncWork } from "../../machines/kubelet/sync-pod.ts";
import { nodeStatusUpdateFrequencyMs } from "../decide/kubelet/node-report.ts";
import { globalCacheUpdatePeriodMs, plegPaces } from "../decide/kubelet/evented-pleg.ts";
import type { PodLifecycleEvent } from "../decide/kubelet/pleg-events.ts";
import type { Host } from "./create-node-actor.ts";
import { isActive, kubernetesServiceOf } from "./node-system.ts";
import { relay } from "./relay.ts";

type Parts = ReturnType<typeof partsOf>;

export function provideKubelet(host: Host, procedures: ProcedureHost) {
  const { simulation } = host;
  const parts = partsOf(procedures);
  const familyOf = newFamilies();
  const send = (from: AnyActorRef, to: AnyActorRef, event: EventObject): void =>
    simulation.post(() => relay(from, to, event));
  const tellEnd = (to: AnyActorRef, of: AnyActorRef, event: KubernetesKubeletEvent): void => {
    of.subscribe({ complete: () => send(to, to, event) });
  };
  return kubernetesKubeletMachine.provide({
    actions: {
      boot: ({ self, context: { core } }) => {
        const family = familyOf(self);
        const end = (): void => family.stop();
        self.subscribe({ complete: end, error: end });
        const tellSelf = (event: KubernetesKubeletEvent): void => send(self, self, event);
        bootWorkers(core, family, parts, (to, event) => send(self, to, event));
        core.probes.onNews = (news) => tellSelf({ type: "probe.news", news });
        bootPleg(core, family, parts, {
          ofList: (event) => tellOfChange(host, self, event, host.lastRecordOf(event.id ?? "")),
          ofStream: (event) => tellOfChange(host, self, event),
        });
        bootStatusSender(core, family, parts);
        const { dead } = family;
        family.start("pod-container-deletor", parts.deletor, { core, dead });
        if (core.input.hasApi) {
          family.start("event-recorder", parts.eventRecorder, { core, queue: core.events });
          bootNodeReports(core, family, parts);
        }
      },
      watchSources: ({ self, context }) => {
        for (const { to, question, waitMs } of questionsOf(self, context)) {
          const ask = (): void => send(self, to, question);
          if (waitMs === 0) ask();
          else simulation.clock.setTimeout(() => isActive(self) && ask(), waitMs);
        }
      },
      listApi: ({ self }) => {
        send(self, kubernetesServiceOf(self, "apiServer"), apiList(self));
      },
      deleteContainers: ({ self }, { uid: podUid, records }) => {
        familyOf(self).dead.add(records.map((record) => ({ ...record, podUid })));
      },
      collectGarbage: ({ self, context: { core, config } }) => {
        const input = { core, sourcesReady: config.sourcesReady };
        const round = familyOf(self).start("garbage", parts.garbage, input);
        tellEnd(self, round, { type: "garbage.done" });
      },
      cleanUp: ({ self, context: { core } }) => {
        const round = familyOf(self).start("housekeeping", parts.housekeeping, core);
        tellEnd(self, round, { type: "housekeeping.done" });
      },
      finishAdmission: ({ self, context: { config } }) => {
        const rest = familyOf(self).start("admission", parts.admission, config);
        tellEnd(self, rest, { type: "admission.done" });
      },
      resume: ({ self }, deferred) => takeInTurn(host, self, deferred),
    },
  });
}

/** One for each kubelet that ever was. */
function newFamilies(): (kubelet: AnyActorRef) => Family {
  const families = new WeakMap<AnyActorRef, Family>();
  return (kubelet) => {
    const family = families.get(kubelet) ?? new Family(kubelet);
    families.set(kubelet, family);
    return family;
  };
}

/** One by one: a worker begins with what it is given before the loop takes what is next. */
function takeInTurn(
  host: Host,
  kubelet: AnyActorRef,
  deferred: readonly Deferred<EventObject>[],
): void {
  const [first, ...rest] = deferred;
  if (first === undefined) return;
  host.simulation.post(() => {
    relay(kubelet, kubelet, first.event);
    takeInTurn(host, kubelet, rest);
  }, first.cause);
}

/**
 * A new kubelet has not seen its Node yet when its API source looks, which looks again after that.
 * Models: kubernetes/pkg/kubelet/config/apiserver.go WaitForAPIServerSyncPeriod.
 */
const nodeSyncPeriodMs = 1000;

/** To whom a kubelet turns for what is declared, and with what. */
function questionsOf(
  self: AnyActorRef,
  { core, phases }: KubernetesKubeletContext,
): readonly { readonly to: AnyActorRef; readonly question: EventObject; waitMs: number }[] {
  const { nodeName, version, hasApi, upForMs, start } = core.input;
  const list: EventObject & Addressed & FilesList = {
    type: "files.list",
    replyTo: self,
    reader: { nodeName, version },
    nextScanMs: phases.scanMs,
  };
  return [
    { to: kubernetesServiceOf(self, "staticFiles"), question: list, waitMs: 0 },
    ...(hasApi
      ? [
          {
            to: kubernetesServiceOf(self, "apiServer"),
            question: apiList(self),
            waitMs: upForMs > 0 ? 0 : start.loopMs + nodeSyncPeriodMs,
          },
        ]
      : []),
  ];
}

function apiList(self: AnyActorRef): EventObject & Addressed {
  return { type: "source.list", replyTo: self };
}

/** `change` is what its pod is synced for, where a list has only shown it. */
function tellOfChange(
  { simulation, onPlegEvent }: Host,
  kubelet: AnyActorRef,
  event: PodLifecycleEvent,
  change?: number,
): void {
  const told: KubernetesKubeletEvent = { type: "pleg.event", event };
  const cause = change ?? simulation.causes.current;
  const deliver = (fault?: number): void =>
    simulation.post(() => relay(kubelet, kubelet, told), fault ?? cause);
  if (onPlegEvent) onPlegEvent(event, deliver);
  else deliver();
}

interface Addressed {
  readonly replyTo: AnyActorRef;
}

function partsOf(procedures: ProcedureHost) {
  return {
    podWorker: podWorkerMachine.provide({ actors: { sync: fromProcedure(syncWork, procedures) } }),
    probeWorker: fromProcedure(runProbeWorker, procedures),
    pleg: fromProcedure(runPleg, procedures),
    deletor: fromProcedure(runPodContainerDeletor, procedures),
    cacheClock: fromProcedure(runCacheClock, procedures),
    statusSender: fromProcedure(runStatusSender, procedures),
    eventRecorder: fromProcedure(runEventRecorder, procedures),
    nodeStatus: fromProcedure(runNodeStatus, procedures),
    nodeLease: fromProcedure(runNodeLease, procedures),
    housekeeping: fromProcedure(handlePodCleanups, procedures),
    admission: fromProcedure((config: PodConfig) => config.finish(), procedures),
    garbage: fromProcedure(collectGarbage, procedures),
  };
}

function bootWorkers(
  core: KubeletCore,
  family: Family,
  { podWorker, probeWorker }: Parts,
  tell: (to: AnyActorRef, event: EventObject) => void,
): void {
  core.workers.spawn = (pod) => {
    const actor = family.start(`${pod.namespace}/${pod.name}`, podWorker, { core, pod });
    return {
      wake: () => tell(actor, { type: "pod.work" }),
      cacheMoved: () => {
        // To the others it is no news, and a relist each second would tell all of them.
        if (actor.getSnapshot().matches("waiting")) tell(actor, { type: "cache.moved" });
      },
    };
  };
  core.cache.onMoved = (uid) => core.workers.cacheMoved(uid);
  core.probes.spawn = (pod, name) => {
    const pokes = new Pokes();
    const id = `${pod.namespace}/${pod.name}/${name.container}/${name.probeType}`;
    const input: ProbeWorkerInput = { core, pod, name, pokes };
    family.start(id, probeWorker, input);
    return pokes;
  };
}

interface PlegListeners {
  readonly ofList: (event: PodLifecycleEvent) => void;
  readonly ofStream: (event: PodLifecycleEvent) => void;
}

function bootPleg(
  core: KubeletCore,
  family: Family,
  { pleg, cacheClock }: Parts,
  { ofList, ofStream }: PlegListeners,
): void {
  const { observe, upForMs } = core.input;
  const { relistMs } = plegPaces[observe];
  const relists = new RelistRequests(relistMs);
  if (observe !== "edge") core.requestRelist = (uid) => relists.request(uid);
  if (observe !== "level") {
    const evented = new EventedPleg(core, relists, ofStream);
    core.takeContainerEvent = (response, moment) => evented.take(response, moment);
    core.streamFailed = () => evented.streamFailed();
    const phaseMs = core.phaseMs("cache clock", globalCacheUpdatePeriodMs, 0);
    family.start("cache-clock", cacheClock, { core, phaseMs });
  }
  // One that lists only at its start has done so long ago.
  const isOver = relistMs === Infinity && upForMs > 0;
  const phaseMs = isOver ? Infinity : core.phaseMs("relist", relistMs, 0);
  const input: PlegInput = { core, relists, phaseMs, onEvent: ofList };
  family.start("pleg", pleg, input);
}

function bootStatusSender(core: KubeletCore, family: Family, { statusSender }: Parts): void {
  const changes = new StatusChanges();
  core.statuses.onChange = () => changes.note();
  const phaseMs = core.phaseMs("status", 10_000, 10_000);
  family.start("status-manager", statusSender, { core, changes, phaseMs });
}

function bootNodeReports(
  core: KubeletCore,
  family: Family,
  { nodeStatus, nodeLease }: Parts,
): void {
  const period = nodeStatusUpdateFrequencyMs;
  const phaseMs = core.phaseMs("node status", period, period);
  family.start("node-status", nodeStatus, { core, phaseMs });
  const leasePhaseMs = core.phaseMs("node lease", leaseRenewIntervalMs, 0);
  family.start("node-lease", nodeLease, { core, phaseMs: leasePhaseMs });
}

/**
 * The actors that live as long as one kubelet does. They are its children and in its system, but
 * stay out of its snapshot, which is copied at each step; so it is seen to here that they end with
 * it.
 */
class Family {
  /** What its deletor is to remove. */
  readonly dead = new DeadContainers();
  readonly #parent: AnyActorRef;
  readonly #members = new Set<AnyActorRef>();

  constructor(parent: AnyActorRef) {
    this.#parent = parent;
  }

  start<Logic extends AnyActorLogic>(
    id: string,
    logic: Logic,
    input: InputFrom<Logic>,
  ): ActorRefFrom<Logic> {
    const actor = createActor<AnyActorLogic>(logic, { parent: this.#parent, id, input });
    this.#members.add(actor);
    const forget = (): boolean => this.#members.delete(actor);
    actor.subscribe({ complete: forget, error: forget });
    return actor.start() as ActorRefFrom<Logic>;
  }

  stop(): void {
    for (const actor of this.#members) stopQuietly(actor);
  }
}

/** Stops an actor from outside; XState's own `stop` is for roots alone. */
function stopQuietly(actor: AnyActorRef): void {
  actor.system.scheduler.cancelAll(actor);
  actor.send({ type: "xstate.stop" });
}
