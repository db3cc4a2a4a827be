/** An edit that was sent is over when its server has told so, and not by what was told before. */
import { expect, it } from "vitest";
import { outcomeOf, sentNow } from "../../src/web/editing/edit-outcome.ts";
import type { LiveState } from "../../src/web/live-protocol.ts";

function state(acts: number, refused = "", current = 1): LiveState {
  const applied = Array.from({ length: acts }, () => ({ atMs: 0, entry: {} }));
  const branches = [
    { id: 1, applied },
    { id: 2, applied },
  ];
  return { branches, current, nowMs: 0, isPlaying: false, speed: 1, refused };
}

it.each([
  ["nothing was told since", state(1), state(1), "under way"],
  ["the refusal before is told still", state(1, "no"), state(1, "no"), "under way"],
  [
    "the refusal before is taken back, and the way back goes on",
    state(1, "no"),
    state(1),
    "under way",
  ],
  ["one more act is there", state(1, "no"), state(2), "done"],
  ["a branch has begun", state(1), state(1, "", 2), "done"],
  ["something else is refused", state(1, "no"), state(1, "other"), "refused"],
  ["the API server refuses what was done", state(1, "no"), state(2, "no"), "refused"],
] as const)("%s", (_, before, now, outcome) => {
  expect(outcomeOf(sentNow(before), now)).toBe(outcome);
});
