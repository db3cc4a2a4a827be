/**
 * The pod lifecycle event generator: lists everything, compares it with the list before, writes the
 * cache and says which pods to look at. The next list comes one second after the last has ended.
 *
 * Models: kubernetes/pkg/kubelet/pleg/generic.go GenericPLEG Relist.
 */
import { changedPods } from "../../src/decide/kubelet/changed-pods.ts";
import { plegPaces } from "../../src/decide/kubelet/evented-pleg.ts";
import {
  type PodLifecycleEvent,
  type PodRecord,
  computeEvents,
  eventsToSend,
  needsInspection,
  podRecord,
} from "../../src/decide/kubelet/pleg-events.ts";
import { runtimePodStatus } from "../../src/decide/kubelet/runtime-pod-status.ts";
import type { SandboxRecord, SandboxReply } from "../../src/model/cri.ts";
import type { RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import type { ContainerRecord, RuntimeReply } from "../../src/model/runtime.ts";
import { getPodStatus } from "./cri-calls.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, all, callService, first, sleep, waitFor } from "./procedure.ts";

export interface PlegInput {
  readonly core: KubeletCore;
  readonly relists: RelistRequests;
  readonly phaseMs: number;
  readonly onEvent: (event: PodLifecycleEvent) => void;
}

/** What is to be listed at once, and how long to wait where nothing is. */
export class RelistRequests {
  readonly #uids = new Set<string>();
  #all = false;
  #isRestarted = false;
  latch = new Latch();
  /** From the end of a list of all to the next. */
  periodMs: number;

  constructor(periodMs: number) {
    this.periodMs = periodMs;
  }

  request(uid: string): void {
    this.#uids.add(uid);
    this.latch.open();
  }

  /** Beside the lists that come in their turn. */
  requestAll(): void {
    this.#all = true;
    this.latch.open();
  }

  /** From now on as a kubelet that only lists. */
  fallBack(): void {
    this.periodMs = plegPaces.level.relistMs;
    this.#isRestarted = true;
    this.latch.open();
  }

  take() {
    const taken = { uids: [...this.#uids], all: this.#all, isRestarted: this.#isRestarted };
    this.#uids.clear();
    this.#all = false;
    this.#isRestarted = false;
    this.latch = new Latch();
    return taken;
  }
}

export function* runPleg({ core, relists, phaseMs, onEvent }: PlegInput): Procedure<void> {
  const pleg = new GenericPleg(core, onEvent);
  // The list before the first of this run was long ago: lists on demand are heard from the start.
  let dueMs = core.now() + phaseMs;
  for (;;) {
    while (core.now() < dueMs) {
      const demand = waitFor(relists.latch);
      const isPeriodic = dueMs < Infinity;
      yield* isPeriodic ? first([sleep(dueMs - core.now()), demand]) : demand;
      const { uids, all: isForced, isRestarted } = relists.take();
      if (isForced) yield* pleg.relist();
      if (isRestarted) dueMs = core.now() + relists.periodMs;
      if (isForced || isRestarted) continue;
      // Another list of a pod within one instant, since its sync asked again: lists take time.
      if (uids.some((uid) => pleg.wasListedNow(uid))) yield* sleep(relistPodMs);
      for (const uid of uids) yield* pleg.relistPod(uid);
      if (uids.length === 0) dueMs = core.now();
    }
    // A list of all is also one of each.
    relists.take();
    yield* pleg.relist();
    dueMs = core.now() + relists.periodMs;
  }
}

/**
 * What a list of one pod, and the sync that it leads to, take at the least; a real node needs
 * 0.1 s for a step of an init chain. Without it a sync that asks for a list each time, such as one
 * that kills a pod that is dead, would go on for ever within one instant.
 */
const relistPodMs = 100;

class GenericPleg {
  readonly #core: KubeletCore;
  readonly #onEvent: (event: PodLifecycleEvent) => void;
  /** The states of the last list, by pod UID and id. */
  readonly #pods = new Map<string, PodRecord>();
  /** When a pod was listed by itself, since the last list of all. */
  readonly #listedMs = new Map<string, number>();
  #lists = 0;
  /** The last list of all, and the pods that were listed alone since then. */
  #last: Listed = { sandboxes: [], containers: [] };
  readonly #relisted = new Set<string>();

  constructor(core: KubeletCore, onEvent: (event: PodLifecycleEvent) => void) {
    this.#core = core;
    this.#onEvent = onEvent;
  }

  *relist(): Procedure<void> {
    this.#listedMs.clear();
    const began = this.#core.nextMoment();
    const listed = yield* list();
    // No list: nothing is known to be newer, and the next one comes in its turn.
    if (listed === undefined) return;
    const { cache, input } = this.#core;
    const changes: Changes = {};
    const late: PodNews[] = [];
    const events: PodLifecycleEvent[] = [];
    for (const [uid, pod] of this.#changed(listed)) {
      const news = this.#compare(uid, pod, changes);
      if (news === undefined) continue;
      if (pod !== undefined && input.statusIsLate(uid)) late.push(news);
      else events.push(...this.#store(news, this.#seenAt(began)));
    }
    const { length } = listed.containers;
    const number = ++this.#lists;
    input.publish({ type: "relist", number, containers: length, changes });
    this.#core.lastRelistMs = this.#core.now();
    if (late.length === 0) cache.updateTime(began);
    else cache.onMoved();
    events.forEach(this.#onEvent);
    if (late.length === 0) return;
    for (const news of this.#inAnyOrder(late)) yield* this.#inspect(news, began);
    cache.updateTime(began);
  }

  /**
   * Upstream asks for the status of each pod that has changed, one after the other and in no order.
   * Most of them are answered at once, and the list has it all; who is answered late comes last,
   * and holds up the next list.
   */
  *#inspect({ uid, pod, events }: PodNews, began: number): Procedure<void> {
    const asked = this.#seenAt(began);
    const status = pod && (yield* getPodStatus(pod.status));
    // No answer: the next list compares it with the one before again.
    if (pod === undefined || status === undefined) return void this.#relisted.add(uid);
    const told = this.#store({ uid, pod: { ...pod, status }, events }, asked);
    this.#core.cache.onMoved();
    told.forEach(this.#onEvent);
  }

  #inAnyOrder(news: readonly PodNews[]): readonly PodNews[] {
    if (news.length < 2) return news;
    const drawn = news.map((one) => ({ one, draw: this.#core.input.draw("relist order") }));
    return drawn.toSorted((a, b) => a.draw - b.draw).map(({ one }) => one);
  }

  /**
   * How new what is found of a pod counts as, in a list that began then. Up to 1.35 it counts as of
   * when it is read.
   */
  #seenAt(began: number): number {
    return this.#core.features.podAsNewAsItsList ? began : this.#core.nextMoment();
  }

  /** By itself, at this very instant. */
  wasListedNow(uid: string): boolean {
    return this.#listedMs.get(uid) === this.#core.now();
  }

  /** One pod only; also counts as a newer view of it. */
  *relistPod(uid: string): Procedure<void> {
    this.#listedMs.set(uid, this.#core.now());
    const began = this.#core.nextMoment();
    this.#relisted.add(uid);
    const listed = yield* list(uid);
    if (listed === undefined) return;
    const { sandboxes, containers } = listed;
    const pod = group(sandboxes, containers).get(uid);
    const news = this.#compare(uid, pod, {});
    if (news && pod && this.#core.input.statusIsLate(uid)) return yield* this.#inspect(news, began);
    const events = news ? this.#store(news, this.#seenAt(began)) : [];
    this.#core.cache.setObservedTime(uid, began);
    events.forEach(this.#onEvent);
  }

  /**
   * The pods that are to be compared: those known before, then those that are new. Of all others
   * the list shows what it showed before, so that their records cannot differ.
   */
  #changed(listed: Listed): ReadonlyMap<string, ListedPod | undefined> {
    const uids = changedPods(
      [...this.#last.sandboxes, ...this.#last.containers],
      [...listed.sandboxes, ...listed.containers],
    );
    for (const uid of this.#relisted) uids.add(uid);
    this.#relisted.clear();
    this.#last = listed;
    if (uids.size === 0) return new Map();
    const isChanged = ({ podUid }: { readonly podUid: string }): boolean => uids.has(podUid);
    const pods = group(listed.sandboxes.filter(isChanged), listed.containers.filter(isChanged));
    const known = [...this.#pods.keys()].filter((uid) => uids.has(uid));
    return new Map([...known, ...pods.keys()].map((uid) => [uid, pods.get(uid)]));
  }

  /** What is different from the list before, and worth a look. */
  #compare(uid: string, pod: ListedPod | undefined, changes: Changes): PodNews | undefined {
    const before = this.#pods.get(uid);
    const events = computeEvents(uid, before, pod?.record);
    if (!needsInspection(events, false)) return undefined;
    for (const { id } of events) {
      if (id === undefined) continue;
      const [old, now] = [before?.get(id), pod?.record.get(id)];
      changes[id] = { ...(old ? { old } : {}), ...(now ? { new: now } : {}) };
    }
    return { uid, pod, events };
  }

  /** Writes the cache; what of the news is to be told. */
  #store({ uid, pod, events }: PodNews, moment: number): readonly PodLifecycleEvent[] {
    if (pod === undefined) {
      this.#pods.delete(uid);
      this.#core.cache.delete(uid);
    } else {
      if (!this.#core.cache.set(uid, pod.status, moment)) {
        // The next list compares it with the one before again.
        this.#relisted.add(uid);
        return [];
      }
      this.#pods.set(uid, pod.record);
    }
    return eventsToSend(uid, events, this.#core.features);
  }
}

function* list(podUid?: string): Procedure<Listed | undefined> {
  const filter = podUid === undefined ? {} : { podUid };
  const [ofSandboxes, ofContainers] = (yield* all<unknown>([
    callService("sandboxes", { type: "sandbox.list", ...filter }),
    callService("runtime", { type: "runtime.list", ...filter }),
  ])) as [SandboxReply | RuntimeReply, RuntimeReply];
  if (ofSandboxes.type !== "sandbox.listed" || ofContainers.type !== "runtime.listed") {
    return undefined;
  }
  return { sandboxes: ofSandboxes.sandboxes, containers: ofContainers.containers };
}

interface Listed {
  readonly sandboxes: readonly SandboxRecord[];
  readonly containers: readonly ContainerRecord[];
}

interface ListedPod {
  readonly status: RuntimePodStatus;
  readonly record: PodRecord;
}

/** Of a pod that the list shows otherwise than the one before. */
interface PodNews {
  readonly uid: string;
  readonly pod: ListedPod | undefined;
  readonly events: readonly PodLifecycleEvent[];
}

/** By container id. */
type Changes = Record<string, { old?: string; new?: string }>;

/** By pod UID. Sandboxes are taken for containers too. */
function group(
  sandboxes: readonly SandboxRecord[],
  containers: readonly ContainerRecord[],
): ReadonlyMap<string, ListedPod> {
  const uids = new Set([...sandboxes, ...containers].map(({ podUid }) => podUid));
  const sandboxesOf = byPod(sandboxes);
  const containersOf = byPod(containers);
  return new Map(
    Array.from(uids, (uid) => {
      const [s = [], c = []] = [sandboxesOf.get(uid), containersOf.get(uid)];
      const created = c.toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.run - b.run);
      const { namespace, pod: name } = s[0] ?? c[0] ?? { namespace: "", pod: "" };
      const status = runtimePodStatus({ uid, namespace, name }, s, created);
      return [uid, { status, record: podRecord(status) }];
    }),
  );
}

function byPod<R extends { readonly podUid: string }>(records: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const record of records) {
    const known = groups.get(record.podUid);
    if (known) known.push(record);
    else groups.set(record.podUid, [record]);
  }
  return groups;
}
