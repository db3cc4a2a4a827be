/** `--seeds`: the work goes to a pool or not, and the outcome is the same. */
import { afterAll, describe, expect, it } from "vitest";
import { toError } from "../../src/cli/seed-failure.ts";
import type { SeedHost, SeedReply, SeedRun, SeedTask } from "../../src/cli/seeds.ts";
import { runSeeds } from "../../src/cli/seeds.ts";
import { SimulationError } from "../../src/sim/limits.ts";
import { folder } from "./relist.ts";

class Fold {
  readonly taken: number[] = [];
  readonly fails: readonly number[];

  constructor(fails: readonly number[] = []) {
    this.fails = fails;
  }

  take(seed: number): void {
    if (this.fails.includes(seed)) throw new SimulationError("too many events");
    this.taken.push(seed);
  }

  merge(folded: readonly number[]): void {
    this.taken.push(...folded);
  }
}

/** Its clock goes on by so much with each look at it; its workers finish the newest task first. */
class Host implements SeedHost {
  readonly cores: number;
  readonly tickMs: number;
  readonly fails: readonly number[];
  workers = 0;
  isClosed = false;
  #nowMs = 0;
  #waiting: (() => void)[] = [];

  constructor(cores: number, tickMs: number, fails: readonly number[] = []) {
    this.cores = cores;
    this.tickMs = tickMs;
    this.fails = fails;
  }

  now(): number {
    this.#nowMs += this.tickMs;
    return this.#nowMs;
  }

  async openPool(workers: number) {
    this.workers = workers;
    return {
      run: (task: SeedTask) =>
        new Promise<SeedReply>((resolve) => {
          this.#waiting.push(() => resolve(this.#reply(task)));
          void Promise.resolve().then(() => this.#waiting.pop()?.());
        }),
      close: async () => {
        this.isClosed = true;
      },
    };
  }

  #reply({ seeds: { from, to } }: SeedTask): SeedReply {
    const folded: number[] = [];
    for (let seed = from; seed <= to; seed++) {
      const failure = { seed, message: "too many events", isTheCallers: true };
      if (this.fails.includes(seed)) return { folded, failure };
      folded.push(seed);
    }
    return { folded };
  }
}

const run = (fold: Fold, to: number): SeedRun<readonly number[]> => ({
  work: "sample",
  input: { sources: [], named: {}, overrides: {}, assert: [] },
  seeds: { from: 1, to },
  fold,
});
const upTo = (to: number) => Array.from({ length: to }, (_, index) => index + 1);
const inOrder = ({ taken }: Fold) => taken.toSorted((a, b) => a - b);

describe("seeds on several cores", () => {
  it.each([
    ["one core", 1, 1000, false],
    ["little to do", 4, 1, false],
    ["much to do", 4, 300, true],
  ])("%s: each seed is run once", async (_, cores, tickMs, isPool) => {
    const [fold, host] = [new Fold(), new Host(cores, tickMs)];
    const done: number[] = [];
    await runSeeds({ ...run(fold, 100), onProgress: (count) => done.push(count) }, host);
    expect(inOrder(fold)).toEqual(upTo(100));
    expect([host.workers, host.isClosed]).toEqual(isPool ? [cores, true] : [0, false]);
    expect(done.at(-1)).toBe(100);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  });

  it("throws what the lowest seed threw, as a single run would, and closes the pool", async () => {
    const fails = [70, 42, 43];
    const host = new Host(4, 300, fails);
    const failed = runSeeds(run(new Fold(), 100), host);
    await expect(failed).rejects.toThrow(new SimulationError("seed 42: too many events"));
    expect(host.isClosed).toBe(true);
    const alone = runSeeds(run(new Fold(fails), 100), new Host(1, 300));
    await expect(alone).rejects.toThrow(new SimulationError("seed 42: too many events"));
  });

  it("tells where a mistake of the program is", () => {
    const error = toError({
      seed: 5,
      message: "no such pod",
      isTheCallers: false,
      stack: "at f.ts:1",
    });
    expect(error).not.toBeInstanceOf(SimulationError);
    expect(error.stack).toBe("seed 5: no such pod\nat f.ts:1");
  });
});

const scenario = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "a:1"}]}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: flaky}
spec:
  model: kubernetes
  duration: 20s
  behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}
  expect:
  - {check: exit, of: app#1, code: 1}
  - {check: start, of: app#2, from: app#1.exit, window: [0, 0.5], note: by chance}
`;

describe("relist --seeds", () => {
  const place = folder({ "flaky.yaml": scenario });
  afterAll(() => place.remove());

  it("shows how early and how late each thing happens", () => {
    const { status, stdout, stderr } = place.run(["run", "flaky.yaml", "--seeds", "5..20"]);
    expect([status, stderr]).toEqual([0, expect.stringContaining("spec.expect")]);
    expect(stdout).toMatch(/^flaky .*seeds 5 to 20\n/);
    expect(stdout).toMatch(/\nweb\/app#2\.start +10\.6s \[10(\.\d)?s, 1[01](\.\d)?s\]\n/);
  });

  it("shows it of what the call says of a container", () => {
    const behave = "app: exit 3 after 7s";
    const { status, stdout } = place.run(["run", "flaky.yaml", "--seeds", "3", "--behave", behave]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^web\/app#1\.exit 3 Error +7s$/m);
  });

  it("writes the same bytes from standard input, and a line for each milestone", () => {
    const args = ["--seeds", "5", "--output", "jsonl"];
    const ofFile = place.run(["run", "flaky.yaml", ...args]);
    const ofPipe = place.run(["run", "-", ...args], { input: scenario });
    expect(ofPipe.stdout).toBe(ofFile.stdout);
    const keys = ofFile.stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { key: string }).key);
    expect(keys).toContain("web/app#2.start");
  });

  it("judges each seed, and says which do not hold", () => {
    const { status, stdout } = place.run(["check", "flaky.yaml", "--seeds", "20"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /seeds +1, [^]*\(\d+\s+of\s+20\);\s+what\s+is\s+seen\s+is\s+of\s+seed\s+1\n/,
    );
    expect(stdout).toContain("flaky: 1 passed, 1 failed, 0 skipped, with 20 seeds (1 to 20)");
    const json = place.run(["check", "flaky.yaml", "--seeds", "20", "--output", "json"]).stdout;
    const [{ seeds, results }] = (
      JSON.parse(json) as { scenarios: [{ seeds: unknown; results: { failedSeeds: number[] }[] }] }
    ).scenarios;
    expect(seeds).toEqual({ from: 1, to: 20 });
    expect(results.map(({ failedSeeds }) => failedSeeds.includes(1))).toEqual([false, true]);
    const junit = place.run(["check", "flaky.yaml", "--seeds", "20", "--output", "junit"]).stdout;
    expect(junit).toMatch(/seeds: 1, .*of 20/);
  });

  it.each(["0..", "7..3", "x", "-3", "1..2000000", "1.5"])("refuses --seeds %s", (range) => {
    const { status, stderr } = place.run(["run", "flaky.yaml", `--seeds=${range}`]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("Expected how many seeds (200)")]);
  });

  it("refuses an inspector of several runs", () => {
    const { status, stderr } = place.run(["run", "flaky.yaml", "--seeds", "2", "--inspect"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("--inspect shows one run")]);
  });
});
