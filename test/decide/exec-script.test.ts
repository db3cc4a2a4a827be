/** What a probe finds at each age of a run, as docs/scenarios.md tells it. */
import { describe, expect, it } from "vitest";
import { type ProbeScript, defaultBehaviour } from "../../src/model/behaviour.ts";
import { execOutcome } from "../../src/decide/exec-script.ts";

const end = Infinity;

describe("a probe's script", () => {
  it.each<[string, readonly ProbeScript[], number, string]>([
    ["no entry", [], 5, "success"],
    ["before the first", [{ fromMs: 9, toMs: end, result: "failure" }], 8, "success"],
    ["from its begin on", [{ fromMs: 9, toMs: end, result: "failure" }], 9, "failure"],
    ["at its end no more", [{ fromMs: 0, toMs: 9, result: "error" }], 9, "success"],
    [
      "of two that cover it the first",
      [
        { fromMs: 0, toMs: end, result: "success" },
        { fromMs: 5, toMs: end, result: "failure" },
      ],
      7,
      "success",
    ],
    [
      "at SIGTERM, which came at 4",
      [{ fromMs: "sigterm", toMs: end, result: "error" }],
      4,
      "error",
    ],
  ])("%s", (_, liveness, sinceStartMs, result) => {
    const behaviour = { ...defaultBehaviour, probes: { liveness } };
    const age = { sinceStartMs, signalledAfterMs: 4 };
    const purpose = { kind: "probe", probe: "liveness" } as const;
    expect(execOutcome(behaviour, purpose, age, 1)).toMatchObject({ result });
  });
});
