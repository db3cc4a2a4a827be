/** The edge-triggered kubelet's picture of the runtime: one list, then every event folded in. */
import { containerRecord } from "../../src/decide/container-record.ts";
import { type ContainerKey, compareBytes } from "../../src/model/container-key.ts";
import type {
  ContainerRecord,
  ContainerState,
  RuntimeEvent,
  RuntimeReply,
} from "../../src/model/runtime.ts";
import type { KubeletMemory } from "./memory.ts";

const progress: Readonly<Record<ContainerState, number>> = { Creating: 0, Running: 1, Exited: 2 };

export class FoldedView {
  readonly #byId = new Map<string, ContainerRecord>();
  readonly #idsByKey = new Map<ContainerKey, Set<string>>();
  /** Removed, and so never to come again, whatever a late event says. */
  readonly #gone = new Set<string>();
  /** The key that the last fold or reply was about. */
  lastKey: ContainerKey = "" as ContainerKey;

  /** Takes a full list for the whole truth, whatever was folded before. */
  adopt(containers: readonly ContainerRecord[]): void {
    const listed = new Set(containers.map(({ id }) => id));
    for (const id of this.#byId.keys()) if (!listed.has(id)) this.#delete(id);
    for (const container of containers) this.#put(container);
  }

  fold({ type, container }: RuntimeEvent): void {
    if (type === "ContainerRemoved") this.#delete(container.id);
    else this.#put(container);
  }

  /** An answer to an own call tells of the container as an event would. */
  hear(reply: RuntimeReply, memory: KubeletMemory): void {
    switch (reply.type) {
      case "runtime.created": {
        const config = memory.configOf(reply.call);
        // The reply has only the id; the rest is what was asked for. The run is not known from it.
        const facts = { id: reply.id, run: 0, createdAtMs: 0 };
        if (config) this.#put(containerRecord(config, facts));
        return;
      }
      case "runtime.started":
        return this.#move(reply.id, "Running");
      case "runtime.stopped":
        return this.#move(reply.id, "Exited");
      case "runtime.removed":
        return this.#delete(reply.id);
      case "runtime.listed":
      case "runtime.failed":
        return;
    }
  }

  /** The containers of one key, oldest first. */
  of(key: ContainerKey): readonly ContainerRecord[] {
    return Array.from(this.#idsByKey.get(key) ?? []).flatMap((id) => this.#byId.get(id) ?? []);
  }

  /** In the order of the runtime's list. */
  list(): readonly ContainerRecord[] {
    return [...this.#byId.values()].toSorted((a, b) => compareBytes(a.key, b.key));
  }

  #put(container: ContainerRecord): void {
    this.lastKey = container.key;
    const known = this.#byId.get(container.id);
    // An event that comes late does not take a container back to where it was.
    if (known && progress[known.state] > progress[container.state]) return;
    if (this.#gone.has(container.id)) return;
    this.#byId.set(container.id, container);
    const ids = this.#idsByKey.get(container.key);
    if (ids) ids.add(container.id);
    else this.#idsByKey.set(container.key, new Set([container.id]));
  }

  #move(id: string, state: ContainerState): void {
    const known = this.#byId.get(id);
    if (known) this.#put(containerRecord(known, { ...known, state }));
  }

  #delete(id: string): void {
    const known = this.#byId.get(id);
    // An event may have told of it already: then there is no key left to decide about.
    this.lastKey = known?.key ?? ("" as ContainerKey);
    this.#gone.add(id);
    if (known === undefined) return;
    this.#byId.delete(id);
    const ids = this.#idsByKey.get(known.key);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsByKey.delete(known.key);
  }
}
