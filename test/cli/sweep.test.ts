/** `compare --seeds`, `--vary` and `--shard`, and `merge`, as they are called. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folder } from "./relist.ts";

const place = folder();
afterAll(() => place.remove());

const demo = resolve("docs/examples/bootstrap.yaml");
const lossy = ["compare", demo, "--faults", "drop=0.05"];

interface SweepData {
  readonly cells: readonly {
    readonly end: number;
    readonly vary: Readonly<Record<string, string>>;
    readonly variants: readonly {
      readonly name: string;
      readonly converged: number;
      readonly measures: Readonly<Record<"converge" | "apart", { readonly worst: number }>>;
    }[];
  }[];
}

describe("relist compare --seeds", () => {
  const call = [...lossy, "--seeds", "60", "--output", "json"];
  const whole = place.run(call);

  it("level converges with all, edge does not, evented within its relist period", () => {
    const { cells } = JSON.parse(whole.stdout) as SweepData;
    const [level, edge, evented] = cells[0]?.variants ?? [];
    expect([level?.converged, evented?.converged]).toEqual([60, 60]);
    expect(edge?.converged).toBeLessThan(60);
    expect(evented?.measures.converge.worst).toBeGreaterThan(200);
    expect(evented?.measures.converge.worst).toBeLessThanOrEqual(300);
    expect(whole.status).toBe(0);
  });

  it.each([
    ["level", 0],
    ["level,evented", 0],
    ["edge", 1],
  ])("--require %s: exit status %i", (names, status) => {
    const result = place.run([...lossy, "--seeds", "20", "--require", names]);
    expect(result).toMatchObject({ status });
    expect(result.stderr.includes("note: --require: edge did not converge\n")).toBe(status === 1);
    expect(result.stdout).toMatch(/^converged +✓ 20 of 20 +✗ \d+ of 20 +✓ 20 of 20$/m);
  });

  it("in shards that are merged has the same bytes", () => {
    [1, 2, 3].forEach((part) => {
      const shard = ["--shard", `${part}/3`, "--out", `parts/${part}.json`];
      place.write("parts/made", "");
      expect(place.run([...call, ...shard])).toMatchObject({ status: 0, stdout: "" });
    });
    const merged = place.run(["merge", "parts", "--output", "json"]);
    expect(merged.stdout).toBe(whole.stdout);
    const files = ["parts/3.json", "parts/1.json"];
    const some = place.run(["merge", ...files]);
    expect(some.stdout).toContain("seeds 1 to 20, 41 to 60");
    expect(some.stderr).toBe("note: of the seeds 1 to 60 no file has 21 to 40\n");
    expect(merged.stderr).toBe("");
  });

  it("takes its shard from an Indexed Job, which counts from 0", () => {
    const shard = ["--seeds", "6", "--shard", "3", "--output", "json"];
    const env = { JOB_COMPLETION_INDEX: "1" };
    expect(place.run([...lossy, ...shard], { env }).stdout).toContain(
      '"seeds":[{"from":3,"to":4}]',
    );
  });

  it.each(["", "1.5", "1e0", "-1", "3"])("takes none from an index of %j", (index) => {
    const part = [...lossy, "--seeds", "6", "--shard", "3"];
    const { status, stderr } = place.run(part, { env: { JOB_COMPLETION_INDEX: index } });
    const found = `JOB_COMPLETION_INDEX: expected 0 to 2, found ${JSON.stringify(index)}\n`;
    expect([status, stderr]).toEqual([2, `error: --shard 3 takes its part from ${found}`]);
  });

  it("refuses to merge parts of different calls", () => {
    const write = (file: string, loss: string): void => {
      const seeds = ["--seeds", file === "a.json" ? "1..2" : "3..4"];
      const to = ["--output", "json", "--out", file];
      place.run(["compare", demo, "--faults", loss, ...seeds, ...to]);
    };
    write("a.json", "drop=0.1");
    write("b.json", "drop=0.2");
    const { status, stderr } = place.run(["merge", "a.json", "b.json"]);
    expect(status).toBe(2);
    expect(stderr).toBe(
      "b.json:1:1: error: is of another input or another call than a.json, " +
        "expected parts of one sweep\n",
    );
  });
});

describe("relist compare --vary", () => {
  it("runs every choice of the values", () => {
    const vary = ["--vary", "faults.drop=0,0.3", "--vary", "until=20s,1m", "--output", "json"];
    const { stdout, stderr } = place.run(["compare", demo, "--seeds", "3", ...vary]);
    const { cells } = JSON.parse(stdout) as SweepData;
    expect(cells.map((cell) => Object.values(cell.vary).join(" "))).toEqual([
      "0 20s",
      "0 1m",
      "0.3 20s",
      "0.3 1m",
    ]);
    // Notes on the input are told once.
    expect(stderr.match(/note:/g)).toHaveLength(1);
  });

  it("adds up what is said of one name, and refuses a value that is said twice", () => {
    const call = ["compare", demo, "--observe", "level,edge", "--seeds", "2"];
    const twice = [...call, "--vary", "faults.drop=0,0.1", "--vary", "faults.drop=0.9"];
    const { cells } = JSON.parse(place.run([...twice, "--output", "json"]).stdout) as SweepData;
    expect(cells.map(({ vary }) => vary["faults.drop"])).toEqual(["0", "0.1", "0.9"]);
    for (const values of ["faults.drop=0.10,0.1", "until=10s,10000ms"]) {
      const { status, stderr } = place.run([...call, "--vary", values]);
      expect([status, stderr]).toEqual([2, expect.stringContaining("each once")]);
    }
  });

  it("ends with the time that it names, as --until does", () => {
    const vary = ["--seeds", "1", "--vary", "until=15s", "--output", "json"];
    const { cells } = JSON.parse(place.run(["compare", demo, ...vary]).stdout) as SweepData;
    expect(cells.map(({ end }) => end)).toEqual([15]);
  });

  it("knows no version of Kubernetes where the model imitates none", () => {
    const refused = place.run(["compare", demo, "--vary", "kubernetes=1.34,1.36"]);
    const why = "the textbook model imitates no version of the kubelet";
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain(`error: --vary kubernetes: ${why}\n`);
    const noted = place.run(["compare", demo, "--observe", "level", "--kubernetes", "1.34"]);
    expect(noted.status).toBe(0);
    expect(noted.stderr).toContain(`note: --kubernetes is left aside: ${why}\n`);
  });

  it("takes how long a call of the runtime takes", () => {
    const vary = ["--vary", "runtime.latency.create=0,1s,5s", "--output", "json"];
    const { stdout } = place.run(["compare", demo, "--observe", "level,edge", ...vary]);
    const { cells } = JSON.parse(stdout) as SweepData;
    const apart = cells.map(({ variants }) => variants[0]?.measures.apart.worst ?? 0);
    expect(apart).toEqual(apart.toSorted((a, b) => a - b));
    expect(new Set(apart).size).toBe(3);
  });

  it("tells of a value that is none before anything runs", () => {
    const { status, stderr } = place.run(["compare", demo, "--vary", "faults.drop=0,2"]);
    expect(status).toBe(2);
    expect(stderr).toContain('--faults:1:1: error: is not understood, found "2"');
  });
});

describe("relist compare --shrink", () => {
  it("writes the smallest case as a scenario, which shows it again", () => {
    const { status, stderr } = place.run([...lossy, "--shrink", "--out", "smallest.yaml"]);
    expect(status).toBe(0);
    expect(stderr).toContain(
      "note: with seed 7, of 3 pods, 3 containers, 7 events and 1 fault there remain 1 pod, " +
        "1 container, 1 event and 1 fault\nnote: level converged 1.5s after the last",
    );
    const again = ["compare", "smallest.yaml", "--require", "edge"];
    const note = "note: --require: edge did not converge\n";
    expect(place.run([...again, "--until", "1h"])).toMatchObject({ status: 1, stderr: note });
  });

  it("says where there is none", () => {
    const { status, stdout, stderr } = place.run(["compare", demo, "--shrink", "--seeds", "3"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("with no seed of 1 to 3 it is so that level converges and edge");
  });
});

describe("relist compare --variant", () => {
  const silent =
    "export default { transition: (s) => s, getInitialSnapshot: () => ({ status: 1 }) };";

  it.each([
    ["none.mjs", "export const kubelet = 1;", "has no actor logic; export one as kubelet or as"],
    ["broken.ts", "export const kubelet = ;", "/broken.ts:1:24: Unexpected token"],
    ["level.mjs", silent, "two are called level; give the file another name"],
  ])("%s is refused", (name, text, said) => {
    place.write(name, text);
    const { status, stderr } = place.run(["compare", demo, "--variant", name]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it("is for the textbook alone", () => {
    place.write("silent.mjs", silent);
    const call = ["compare", resolve("docs/examples/crash-loop.yaml"), "--variant", "silent.mjs"];
    expect(place.run(call)).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("relist compare --seeds --output html", () => {
  it("is one page that runs nothing", () => {
    const title = "</title><script>alert(1)</script>";
    place.write(
      "evil.yaml",
      readFileSync(demo, "utf8").replace("Bootstrap from nothing", JSON.stringify(title)),
    );
    const call = ["compare", "evil.yaml", "--faults", "drop=0.2", "--output", "html"];
    const result = place.run([...call, "--seeds", "3", "--out", "page.html"]);
    expect(result).toMatchObject({ status: 0, stdout: "" });
    const html = readFileSync(join(place.path, "page.html"), "utf8");
    expect(html).not.toContain("<script");
    expect(html).toContain("<title>&lt;/title&gt;&lt;script&gt;alert(1)");
    expect(html).toContain("default-src 'none'");
    expect(html.match(/<path class="area"/g)).toHaveLength(3);
    expect(html).not.toContain("NaN");
  });
});
