/** How milestones of a recording and of runs are brought together, and what counts as a misfit. */
import { describe, expect, it } from "vitest";
import { type Candidate, align } from "./align.ts";
import { compare } from "./compare.ts";
import type { Milestone, Teller } from "./milestone.ts";

function at(t: number, stream: string, value = "", by: Teller = "runtime"): Milestone {
  return { t, stream, value, by };
}

function candidate(t: number, value: string, mayBeMissed = false): Candidate {
  return { ...at(t, "s", value), mayBeMissed };
}

describe("align", () => {
  it("takes the k-th for the k-th, however far they are apart", () => {
    const real = [10, 20, 30].map((t) => at(t, "s"));
    const simulated = [8, 10, 20, 30].map((t) => candidate(t, ""));
    expect(align(real, simulated)).toEqual([0, 1, 2]);
  });

  it("passes over what the recording may not have", () => {
    const real = [at(1, "s", "a"), at(3, "s", "a")];
    const simulated = [candidate(1, "a"), candidate(2, "b", true), candidate(3, "a")];
    expect(align(real, simulated)).toEqual([0, 2]);
  });

  it("finds nothing for another value", () => {
    expect(align([at(1, "s", "a"), at(2, "s", "b")], [candidate(1, "b")])).toEqual([undefined, 0]);
  });
});

describe("compare", () => {
  const whole = { horizon: 100, leftOut: [] };

  it("gives the interval over the seeds, and the distance to it", () => {
    const milestones = [at(5, "start a"), at(12, "exit a", "1")];
    const seeds = [
      [at(4, "start a"), at(10, "exit a", "1")],
      [at(6, "start a"), at(11, "exit a", "1")],
    ];
    expect(compare({ ...whole, milestones }, seeds).rows).toMatchObject([
      { name: "start a #1", earliest: 4, latest: 6, found: 2, error: 0, fits: true },
      { name: "exit a #1: 1", earliest: 10, latest: 11, found: 2, error: 1, fits: false },
    ]);
  });

  it("lets a poll be late by its period, beside the tolerance", () => {
    const fits = (t: number, by: Teller) =>
      compare({ ...whole, milestones: [at(t, "status x", "a", by)] }, [
        [at(1, "status x", "a", by)],
      ]).rows[0]?.fits;
    expect([fits(1.3, "kubelet"), fits(1.39, "kubelet")]).toEqual([true, false]);
    expect([fits(1.39, "poll"), fits(1.41, "poll"), fits(0.69, "poll")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("tells what is the other way round in every seed", () => {
    const milestones = [at(1, "start a"), at(1.1, "start b")];
    const swapped = [at(1, "start b"), at(1.1, "start a")];
    const right = [at(1, "start a"), at(1.1, "start b")];
    expect(compare({ ...whole, milestones }, [swapped]).rows[1]).toMatchObject({
      swapped: "start a #1",
      fits: false,
    });
    expect(compare({ ...whole, milestones }, [swapped, right]).rows[1]?.fits).toBe(true);
  });

  it("tells what is not found, and what only the simulation has", () => {
    const milestones = [at(1, "exit a", "1")];
    const { rows, surplus } = compare({ ...whole, milestones }, [[at(1, "exit a", "2")]]);
    expect(rows).toMatchObject([{ found: 0, fits: false }]);
    expect(surplus).toEqual([{ name: "exit a #1: 2", earliest: 1, latest: 1, found: 1 }]);
  });

  it("does not count what lies beyond the end of a recording", () => {
    const milestones = [at(1, "start a")];
    const seeds = [[at(1, "start a"), at(99, "start a")]];
    expect(compare({ ...whole, milestones }, seeds).surplus).toEqual([]);
    expect(compare({ ...whole, horizon: 200, milestones }, seeds).surplus).toHaveLength(1);
  });
});
