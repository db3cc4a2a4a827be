/**
 * The runtime's containers in the order of its list. A plain data structure, owned and changed by
 * the runtime machine alone.
 *
 * It is changed in place on purpose: an XState parent that holds its children in its snapshot
 * copies all of them at each step, which makes creating n of them cost n squared.
 */
import { compareBytes } from "../../src/model/container-key.ts";
import type { ContainerRecord } from "../../src/model/runtime.ts";
import type { ContainerBehaviour } from "../../src/model/behaviour.ts";

/** One container: its picture for the list, its actor, and the calls that wait for it. */
export interface Slot<Actor, Caller> {
  /** Changed through `update` alone, which keeps the list in step. */
  readonly record: ContainerRecord;
  /** Its place in the list, once it has one. */
  readonly index: number;
  readonly behaviour: ContainerBehaviour;
  /** Set once the container is brought to life, right after it is added. */
  actor: Actor | undefined;
  /** A stop was asked for: SIGTERM is sent once. */
  stopping: boolean;
  readonly removed: boolean;
  /** Calls to start that are answered when it runs; most slots never have one for long. */
  starts: Caller[] | undefined;
  /** Calls to stop or remove that are answered when it has exited. */
  ends: Caller[] | undefined;
  /** Commands that run inside it, by the number of the exec. */
  execs: Map<number, Caller> | undefined;
  /** When SIGTERM was sent. */
  signalledAtMs: number | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Slots of one key stand in the order of their creation, for sorting is stable. */
function compareSlots(a: Slot<unknown, unknown>, b: Slot<unknown, unknown>): number {
  return compareBytes(a.record.key, b.record.key);
}

export class ContainerRegistry<Actor, Caller> {
  readonly #byId = new Map<string, Writable<Slot<Actor, Caller>>>();
  readonly #byPod = new Map<string, Set<Slot<Actor, Caller>>>();
  #sorted: Writable<Slot<Actor, Caller>>[] = [];
  #added: Writable<Slot<Actor, Caller>>[] = [];
  /** The pictures of `#sorted`, side by side: a list is then one copy of an array. */
  #records: ContainerRecord[] = [];
  #anyRemoved = false;

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Slot<Actor, Caller> | undefined {
    return this.#byId.get(id);
  }

  add(record: ContainerRecord, behaviour: ContainerBehaviour): Slot<Actor, Caller> {
    const slot: Writable<Slot<Actor, Caller>> = {
      record,
      index: -1,
      behaviour,
      actor: undefined,
      stopping: false,
      removed: false,
      starts: undefined,
      ends: undefined,
      execs: undefined,
      signalledAtMs: undefined,
    };
    this.#byId.set(record.id, slot);
    const ofPod = this.#byPod.get(record.podUid);
    if (ofPod) ofPod.add(slot);
    else this.#byPod.set(record.podUid, new Set([slot]));
    this.#added.push(slot);
    return slot;
  }

  update(slot: Slot<Actor, Caller>, record: ContainerRecord): void {
    (slot as Writable<Slot<Actor, Caller>>).record = record;
    if (slot.index >= 0) this.#records[slot.index] = record;
  }

  remove(id: string): void {
    const slot = this.#byId.get(id);
    if (slot === undefined) return;
    slot.removed = true;
    this.#byId.delete(id);
    const ofPod = this.#byPod.get(slot.record.podUid);
    ofPod?.delete(slot);
    if (ofPod?.size === 0) this.#byPod.delete(slot.record.podUid);
    this.#anyRemoved = true;
  }

  /** A full snapshot, sorted by namespace, pod and container name (bytes), then by creation. */
  list(): readonly ContainerRecord[] {
    this.#settle();
    return this.#records.slice();
  }

  /** The containers of one pod, in the order of their creation. */
  ofPod(podUid: string): readonly ContainerRecord[] {
    return Array.from(this.#byPod.get(podUid) ?? [], (slot) => slot.record);
  }

  /** Sorts only what is new and merges it in, so that a list costs its length and no more. */
  #settle(): void {
    if (!this.#anyRemoved && this.#added.length === 0) return;
    if (this.#anyRemoved) {
      this.#sorted = this.#sorted.filter((slot) => !slot.removed);
      this.#added = this.#added.filter((slot) => !slot.removed);
      this.#anyRemoved = false;
    }
    this.#sorted = mergeSorted(this.#sorted, this.#added.toSorted(compareSlots));
    this.#added = [];
    this.#records = this.#sorted.map((slot, index) => {
      slot.index = index;
      return slot.record;
    });
  }
}

/** Of equal keys the old stand first: they were created before. */
function mergeSorted<S extends Slot<unknown, unknown>>(old: S[], added: readonly S[]): S[] {
  if (added.length === 0) return old;
  const merged: S[] = [];
  let at = 0;
  for (const slot of old) {
    for (let next = added[at]; next && compareSlots(next, slot) < 0; next = added[++at]) {
      merged.push(next);
    }
    merged.push(slot);
  }
  for (let rest = added[at]; rest; rest = added[++at]) merged.push(rest);
  return merged;
}
