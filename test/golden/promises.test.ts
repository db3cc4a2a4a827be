/** The tests that the textbook names, by name: seed-notes B22 to B27, and the waits of B13. */
import { expect, it } from "vitest";
import { NodePlayer } from "./replay.ts";
import type { PodSpec, RoundOutcome, SeedAction, SeedRound } from "./seed-ticks.ts";

const apiserver = pod("kube-apiserver");
const web = pod("web");
const worker = pod("worker");

it("removes in the next round what appears without the kubelet knowing (seed-notes B22)", () => {
  const node = new NodePlayer("ticker", "stored");
  tick(node, files(web));
  const stray = { name: "x", startupTicks: 0, failAfter: 0 };
  const { seen, list, log } = tick(node, { do: "runtimeCreate", pod: "stray", container: stray });
  expect(seen.map(nameOf)).toEqual(["stray/x", "web/app"]);
  expect(list.map(nameOf)).toEqual(["web/app"]);
  expect(log).toEqual([{ t: 1, code: "removed", key: "stray/x" }]);
});

it("takes 5 lists for 5 rounds, however often somebody looks (seed-notes B23, A24)", () => {
  const node = new NodePlayer("ticker", "stored");
  tick(node, files(web));
  for (let round = 2; round <= 5; round++) {
    tick(node, { do: "callRunning" }, { do: "callList" });
    expect(node.node.counters.lists).toBe(round);
  }
});

it("starts only what files declare while it was never linked (seed-notes B24, B4, B17)", () => {
  const node = new NodePlayer("ticker", "stored");
  const { results } = tick(node, files(apiserver), { do: "deliver", pods: [web] });
  expect(results).toEqual([null, false]);
  expect(ticks(node, 5).running).toEqual(["kube-apiserver/apiserver"]);
});

it("lets the other pods follow once the store is up (seed-notes B25, B32, B33)", () => {
  const node = new NodePlayer("ticker", "stored");
  tick(node, files(apiserver));
  ticks(node, 2);
  const up = tick(node, { do: "link", up: true }, { do: "deliver", pods: [worker, web] });
  expect(up.log).toEqual([
    { t: 3, code: "store-reachable" },
    { t: 3, code: "created", key: "web/app", source: "apiserver" },
    { t: 3, code: "created", key: "worker/app", source: "apiserver" },
  ]);
  expect(ticks(node, 2)).toMatchObject({
    now: 6,
    counters: { relists: 6 },
    running: ["kube-apiserver/apiserver", "web/app", "worker/app"],
  });
});

it("keeps both kinds of pods running when the link is cut (seed-notes B26, B18, B19)", () => {
  const node = linked();
  tick(node, { do: "link", up: false });
  const { list, linked: isLinked } = ticks(node, 5);
  expect(isLinked).toBe(false);
  expect(list.map(({ id, state }) => [id, state])).toEqual([
    ["c1", "Running"],
    ["c2", "Running"],
  ]);
});

it("creates again what falls while the link is cut (seed-notes B27)", () => {
  const node = linked();
  const { log } = tick(node, { do: "link", up: false }, { do: "kill", id: "c2" });
  expect(log.map(({ code }) => code)).toEqual(["store-unreachable", "crashed"]);
  const { list } = tick(node);
  expect(list.map(({ id, state }) => [id, state])).toEqual([
    ["c1", "Running"],
    ["c3", "Running"],
  ]);
});

it("waits 1, 2, 4, 8, 8 ticks, from the round that sees the exit (seed-notes B13, A3)", () => {
  const node = new NodePlayer("ticker", "stored");
  tick(node, files(pod("web", 1)));
  const lines = Array.from({ length: 40 }, () => tick(node)).flatMap(({ log }) => log);
  const crashes = lines.filter(({ code }) => code === "crashed");
  const creations = lines.filter(({ code }) => code === "recreated");
  expect(crashes.map(({ wait }) => wait).slice(0, 6)).toEqual([1, 2, 4, 8, 8, 8]);
  const waited = creations.map(({ t }, at) => t - (crashes[at]?.t ?? 0));
  expect(waited).toEqual([1, 2, 4, 8, 8, 8]);
});

it("catches up by itself once the link is back (seed-notes B20, A17)", () => {
  const node = linked();
  tick(node, { do: "link", up: false });
  expect(tick(node, { do: "deliver", pods: [worker] }).results).toEqual([false]);
  expect(tick(node, { do: "link", up: true }).log).toEqual([
    { t: 4, code: "store-reachable" },
    { t: 4, code: "created", key: "worker/app", source: "apiserver" },
    { t: 4, code: "removed", key: "web/app" },
  ]);
});

it("leaves Exited what is not to run again, and says so once (seed-notes B12, A1)", () => {
  const node = new NodePlayer("ticker", "stored");
  tick(node, files({ ...pod("once", 1), restart: false }));
  const outcomes = Array.from({ length: 20 }, () => tick(node));
  expect(outcomes.flatMap(({ log }) => log)).toEqual([
    { t: 1, code: "not-recreated", key: "once/app" },
  ]);
  expect(outcomes.at(-1)).toMatchObject({
    list: [{ id: "c1", state: "Exited" }],
    counters: { creates: 1, removes: 0 },
  });
});

it("takes a key once that is declared twice, and names both (seed-notes A13)", () => {
  const node = linked();
  tick(node, files(apiserver, pod("web", 3)));
  const warnings = node.node.records.flatMap((record) =>
    record.type === "warning" ? record.message : [],
  );
  expect(warnings).toEqual([
    expect.stringMatching(/^web\/app is declared twice: .*a file.* in force.*the API.* ignored$/),
  ]);
  expect(tick(node)).toMatchObject({
    counters: { creates: 2 },
    desired: [{ pod: "kube-apiserver" }, { pod: "web", source: "file" }],
  });
});

it("removes nothing that is declared when the kubelet starts anew (seed-notes A21)", () => {
  const node = linked();
  const { log, counters } = tick(node, { do: "restartKubelet" });
  expect(log).toEqual([{ t: 2, code: "files-reloaded", count: 1 }]);
  expect(counters).toMatchObject({ creates: 2, removes: 0 });
});

function pod(name: string, failAfter = 0): PodSpec {
  const container = name === "kube-apiserver" ? "apiserver" : "app";
  return { name, restart: true, containers: [{ name: container, startupTicks: 0, failAfter }] };
}

function files(...pods: readonly PodSpec[]): SeedAction {
  return { do: "setFilePods", pods };
}

/** A node with one pod of each source, one round old. */
function linked(): NodePlayer {
  const node = new NodePlayer("ticker", "stored");
  tick(node, files(apiserver), { do: "link", up: true }, { do: "deliver", pods: [web] });
  tick(node);
  return node;
}

function tick(node: NodePlayer, ...actions: readonly SeedAction[]): RoundOutcome {
  const round: SeedRound = { actions, advance: "tick" };
  return node.play(round);
}

function ticks(node: NodePlayer, count: number): RoundOutcome {
  const outcomes = Array.from({ length: count }, () => tick(node));
  const last = outcomes.at(-1);
  if (last === undefined) throw new Error("no tick, no outcome");
  return last;
}

function nameOf({ pod: podName, name }: RoundOutcome["list"][number]): string {
  return `${podName}/${name}`;
}
