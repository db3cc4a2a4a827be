/**
 * Static pods on a node: what becomes of a pod when its file is written, edited, broken, copied or
 * removed, and of its mirror in the API.
 *
 * Models: kubernetes/pkg/kubelet/config/file.go, file_linux.go, common.go; pod_workers.go
 * allowStaticPodStart; kubelet.go tryReconcileMirrorPods; pod/mirror_client.go.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeOptions, type KubeRun, kube, versions } from "../support/kube-run.ts";

/** A manifest as the text of a file. */
function manifest(name = "web", spec = 'containers: [{name: app, image: "app:1"}]'): string {
  return `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {${spec}}}`;
}

const image = (tag: number): string => `containers: [{name: app, image: "app:${tag}"}]`;

function write(at: number, path: string, content: string): string {
  return `{at: ${at}, action: writeFile, path: ${path}, content: ${JSON.stringify(content)}}`;
}

function play(stimuli: readonly string[], options: KubeOptions = {}, more = ""): KubeRun {
  const yaml = `duration: 180s\nstimuli: [${stimuli.join(", ")}]\n${more}`;
  return kube(yaml, { version: "1.36", ...options });
}

const app = "web-node-1/app";
const mirror = "web-node-1";
const slowEnd = 'behaviour: {"*/*": {sigterm: {exitAfter: 3, exitCode: 0}}}';
const noEnd = 'behaviour: {"*/*": {sigterm: ignored}}';

