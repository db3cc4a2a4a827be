/**
 * A pod that ends by itself about when its active deadline passes.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go generateAPIPodStatus; pod_workers.go
 * requeueLastPodUpdate; status/status_manager.go mergePodStatus.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KubeRun, kube, versions } from "../support/kube-run.ts";
import { changedTerminalPhases } from "../properties/status-invariants.ts";

interface Given {
  readonly version: string;
  readonly exitAfter: number;
  readonly deadline?: number;
  readonly seed?: number;
  readonly exitCode?: number;
  readonly restartPolicy?: string;
}

function ended(given: Given): KubeRun {
  const { version, exitAfter, deadline = 10, seed = 1, exitCode = 0 } = given;
  return kube(
    `duration: 20s
pods: {web: {activeDeadlineSeconds: ${deadline}, restartPolicy: ${given.restartPolicy ?? "Never"}}}
behaviour: {app: {runs: [{exitAfter: ${exitAfter}, exitCode: ${exitCode}}]}}`,
    { version, seed },
  );
}

/** What the API server stored one after the other, with its time. */
function outcomes(run: KubeRun) {
  const told = run.of("status").filter(({ sent, phase }) => sent && phase !== "Pending");
  const changes = told.filter(({ phase }, index) => phase !== told[index - 1]?.phase);
  return changes.filter(({ phase }) => phase !== "Running");
}

/** Seconds, over the end of a deadline of 10 s. */
const ends = Array.from({ length: 21 }, (_, index) => 6.5 + index / 5);

describe("a pod that ends when its active deadline is near", () => {
  /**
   * Each stage of its end makes a status anew and asks whether the deadline has passed; what holds
   * a terminal phase is the pod's own status, and the worker has its pod as it was before the end.
   */
  it.each(versions)("%s: done, done and then too late, or too late", (version) => {
    const seen = ends.map((exitAfter) => outcomes(ended({ version, exitAfter })));
    const kinds = seen.map((told) => told.map(({ phase, reason }) => `${phase} ${reason ?? ""}`));
    const inOrder = kinds.filter((kind, index) => kind.join() !== kinds[index - 1]?.join());
    expect(inOrder).toEqual([
      ["Succeeded "],
      ["Succeeded ", "Failed DeadlineExceeded"],
      ["Failed DeadlineExceeded"],
    ]);
    const both = seen.filter(({ length }) => length === 2);
    for (const [done, late] of both) {
      const startMs = (done?.startTime ?? NaN) * 1000;
      expect((done?.t ?? NaN) * 1000).toBeLessThan(startMs + 10_000);
      expect((late?.t ?? NaN) * 1000).toBeGreaterThanOrEqual(startMs + 10_000);
      // The worker waits for a view that is newer than its last sync: a second, the PLEG's period.
      expect((late?.t ?? NaN) - (done?.t ?? NaN)).toBeLessThanOrEqual(1.1);
    }
    expect(both.length).toBeGreaterThanOrEqual(4);
  });

  it("has one outcome for good, or is done and then too late", () => {
    const nearly = fc.record({
      version: fc.constantFrom(...versions),
      seed: fc.nat(1000),
      exitAfter: fc.integer({ min: 0, max: 120 }).map((tenth) => tenth / 10),
      exitCode: fc.constantFrom(0, 1),
      deadline: fc.integer({ min: 1, max: 12 }),
      restartPolicy: fc.constantFrom("Never", "OnFailure"),
    });
    fc.assert(
      fc.property(nearly, (given) => {
        const { records } = ended(given);
        expect(changedTerminalPhases(records)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
