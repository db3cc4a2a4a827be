/**
 * Frames that another program sends, such as one with `createWebSocketInspector` of
 * `@statelyai/inspect`: read, and given ids of which each stands for one actor.
 */

/** The ids of all actors in a log. XState counts from 0 in each program, so two have the same. */
export class SessionIds {
  readonly #taken = new Set<string>();

  /** The id itself where it is free, or else with a number. */
  take(id: string): string {
    let free = id;
    for (let use = 2; this.#taken.has(free); use++) free = `${id} (${use})`;
    this.#taken.add(free);
    return free;
  }
}

const idFields = ["sessionId", "rootId", "parentId", "sourceId"] as const;

/** Of one connection, which is one program. */
export class ClientFrames {
  readonly #ids: SessionIds;
  readonly #own = new Map<string, string>();

  constructor(ids: SessionIds) {
    this.#ids = ids;
  }

  /** Undefined for what is no frame of the protocol. */
  read(text: string): string | undefined {
    const frame = parsed(text);
    if (frame === undefined) return undefined;
    const renamed = { ...frame };
    for (const field of idFields) {
      const id = frame[field];
      if (typeof id === "string") renamed[field] = this.#nameOf(id);
    }
    return JSON.stringify(renamed);
  }

  #nameOf(id: string): string {
    const known = this.#own.get(id);
    if (known !== undefined) return known;
    const name = this.#ids.take(id);
    this.#own.set(id, name);
    return name;
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as { readonly type?: unknown } | null;
    const { type } = value ?? {};
    return typeof type === "string" && type.startsWith("@xstate.") ? { ...value } : undefined;
  } catch {
    // Not JSON, so no frame.
    return undefined;
  }
}
