/** The benchmark runs and prints one document; how fast it was is no matter of a test. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

function bench(...args: readonly string[]) {
  const node = ["--expose-gc", "--import", "tsx", "test/bench/main.ts", ...args];
  return spawnSync(process.execPath, node, { encoding: "utf8" });
}

const number = expect.any(Number) as number;
const text = expect.any(String) as string;
const spread = { median: number, min: number, max: number };
const perTick = { nsPerContainerAndTick: spread };
const perContainer = { containers: number, microsecondsPerContainer: spread };

describe("the benchmark", () => {
  it("prints every figure as one JSON document, and progress beside it", () => {
    const { status, stdout, stderr } = bench("--quick");
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const report: unknown = JSON.parse(stdout);
    const rows = (count: number, row: object): object[] => Array.from({ length: count }, () => row);
    const createAndRemove = { create: rows(3, perContainer), remove: rows(3, perContainer) };
    expect(report).toStrictEqual({
      quick: true,
      versions: { relist: text, node: text, v8: text, xstate: text, rxjs: text },
      machine: { cpu: text, cpus: number, memoryGiB: number, platform: text, load: number },
      kubernetesNode: rows(2, { pods: number, virtualSecondsPerSecond: spread }),
      kubernetesBringUp: rows(2, { pods: number, nodes: number, podsPerSecond: spread }),
      kubernetesMemory: rows(1, { pods: number, bytesPerPod: number }),
      kubernetesIdle: { nodeMillisecondsPerHour: spread, podMillisecondsPerHour: number },
      kubernetesShortRun: { millisecondsPerRun: spread },
      steady: rows(4, { containers: number, pods: number, pendingExits: number, ...perTick }),
      churn: rows(3, {
        containers: number,
        replacedPerTick: number,
        removed: perTick,
        redeclared: perTick,
      }),
      createRemove: createAndRemove,
      createRemoveWithTimers: createAndRemove,
      memory: rows(2, { containers: number, bytesPerContainer: number }),
      clock: rows(2, { pending: number, firingsPerSecond: spread }),
      compareSeeds: { cores: number, seedsPerSecondOnOne: spread, seedsPerSecondOnAll: number },
      compareFaults: rows(3, { faults: text, microsecondsPerRun: spread }),
      compareLooking: rows(3, {
        containers: number,
        relistMicroseconds: spread,
        eventMicroseconds: spread,
      }),
      startUp: { milliseconds: spread, emptyNodeMilliseconds: spread },
      // Of a quick run no figure is good enough to be held against a target.
      targets: null,
    });
    expect(stderr).toContain("steady state of");
  });

  it("measures only the parts that are asked for", () => {
    const { status, stdout } = bench("--quick", "clock", "Memory");
    expect(status).toBe(0);
    const figures = Object.keys(JSON.parse(stdout) as object).slice(3);
    expect(figures).toEqual(["kubernetesMemory", "clock", "targets"]);
  });

  it("refuses a part that it does not have", () => {
    const { status, stdout, stderr } = bench("--quick", "clocks");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("clocks");
  });

  it("refuses an option that it does not have", () => {
    const { status, stdout, stderr } = bench("--quik");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("--quik");
  });
});
