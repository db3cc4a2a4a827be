/** What has become of an act that the page has sent and that it waits for. */
import type { LiveState } from "../live-protocol.ts";

/** What was known when it was sent. */
export interface Sent {
  readonly branch: number;
  /** How many acts that branch had. */
  readonly acts: number;
  readonly refused: string;
}

export function sentNow({ branches, current: branch, refused }: LiveState): Sent {
  const acts = branches.find(({ id }) => id === branch)?.applied.length ?? 0;
  return { branch, acts, refused };
}

/**
 * Until its server has told of it, what is known may go on telling of the refusal before. An act
 * that an API server refuses is done, and comes to nothing.
 */
export function outcomeOf(sent: Sent, state: LiveState): "done" | "refused" | "under way" {
  const { branch, acts, refused } = sentNow(state);
  const isDone = branch !== sent.branch || acts > sent.acts;
  if (isDone) return refused === "" ? "done" : "refused";
  return refused === "" || refused === sent.refused ? "under way" : "refused";
}