describe("a static pod", () => {
  it.each(versions)("starts when its file is there, its mirror before it: %s (§9)", (version) => {
    const run = play([write(5, "web.yaml", manifest())], { version });
    expect(run.start(app)).toBe(5);
    const added = run
      .of("pod")
      .filter(({ source, change }) => source === "api" && change === "added");
    const created = run.of("container").find(({ to }) => to === "Creating");
    expect(added).toHaveLength(1);
    expect(added[0]?.seq).toBeLessThan(created?.seq ?? 0);
    expect(run.statuses(mirror).at(-1)).toMatchObject({ phase: "Running" });
  });

  it.each(versions)("is not touched by a comment in its file: %s (S42)", (version) => {
    const stimuli = [write(5, "web.yaml", manifest()), write(40, "web.yaml", `# x\n${manifest()}`)];
    const run = play(stimuli, { version });
    expect(run.lives(app)).toHaveLength(1);
    expect(run.signals(app)).toEqual([]);
  });

  it.each(versions)("is replaced after an edit, one after the other: %s (S41, B21)", (version) => {
    const stimuli = [
      write(5, "web.yaml", manifest()),
      write(40, "web.yaml", manifest("web", image(2))),
    ];
    const run = play(stimuli, { version }, slowEnd);
    expect(run.signals(app)).toEqual([["TERM", 40]]);
    expect(run.end(app)).toBe(43);
    expectWithin(run.start(app, 2) - 40, [10, 16]);
    const uids = new Set(run.of("container").map(({ uid }) => uid));
    expect(uids.size).toBe(2);
    expect(run.statuses(mirror).at(-1)?.containerStatuses[0]?.restartCount).toBe(0);
  });

  it.each(versions)("ends by its spec's grace when its file goes: %s (§9, B15)", (version) => {
    const stimuli = [
      write(5, "web.yaml", manifest()),
      "{at: 40, action: removeFile, path: web.yaml}",
    ];
    const run = play(stimuli, { version }, noEnd);
    expect(run.signals(app)).toEqual([
      ["TERM", 40],
      ["KILL", 70],
    ]);
    expectWithin(run.pod("removed", mirror), [40, 40]);
    const mirrorGone = run
      .of("pod")
      .find(({ source, change }) => source === "api" && change === "removed");
    expectWithin(mirrorGone?.t ?? NaN, [70, 74]);
  });

  it.each(["1.32", "1.36"])(
    "whose file is broken ends at the next scan: %s (B21, st-04)",
    (version) => {
      const stimuli = [
        write(5, "web.yaml", manifest()),
        write(5, "other.yaml", manifest("other")),
        write(40, "web.yaml", "{ no"),
        write(120, "web.yaml", manifest()),
      ];
      const run = play(stimuli, { version });
      expectWithin(run.sigterm(app) - 40, [0, 20]);
      expect(run.start(app, 2)).toBe(120);
      expect(run.signals("other-node-1/app")).toEqual([]);
      expect(new Set(run.of("container").map(({ uid }) => uid)).size).toBe(2);
    },
  );

  it.each([1, 2, 3, 4, 5, 6])("is found broken within 20 s from the start on: seed %d", (seed) => {
    const stimuli = [
      write(1, "web.yaml", manifest()),
      write(1, "other.yaml", manifest("other")),
      write(2, "web.yaml", "{ no"),
    ];
    expectWithin(play(stimuli, { seed }).sigterm(app) - 2, [0, 20]);
  });

  it.each(["1.32", "1.36"])(
    "is replaced by a copy of its file, and lost with it: %s (st-08)",
    (version) => {
      const stimuli = [
        write(5, "web.yaml", manifest()),
        write(40, "web.yaml.bak", manifest()),
        "{at: 80, action: removeFile, path: web.yaml.bak}",
      ];
      const run = play(stimuli, { version });
      const [first, second, third] = run.lives(app);
      expect(first?.end).toBe(40);
      expectWithin((second?.start ?? NaN) - 40, [10, 16]);
      expect(second?.end).toBe(80);
      expectWithin((third?.start ?? NaN) - 80, [0, 36]);
      expect(third?.end).toBeUndefined();
    },
  );

  it("is not read from a file whose name begins with a dot (§9)", () => {
    const run = play([write(5, ".web.yaml", manifest())]);
    expect(run.of("container")).toEqual([]);
  });

  it.each(versions)("of a name that two files have runs once: %s (S44)", (version) => {
    const stimuli = [write(5, "a.yaml", manifest()), write(5, "b.yaml", manifest("web", image(2)))];
    const run = play(stimuli, { version });
    const alive = run.lives(app).filter(({ end }) => end === undefined);
    expect(alive).toHaveLength(1);
    expect(overlaps(run)).toBe(false);
  });

  it.each(versions)("put back while it stops comes again with its UID: %s (§1.4)", (version) => {
    const stimuli = [
      write(5, "web.yaml", manifest()),
      "{at: 40, action: removeFile, path: web.yaml}",
      write(44, "web.yaml", manifest()),
    ];
    const more = 'behaviour: {"*/*": {sigterm: {exitAfter: 10, exitCode: 0}}}';
    const run = play(stimuli, { version }, more);
    expect(run.end(app)).toBe(50);
    expectWithin(run.start(app, 2) - 50, [0, 5]);
    expect(new Set(run.of("container").map(({ uid }) => uid)).size).toBe(1);
  });

  it("keeps its last content when all files are bad, and shows it again by accident (part 2 §9)", () => {
    const stimuli = [
      write(5, "web.yaml", manifest()),
      write(40, "web.yaml", "{ no"),
      write(100, "other.yaml", manifest("other")),
    ];
    const run = play(stimuli);
    expectWithin(run.sigterm(app) - 40, [0, 20]);
    expectWithin(run.start(app, 2) - 100, [0, 1]);
    expectWithin(run.end(app, 2) - 100, [0, 21]);
    expect(run.lives("other-node-1/app")).toMatchObject([{ start: 100, end: undefined }]);
  });
});

