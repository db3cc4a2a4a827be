/**
 * How often a kubelet lists: what was recorded of the node alone, and has no pod whose milestones
 * could be compared. Seconds are those of the recording.
 */
import { expect, it } from "vitest";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { recordingOf, recordingText, scenarioText } from "./folder.ts";

const [planAt, started, restarted] = [10, -5, 378];
const fits = 0.3;
const seeds = [1, 2, 3];

function relists(name: string, observe: "level" | "evented", seed: number): readonly number[] {
  const documents = parseYaml({ file: `${name}.yaml`, text: scenarioText(name) });
  const { records } = runScenario(prepareInput(documents, { overrides: { observe, seed } }));
  return records.flatMap((record) => (record.type === "relist" ? [record.t - planAt] : []));
}

/** Garbage collection lists the sandboxes, too: each minute, and a little later each time. */
function isOfGarbage(t: number): boolean {
  const since = (t >= restarted ? t - restarted : t - started) % 60;
  return since > 0.3 && since < 4;
}

const recorded = (recordingOf("ev-d-breaks").runs[0]?.timeline ?? []).flatMap(({ t, call }) =>
  call === "ListPodSandbox (no filter)" && !isOfGarbage(t) ? [t] : [],
);
const isAmong = (times: readonly number[], t: number): boolean =>
  times.some((other) => Math.abs(other - t) <= fits);

it.each(seeds)("B8: one list at each break, and each second after the fifth (%i)", (seed) => {
  const simulated = relists("ev-d-breaks", "evented", seed);
  expect(recorded.length).toBeGreaterThan(30);
  expect(recorded.filter((t) => !isAmong(simulated, t))).toEqual([]);
  // Of more than eight in a row the recording leaves out the rest.
  const [fallsBack, again] = [344, restarted];
  const before = simulated.filter((t) => t < fallsBack || (t >= again && t < 401));
  expect(before.filter((t) => !isAmong(recorded, t))).toEqual([]);
});

it("B12: what events save are the two lists of each second", () => {
  const text = recordingText("ev-cost");
  const counts = [...text.matchAll(/ListPodSandbox no filter: (\d+)/g)].map(([, n]) => Number(n));
  const seconds = { from: 100, to: 220 };
  const [level, evented] = (["level", "evented"] as const).map(
    (observe) =>
      relists("ev-cost", observe, 1).filter((t) => t >= seconds.from && t < seconds.to).length,
  );
  const collections = 2;
  expect(counts).toHaveLength(2);
  expect(Math.abs((level ?? 0) + collections - (counts[0] ?? 0))).toBeLessThanOrEqual(2);
  expect((evented ?? 0) + collections).toBe(counts[1]);
});
