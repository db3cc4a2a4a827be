/** The run of `relist serve`, without a network: what is asked of it, and what it says. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { prepareTexts } from "../../src/scenario/input-texts.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import type { Command, LiveState, ServerMessage } from "../../src/web/live-protocol.ts";
import { LiveRun } from "../../src/web/live-run.ts";
import { Session, type SessionInput } from "../../src/web/session.ts";

const file = "docs/examples/bootstrap.yaml";
const texts = { sources: [{ file, text: readFileSync(file, "utf8") }], named: {}, overrides: {} };

class Looker {
  readonly live = new LiveRun();
  readonly refused: string[] = [];
  refusedLast = "";

  hear(message: ServerMessage): void {
    // As over the wire.
    const heard = JSON.parse(JSON.stringify(message)) as ServerMessage;
    this.live.take(heard);
    if (heard.type !== "state" || heard.refused === this.refusedLast) return;
    this.refusedLast = heard.refused;
    if (heard.refused !== "") this.refused.push(heard.refused);
  }

  get state(): LiveState {
    const { state } = this.live;
    if (state === undefined) throw new Error("no state has been told");
    return state;
  }

  get records(): readonly TraceRecord[] {
    return this.recordsOf(0);
  }

  recordsOf(side: number): readonly TraceRecord[] {
    return this.live.runs()?.[side]?.records ?? [];
  }
}

function open(input: SessionInput = { texts }) {
  const looker = new Looker();
  const session = new Session(input, (message) => looker.hear(message));
  session.greeting().forEach((message) => looker.hear(message));
  const say = (command: Command): void => session.handle(command);
  return { session, looker, say };
}

const withoutVerdict = runScenario(prepareTexts(texts)).records.slice(0, -1);

describe("a run that is played", () => {
  it("has the trace of the command line, in however many pieces", () => {
    const { session, looker, say } = open();
    say({ do: "play" });
    for (const ms of [30, 51, 1000, 7, 12_345, 50, 20_000]) session.tick(ms);
    expect(looker.records).toEqual(withoutVerdict);
    expect(looker.state).toMatchObject({ nowMs: 20_000, isPlaying: false });
  });

  it("goes at the speed that is asked for, and at the fastest in a few moments", () => {
    const { session, looker, say } = open();
    say({ do: "speed", speed: 5 });
    say({ do: "play" });
    session.tick(100);
    expect(looker.state).toMatchObject({ nowMs: 500, speed: 5, isPlaying: true });
    say({ do: "speed", speed: 0 });
    session.tick(4000);
    expect(looker.state.nowMs).toBe(20_000);
  });

  it("stands still when it is paused, and goes on beyond its end when it is wanted", () => {
    const { session, looker, say } = open();
    say({ do: "play" });
    session.tick(30_000);
    say({ do: "pause" });
    session.tick(1000);
    expect(looker.state.nowMs).toBe(20_000);
    say({ do: "play" });
    session.tick(1000);
    expect(looker.state.nowMs).toBe(21_000);
  });

  it("steps to the next list and to the next news", () => {
    const { looker, say } = open();
    say({ do: "step", to: "list" });
    expect(looker.records.filter(({ type }) => type === "relist")).toHaveLength(1);
    say({ do: "step", to: "list" });
    expect(looker.state.nowMs).toBe(1000);
    say({ do: "step", to: "record" });
    expect(looker.state.nowMs).toBe(2000);
  });
});

describe("going back in a long run", () => {
  const long = () => {
    const opened = open();
    const { session, say } = opened;
    const playOn = (ms: number): void => {
      say({ do: "play" });
      session.tick(ms);
    };
    const kill = (of: string): void =>
      say({ do: "apply", entry: { action: "killContainer", of, exitCode: 1 } });
    playOn(10_250);
    kill("worker/app#1");
    playOn(30_000);
    playOn(1_500_000);
    kill("worker/app#2");
    playOn(1_000_000);
    return opened;
  };

  it("is done in pieces, of which is told, and gives what was there", () => {
    const { session, looker, say } = long();
    const before = looker.records.filter(({ t }) => t <= 2000);
    expect(before.length).toBeGreaterThan(2000);
    say({ do: "branch", atMs: 2_000_000 });
    expect(looker.state).toMatchObject({ current: 1, goingBack: { toMs: 2_000_000 } });
    say({ do: "play" });
    expect(looker.refused).toEqual(["wait: the run is going back to 33m20s"]);
    const shares: number[] = [];
    while (session.isGoingBack) {
      shares.push(looker.state.goingBack?.share ?? 0);
      session.tick(50);
    }
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(looker.state).toMatchObject({ current: 2, nowMs: 2_000_000, isPlaying: false });
    expect(looker.records).toEqual(before);
  });
});

describe("what is done to it", () => {
  const killWeb: Command = {
    do: "apply",
    entry: { action: "killContainer", of: "worker/app#1", exitCode: 1 },
  };
  const at10 = () => {
    const opened = open();
    opened.say({ do: "play" });
    opened.session.tick(10_250);
    return opened;
  };

  it("happens now, and is explained as what somebody did", () => {
    const { looker, say } = at10();
    say(killWeb);
    const run = looker.live.runs()?.[0];
    const death = run?.records.findLast((record) => record.type === "container");
    expect(death).toMatchObject({ t: 10.25, to: "Exited", exitCode: 1 });
    const told = death && run?.explain(death);
    expect(told?.root).toBe("hand");
    expect(looker.state.branches[0]?.applied).toHaveLength(1);
  });

  it("is read with what came before it, as if all had been read at once", () => {
    const { session, looker, say } = at10();
    const acts: Command[] = [
      killWeb,
      { do: "apply", entry: { action: "addContainer", pod: "stray", container: "x" } },
      { do: "apply", entry: { action: "kubeletRestart", downFor: "1s" } },
    ];
    for (const act of acts) {
      // Somebody looks between any two messages.
      looker.live.runs();
      say(act);
      session.tick(900);
    }
    const other = new Looker();
    session.greeting().forEach((message) => other.hear(message));
    const said = (run = looker.live.runs()?.[0]) => [
      run?.picture,
      run?.divergence,
      run?.news.map((record) => [run.wordsOf(record), run.explain(record)]),
    ];
    expect(looker.state.branches).toHaveLength(1);
    expect(said()).toEqual(said(other.live.runs()?.[0]));
  });

  it("declares what it wrote into a file, from then on and not before", () => {
    const { session, looker, say } = open();
    say({ do: "play" });
    session.tick(5000);
    const path = "kube-apiserver.yaml";
    const content = JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "kube-apiserver" },
      spec: {
        containers: [
          { name: "apiserver", image: "x:2" },
          { name: "extra", image: "example.com/y:1" },
        ],
      },
    });
    say({ do: "apply", entry: { action: "writeFile", path, content } });
    session.tick(6000);
    const run = looker.live.runs()?.[0];
    const rowsAt = (ms: number) =>
      (run?.history.at(run.countAt(ms)).rows ?? []).filter(({ pod }) => pod === "kube-apiserver");
    const rowOf = (container: string) => ({ container, state: "Running", verdict: "agrees" });
    expect(rowsAt(4900)).toMatchObject([rowOf("apiserver")]);
    expect(rowsAt(11_000)).toMatchObject([rowOf("apiserver"), rowOf("extra")]);
    expect(run?.divergence.at(-1)?.apart).toBe(0);
  });

  it("is one branch, however much is done while it plays", () => {
    const { session, looker, say } = at10();
    for (let count = 0; count < 45; count++) {
      say({ do: "apply", entry: { action: count % 2 === 0 ? "apiDown" : "apiUp" } });
      session.tick(200);
    }
    expect(looker.state).toMatchObject({ nowMs: 19_250, isPlaying: true });
    expect(looker.state.branches.map(({ applied }) => applied.length)).toEqual([45]);
  });

  it("at an earlier moment begins a branch, which has the same past to the byte", () => {
    const { looker, say } = at10();
    const before = looker.records;
    say({ ...killWeb, atMs: 6000 });
    expect(looker.state).toMatchObject({ current: 2, nowMs: 6000 });
    expect(looker.state.branches[1]?.from).toEqual({ branch: 1, atMs: 6000 });
    const past = before.filter(({ t }) => t <= 6);
    expect(looker.records.slice(0, past.length)).toEqual(past);
    expect(looker.records[past.length]).toMatchObject({ type: "stimulus", t: 6 });
    say({ do: "show", branch: 1 });
    expect(looker.records).toEqual(before);
  });

  it("stays in a branch that begins later, and is not in one that begins before", () => {
    const { looker, say } = at10();
    say({ ...killWeb, atMs: 6000 });
    say({ do: "branch", atMs: 6000 });
    expect(looker.state.branches.at(-1)?.applied).toEqual([]);
    say({ do: "show", branch: 2 });
    say({ do: "step", to: "list" });
    say({ do: "branch", atMs: 6500 });
    expect(looker.state.branches.at(-1)?.applied).toHaveLength(1);
  });

  it("that cannot be done is said, in the words of a scenario, and nothing has changed", () => {
    const { looker, say } = at10();
    const before = looker.records;
    say({ do: "apply", entry: { action: "killContainer", of: "nobody/app#1" } });
    expect(looker.refused).toHaveLength(1);
    expect(looker.refused[0]).toContain("nobody");
    say({ do: "apply", entry: { action: "deletePod" }, atMs: 3000 });
    expect(looker.refused).toHaveLength(2);
    expect(looker.state.branches).toHaveLength(1);
    expect(looker.records).toEqual(before);
  });

  it("that no kubelet can read is said with field and line", () => {
    const { looker, say } = at10();
    const content = [
      "apiVersion: v1",
      "kind: Pod",
      "metadata: {name: kube-apiserver}",
      "spec:",
      "  containers:",
      "  - name: apiserver",
      "    image: y",
    ].join("\n");
    const path = "kube-apiserver.yaml";
    say({ do: "apply", entry: { action: "writeFile", path, content } });
    const why = "line 7, column 12: spec.containers[0].image: wrong type";
    expect(looker.refused.at(-1)).toContain(
      `kube-apiserver.yaml is written, and no kubelet can read it: ${why}, found`,
    );
    expect(looker.records.find((record) => record.type === "source" && record.error)).toMatchObject(
      { error: expect.stringContaining(`${path}: ${why}`) as string },
    );
  });

  it("that an API server does not take is said in its words, and stands in the trace", () => {
    const source = { file: "pod.yaml", text: readFileSync("docs/examples/pod.yaml", "utf8") };
    const { looker, say } = open({ texts: { ...texts, sources: [source] } });
    say({ do: "step", to: "list" });
    const set = { "spec.restartPolicy": "Never" };
    say({ do: "apply", entry: { action: "updateObject", pod: "web", set } });
    expect(looker.refused.at(-1)).toContain("Forbidden: pod updates may not change fields");
    expect(looker.records.map(({ type }) => type)).toContain("rejected");
  });

  it("that is refused at an earlier moment begins no branch", () => {
    const source = { file: "pod.yaml", text: readFileSync("docs/examples/pod.yaml", "utf8") };
    const { looker, say } = open({ texts: { ...texts, sources: [source] } });
    for (let list = 0; list < 5; list++) say({ do: "step", to: "list" });
    const before = looker.records;
    const set = { "spec.restartPolicy": "Never" };
    say({ do: "apply", entry: { action: "updateObject", pod: "web", set }, atMs: 2000 });
    expect(looker.refused.at(-1)).toContain("Forbidden: pod updates may not change fields");
    expect(looker.state.branches).toHaveLength(1);
    expect(looker.records).toEqual(before);
  });

  it("at 0 s is done to what is there then", () => {
    const source = { file: "pod.yaml", text: readFileSync("docs/examples/pod.yaml", "utf8") };
    const { looker, say } = open({ texts: { ...texts, sources: [source] } });
    const entry = { action: "deletePod", pod: "web" };
    say({ do: "apply", entry });
    expect(looker.refused).toEqual([]);
    say({ do: "step", to: "list" });
    say({ do: "step", to: "list" });
    say({ do: "apply", entry, atMs: 0 });
    expect(looker.refused).toEqual([]);
    expect(looker.state.branches).toHaveLength(2);
    const deletions = looker.records.filter(({ type }) => type === "stimulus");
    expect(deletions).toHaveLength(1);
    expect(looker.records.map(({ type }) => type)).not.toContain("warning");
  });

  it("leaves a refusal until the next command that is carried out", () => {
    const { session, looker, say } = at10();
    say({ do: "apply", entry: { action: "killContainer", of: "nobody/app#1" } });
    expect(looker.live.notice).toContain("nobody");
    const other = new Looker();
    session.greeting().forEach((message) => other.hear(message));
    expect(other.live.notice).toContain("nobody");
    say({ do: "play" });
    expect(looker.live.notice).toBe("");
  });

  it("is lost with its server, and that is said until something else is asked for", () => {
    const { session, looker, say } = at10();
    say({ do: "apply", entry: { action: "killContainer", of: "nobody/app#1" } });
    const connect = (id: string, to: Session) =>
      [{ type: "server", id } as const, ...to.greeting()].forEach((each) => looker.hear(each));
    connect("one", session);
    connect("one", session);
    expect(looker.live.notice).toContain("nobody");
    connect("two", open().session);
    expect(looker.live.notice).toContain("the run began anew");
    expect(looker.state).toMatchObject({ nowMs: 0 });
    looker.live.forgetNotice();
    expect(looker.live.notice).toBe("");
  });

  it("does not begin at what has not been", () => {
    const { looker, say } = at10();
    say({ do: "branch", atMs: 10_251 });
    expect(looker.refused).toEqual(["a branch begins at what has been"]);
    expect(looker.state.branches).toHaveLength(1);
  });

  it("is no more than fifty branches", () => {
    const { looker, say } = at10();
    for (let count = 0; count < 60; count++) say({ do: "branch", atMs: 1000 });
    expect(looker.state.branches).toHaveLength(50);
    expect(looker.refused.at(-1)).toContain("50 branches");
  });
});

describe("two kubelets on one world", () => {
  const example = "docs/examples/lost-event.yaml";
  const lost = {
    texts: { ...texts, sources: [{ file: example, text: readFileSync(example, "utf8") }] },
    observes: ["level", "edge"],
  } as const;
  const alone = lost.observes.map((observe) => {
    const overrides = { observe };
    return runScenario(prepareTexts({ ...lost.texts, overrides })).records.slice(0, -1);
  });
  const both = (looker: Looker) => [0, 1].map((side) => looker.recordsOf(side));

  it("are each as it is alone", () => {
    const { session, looker, say } = open(lost);
    say({ do: "play" });
    for (const ms of [700, 8000, 11_300]) session.tick(ms);
    expect(both(looker)).toEqual(alone);
  });

  it("are stepped by the news of the one that is looked at, and stand at one time", () => {
    const { looker, say } = open(lost);
    say({ do: "step", to: "list", of: 1 });
    say({ do: "step", to: "record", of: 1 });
    const [level, edge] = both(looker);
    expect(looker.state.nowMs).toBe(1000 * (edge?.at(-1)?.t ?? 0));
    expect(level?.at(-1)?.t).toBeLessThanOrEqual(edge?.at(-1)?.t ?? 0);
    // One that lists no more has no next list, and the other still goes as far.
    say({ do: "step", to: "list", of: 1 });
    expect(looker.refused).toEqual(["no list by 1m2s"]);
  });

  it("are acted upon both, in a branch as well", () => {
    const { session, looker, say } = open(lost);
    say({ do: "play" });
    session.tick(6000);
    say({ do: "apply", entry: { action: "killContainer", of: "worker/app#1" }, atMs: 5000 });
    expect(looker.state.current).toBe(2);
    for (const records of both(looker)) {
      expect(records.at(-1)).toMatchObject({ t: 5 });
      expect(records.filter(({ t }) => t === 5).map(({ type }) => type)).toContain("stimulus");
    }
  });
});

describe("other texts", () => {
  const [source] = texts.sources;
  const edited = (from: string, to: string): Command => ({
    do: "edit",
    sources: [{ file, text: (source?.text ?? "").replaceAll(from, to) }],
  });
  const at10 = () => {
    const opened = open();
    opened.say({ do: "play" });
    opened.session.tick(10_250);
    return opened;
  };

  it("are run at once, from the start to where the run stands", () => {
    const { looker, say } = at10();
    say(edited("worker", "helper"));
    expect(looker.state).toMatchObject({ nowMs: 10_250, isPlaying: false, current: 1 });
    const pods = new Set(looker.records.flatMap((record) => ("pod" in record ? record.pod : [])));
    expect(pods).toEqual(new Set(["kube-apiserver", "web", "helper"]));
    expect(looker.live.texts?.sources[0]?.text).toContain("name: helper");
  });

  it("keep what was done, and say what can no longer be done", () => {
    const { looker, say } = at10();
    say({ do: "apply", entry: { action: "killContainer", of: "worker/app#1", exitCode: 3 } });
    say(edited("startup: 1s", "startup: 2s"));
    expect(looker.records.at(-1)).toMatchObject({ t: 10.25 });
    expect(looker.state.branches.map(({ applied }) => applied.length)).toEqual([1]);
    say(edited("worker", "helper"));
    expect(looker.refused.at(-1)).toContain("what was done at 10.25s is left out");
    expect(looker.state.branches.map(({ applied }) => applied.length)).toEqual([0]);
  });

  it("are those of the other branches, too, with what was done to each", () => {
    const { looker, say } = at10();
    const kill = { action: "killContainer", of: "web/app#1", exitCode: 3 };
    say({ do: "apply", entry: kill, atMs: 6000 });
    say({ do: "show", branch: 1 });
    say(edited("worker", "helper"));
    expect(looker.state).toMatchObject({ current: 1, nowMs: 10_250 });
    expect(looker.state.branches.map(({ applied }) => applied.length)).toEqual([0, 1]);
    say({ do: "show", branch: 2 });
    expect(looker.state).toMatchObject({ current: 2, nowMs: 6000 });
    expect(looker.records.some((record) => "pod" in record && record.pod === "helper")).toBe(true);
    expect(looker.records.some((record) => "pod" in record && record.pod === "worker")).toBe(false);
    expect(looker.records.filter(({ type, t }) => type === "stimulus" && t === 6)).toHaveLength(1);
  });

  it("that cannot be run, or of other files, are refused, and nothing has changed", () => {
    const { looker, say } = at10();
    const before = looker.records;
    say(edited("kind: Pod", "kind: Pot"));
    say({ do: "edit", sources: [{ file: "/etc/passwd", text: "" }] });
    say({ do: "edit", sources: [{ file, text: "" }] });
    expect(looker.refused).toHaveLength(3);
    expect(looker.refused[1]).toBe("only the files that are served can be edited");
    expect(looker.refused[2]).toContain(`nothing to simulate, found no document in ${file}`);
    expect(looker.records).toEqual(before);
  });
});

describe("who looks", () => {
  it("and comes later sees the same", () => {
    const { session, looker, say } = open();
    say({ do: "play" });
    session.tick(9000);
    const late = new Looker();
    session.greeting().forEach((message) => late.hear(message));
    expect(late.records).toEqual(looker.records);
    expect(late.state).toEqual(looker.state);
  });

  it.each([
    undefined,
    null,
    [],
    "play",
    { do: "sing" },
    { do: "speed", speed: -1 },
    { do: "play", more: 1 },
    { do: "apply", entry: { action: 1 } },
  ])("and says %j is told that it is no command", (message) => {
    const { session, looker } = open();
    session.handle(message);
    expect(looker.refused).toEqual(["this is no command of the page"]);
    expect(looker.state).toMatchObject({ nowMs: 0, isPlaying: false });
  });
});