describe("the status of a static pod", () => {
  // pod_manager.go GetUIDTranslations keeps what the mirror shows until the mirror goes.
  it.each(versions)("is told its mirror to the end, though the file is gone: %s", (version) => {
    const run = play(
      [write(5, "web.yaml", manifest()), "{at: 40, action: removeFile, path: web.yaml}"],
      { version },
      slowEnd,
    );
    const sent = run.statuses(mirror).at(-1);
    expect(sent?.containerStatuses[0]?.state.terminated).toMatchObject({ exitCode: 0 });
    expect(sent?.uid).toMatch(/^mirror/);
    expectWithin(sent?.t ?? NaN, [43, 45]);
  });

  // status_manager.go needsUpdate: versions are kept by the UID of the mirror.
  it.each(versions)("goes to a new mirror with the next status of any pod: %s", (version) => {
    const stimuli = [
      write(5, "web.yaml", manifest()),
      write(5, "other.yaml", manifest("other")),
      "{at: 40, action: deletePod, pod: mirror(web)}",
      "{at: 40.1, action: removeFile, path: other.yaml}",
    ];
    for (const seed of [1, 2, 3, 4, 5]) {
      const run = play(stimuli, { version, seed });
      const anew = run.statuses(mirror).find(({ t }) => t >= 40);
      expect(anew?.uid).toMatch(/^mirror/);
      expectWithin(anew?.t ?? NaN, [40, 40.2]);
    }
  });
});

describe("the mirror of a static pod", () => {
  const deleted = (how: string, version: string): KubeRun =>
    play(
      [write(5, "web.yaml", manifest()), `{at: 40, action: deletePod, pod: mirror(web)${how}}`],
      { version },
    );
  const made = (run: KubeRun): readonly number[] =>
    run
      .of("pod")
      .filter(({ source, change }) => source === "api" && change === "added")
      .map(({ t }) => t);

  it.each(versions)("is made anew at once after a deletion: %s (S43, A2)", (version) => {
    const run = deleted("", version);
    expect(made(run)).toEqual([5, 40]);
    expect(run.lives(app)).toMatchObject([{ start: 5, end: undefined }]);
  });

  it.each(versions)("is made anew at the next resync after a forced one: %s (A2)", (version) => {
    const run = deleted(", force: true", version);
    const [, again = NaN] = made(run);
    expectWithin(again - 40, [20, 92]);
    expect(run.signals(app)).toEqual([]);
  });

  it.each(versions)(
    "comes at a resync where the API was away at the start: %s (B23)",
    (version) => {
      const stimuli = [
        "{at: 1, action: apiDown}",
        write(5, "web.yaml", manifest()),
        "{at: 20, action: apiUp}",
      ];
      const run = play(stimuli, { version });
      expect(run.start(app)).toBe(5);
      const [first = NaN] = made(run);
      expectWithin(first - 5, [60, 92]);
      expect(run.statuses(mirror)[0]?.t).toBeGreaterThanOrEqual(first);
    },
  );
});

describe("an API pod of a static pod's full name", () => {
  const stimuli = [
    "{at: 0, action: createPod, pod: web-node-1}",
    write(10, "web.yaml", manifest()),
    "{at: 30, action: deletePod, pod: web-node-1}",
  ];
  const both = (): KubeRun => play(stimuli, {}, "pods: {web-node-1: {containers: [{name: main}]}}");
  const ofMirror = (run: KubeRun) => run.of("pod").filter(({ uid }) => uid?.startsWith("mirror/"));

  it("keeps the mirror away as long as it is there, and runs beside the static pod (st-06)", () => {
    const run = both();
    expect(ofMirror(run).filter(({ t }) => t < 30)).toEqual([]);
    expect(run.end("web-node-1/main")).toBe(30);
    expect(run.lives(app)).toMatchObject([{ start: 10, end: undefined }]);
  });

  it("takes the name with it: the mirror is then made at each resync and deleted again (B22)", () => {
    const run = both();
    const at = (which: string): readonly number[] =>
      ofMirror(run)
        .filter(({ change }) => change === which)
        .map(({ t }) => t);
    const [made, gone] = [at("added"), at("removed")];
    expectWithin(made[0] ?? NaN, [60, 102]);
    expect(made.length).toBe(gone.length);
    made.forEach((t, index) => expectWithin((gone[index] ?? NaN) - t, [0, 2]));
  });
});

function overlaps(run: KubeRun): boolean {
  const lives = run.lives(app);
  return lives.some(({ end = Infinity }, at) => (lives[at + 1]?.start ?? Infinity) < end);
}
