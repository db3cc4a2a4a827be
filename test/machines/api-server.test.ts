/**
 * The API server: each request and each change by others, with the link up and cut.
 * Models: kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete.
 */
import { describe, expect, it } from "vitest";
import { createActor, fromCallback } from "xstate";
import { registeredNode } from "../../machines/world/api-node.ts";
import { apiServerMachine } from "../../machines/world/api-server.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import { emptyPodStatus } from "../../src/model/kube-status.ts";
import { pod } from "../support/kube.ts";
import { Recorded } from "./recorded.ts";
import { reachable } from "./support.ts";

const replyTo = createActor(fromCallback(() => {}));
const web = pod({ name: "web" });
const other = pod({ name: "web", uid: "another" });
const nameOf = ({ namespace, name, uid }: KubePod) => ({ namespace, name, uid });

/** At 100 s, with `web` in it. */
function server(link: "up" | "cut", pods: readonly KubePod[] = [web], expiredGraceIsOne = true) {
  const toApiTime = (ms: number): number => ms;
  const input = { nodeName: "node", now: () => 100_000, toApiTime, expiredGraceIsOne };
  const effects = ["tell", "answer", "publish", "tellControllers"];
  const recorded = new Recorded(apiServerMachine, input, effects);
  for (const one of pods) recorded.send({ type: "user.create", pod: one });
  if (link === "up") {
    recorded.send({ type: "link.restore" });
    recorded.send({ type: "source.list", replyTo });
  }
  return recorded;
}

/** What an event leads to: `publish added, answer api.ok, tell ADDED`. */
function does(world: Recorded, event: Parameters<Recorded["send"]>[0]): string {
  return world
    .send(event)
    .flatMap(({ type, params }) => {
      const said = (Array.isArray(params) ? params : [params]) as readonly Said[];
      return said.map((one) => `${type} ${wordOf(one)}`.trim());
    })
    .join(", ");
}

interface Said {
  readonly type?: string;
  readonly change?: string;
  readonly up?: boolean;
  readonly reply?: { readonly type: string; readonly code?: string };
}

function wordOf({ type = "", change, up, reply }: Said): string {
  if (reply) return reply.code ?? reply.type;
  return change ?? (up === undefined ? type : String(up));
}

const call = { call: 7, replyTo };
const patch = { type: "api.patchStatus", pod: nameOf(web), status: emptyPodStatus, ...call };
const remove = { type: "api.deletePod", pod: nameOf(web), graceSeconds: 0, ...call };
const create = { type: "api.createPod", pod: pod({ name: "new" }), ...call };
const update = {
  type: "user.update",
  pod: nameOf(web),
  change: { labels: { a: "b" }, spec: web.spec },
};
const notReady = { type: "Ready", status: "False" };
const noSchedule = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
const noExecute = { ...noSchedule, effect: "NoExecute" };
const events = {
  "source.list": { type: "source.list", replyTo },
  "api.patchStatus": patch,
  "api.patchStatus of another UID": { ...patch, pod: nameOf(other) },
  "api.deletePod": remove,
  "api.deletePod of another UID": { ...remove, pod: nameOf(other) },
  "api.createPod": create,
  "api.createPod of a name that is taken": { ...create, pod: other },
  "api.getNode": { type: "api.getNode", ...call },
  "api.patchNodeStatus": { type: "api.patchNodeStatus", conditions: [notReady], ...call },
  "api.renewLease": { type: "api.renewLease", lease: registeredNode("node").lease, ...call },
  "controller.setConditions": { type: "controller.setConditions", conditions: [notReady] },
  "controller.swapTaints": { type: "controller.swapTaints", add: [noSchedule], remove: [] },
  "controller.swapTaints, NoExecute": {
    type: "controller.swapTaints",
    add: [noExecute],
    remove: [],
  },
  "user.create": { type: "user.create", pod: pod({ name: "new" }) },
  "user.create of a name that is taken": { type: "user.create", pod: other },
  "user.update": update,
  "user.update of another UID": { ...update, pod: nameOf(other) },
  "user.delete": { type: "user.delete", pod: "default/web" },
  "user.delete by force": { type: "user.delete", pod: "default/web", graceSeconds: 0 },
  "user.delete of nothing": { type: "user.delete", pod: "default/nothing" },
  "link.cut": { type: "link.cut" },
  "link.restore": { type: "link.restore" },
} as const;

const table: Readonly<Record<keyof typeof events, readonly [up: string, cut: string]>> = {
  "source.list": ["answer api.listed, tell api.node", "answer api.closed"],
  "api.patchStatus": ["answer api.ok, tell MODIFIED", "answer UNREACHABLE"],
  "api.patchStatus of another UID": ["answer NOT_FOUND", "answer UNREACHABLE"],
  "api.deletePod": [
    "publish terminating, publish removed, answer api.ok, tell MODIFIED, tell DELETED",
    "answer UNREACHABLE",
  ],
  "api.deletePod of another UID": ["answer NOT_FOUND", "answer UNREACHABLE"],
  "api.createPod": ["publish added, answer api.ok, tell ADDED", "answer UNREACHABLE"],
  "api.createPod of a name that is taken": ["answer ALREADY_EXISTS", "answer UNREACHABLE"],
  "api.getNode": ["answer api.ok", "answer UNREACHABLE"],
  "api.patchNodeStatus": [
    "publish status, answer api.ok, tell api.node, tellControllers api.node",
    "answer UNREACHABLE",
  ],
  "api.renewLease": ["answer api.ok, tellControllers api.lease", "answer UNREACHABLE"],
  "controller.setConditions": [
    "publish status, tell api.node, tellControllers api.node",
    "publish status, tellControllers api.node",
  ],
  "controller.swapTaints": [
    "publish taints, tell api.node, tellControllers api.node",
    "publish taints, tellControllers api.node",
  ],
  "controller.swapTaints, NoExecute": [
    "publish taints, tell api.node, tellControllers api.node, tellControllers node.tainted",
    "publish taints, tellControllers api.node, tellControllers node.tainted",
  ],
  "user.create": ["publish added, tell ADDED", "publish added"],
  "user.create of a name that is taken": ["", ""],
  "user.update": ["publish updated, tell MODIFIED", "publish updated"],
  "user.update of another UID": ["", ""],
  "user.delete": ["publish terminating, tell MODIFIED", "publish terminating"],
  "user.delete by force": [
    "publish terminating, publish removed, tell MODIFIED, tell DELETED",
    "publish terminating, publish removed",
  ],
  "user.delete of nothing": ["", ""],
  "link.cut": ["publish false, tell api.closed", ""],
  "link.restore": ["", "publish true"],
};

describe("with the link up", () => {
  it.each(Object.entries(table))("%s: [%s]", (name, [up]) => {
    expect(does(server("up"), events[name as keyof typeof events])).toBe(up);
  });
});

describe("with the link cut", () => {
  it.each(Object.entries(table))("%s: [… %s]", (name, [, cut]) => {
    expect(does(server("cut"), events[name as keyof typeof events])).toBe(cut);
  });
});

describe("a deletion", () => {
  const podsOf = (world: Recorded): readonly KubePod[] => [
    ...(world.context as { readonly pods: ReadonlyMap<string, KubePod> }).pods.values(),
  ];
  const del = (graceSeconds?: number) => ({
    type: "user.delete",
    pod: "default/web",
    ...(graceSeconds === undefined ? {} : { graceSeconds }),
  });
  /** What the API has after each of them: its grace and when it is over, in seconds. */
  const after = (graces: readonly (number | undefined)[], given = web, expiredIsOne = true) => {
    const world = server("up", [given], expiredIsOne);
    for (const grace of graces) world.send(del(grace));
    return podsOf(world).map(({ deletionGracePeriodSeconds: grace, deletionTimestampMs: ms }) => [
      grace,
      ms === undefined ? undefined : ms / 1000,
    ]);
  };

  it.each([
    ["has the pod's own grace", [undefined], [[30, 130]]],
    ["has the grace that was asked for", [5], [[5, 105]]],
    ["may have more than the pod's", [60], [[60, 160]]],
    ["of less than nothing has 1 s", [-1], [[1, 101]]],
    ["of 0 takes it away", [0], []],
    ["shortens one before it, counted from the first", [30, 10], [[10, 110]]],
    ["does not lengthen one before it", [5, 30], [[5, 105]]],
    ["by force takes away what was ending", [30, 0], []],
  ] as const)("%s (%s)", (_, graces, left) => {
    expect(after(graces)).toEqual(left);
  });

  it.each([
    [true, [[1, 100]]],
    [false, [[10, 40]]],
  ])("that shortens to what is over already, 1.33 and later: %s (B12)", (expiredIsOne, left) => {
    const ending = pod({
      name: "web",
      deletionTimestampMs: 60_000,
      deletionGracePeriodSeconds: 30,
    });
    expect(after([10], ending, expiredIsOne)).toEqual(left);
  });

  it.each(["Succeeded", "Failed"] as const)("of a pod that is %s takes it away", (phase) => {
    expect(after([undefined], pod({ name: "web", status: { phase } }))).toEqual([]);
  });

  it("tells of the mark before it tells of the end, so that a grace of 0 is known (A1)", () => {
    const [, told] = server("up")
      .send(del(0))
      .filter(({ type }) => type === "tell" || type === "publish");
    const news = told?.params as readonly { readonly change: string; readonly pod: KubePod }[];
    expect(news.map(({ change }) => change)).toEqual(["MODIFIED", "DELETED"]);
    expect(news.map(({ pod: { deletionGracePeriodSeconds: grace } }) => grace)).toEqual([0, 0]);
  });

  it("of 0 is stored before the end of one that was ending, too (recorded: api-termination)", () => {
    const world = server("up");
    world.send(del(30));
    const told = world.send(del(0)).find(({ type }) => type === "tell");
    const news = told?.params as readonly { readonly change: string; readonly pod: KubePod }[];
    expect(
      news.map(({ change, pod: { deletionGracePeriodSeconds: grace } }) => [change, grace]),
    ).toEqual([
      ["MODIFIED", 0],
      ["DELETED", 0],
    ]);
  });

  it("is stored in whole seconds, so that a grace of just as long is over (tm-04 a)", () => {
    const input = {
      now: () => 100_500,
      toApiTime: (ms: number) => Math.floor(ms / 1000) * 1000,
      expiredGraceIsOne: true,
    };
    const ending = pod({
      name: "web",
      deletionTimestampMs: input.toApiTime(90_500 + 60_000),
      deletionGracePeriodSeconds: 60,
    });
    const world = new Recorded(apiServerMachine, input, ["tell", "publish"]);
    world.send({ type: "user.create", pod: ending });
    world.send(del(10));
    expect(podsOf(world)[0]).toMatchObject({
      deletionGracePeriodSeconds: 1,
      deletionTimestampMs: 100_000,
    });
  });
});

describe("the API server", () => {
  it("gives all pods to who begins to watch", () => {
    const [listed] = server("up").send(events["source.list"]);
    const stored = { ...web, resourceVersion: "1" };
    expect(listed?.params).toEqual({ to: replyTo, reply: { type: "api.listed", pods: [stored] } });
  });

  it("tells of no change after an outage before it is asked for all anew (ListAndWatch)", () => {
    const world = server("up");
    world.send({ type: "link.cut" });
    world.send({ type: "link.restore" });
    expect(does(world, update)).toBe("publish updated");
    world.send(events["source.list"]);
    const change = { ...update.change, labels: { a: "c" } };
    expect(does(world, { ...update, change })).toBe("publish updated, tell MODIFIED");
  });

  it("writes no object that is as it was, and tells nobody (etcd3 GuaranteedUpdate)", () => {
    const world = server("up");
    expect(does(world, update)).toBe("publish updated, tell MODIFIED");
    expect(does(world, update)).toBe("");
    const change = { ...update.change, labels: { a: "c" } };
    const tell = world.send({ ...update, change }).find(({ type }) => type === "tell");
    expect(tell?.params).toMatchObject([{ pod: { resourceVersion: "3" } }]);
  });

  it("keeps a status, and all else of the pod as it was", () => {
    const world = server("up");
    const status = { ...emptyPodStatus, phase: "Running" as const };
    const tell = world.send({ ...patch, status }).find(({ type }) => type === "tell");
    expect(tell?.params).toEqual([
      { type: "api.watch", change: "MODIFIED", pod: { ...web, status, resourceVersion: "2" } },
    ]);
  });

  it.each([
    ["the labels alone", update.change, undefined],
    ["the spec, another generation", { spec: { ...web.spec, activeDeadlineSeconds: 9 } }, 2],
  ])("changes %s, and keeps what was written meanwhile", (_, change, generation) => {
    const world = server("up");
    const status = { ...emptyPodStatus, phase: "Running" as const };
    world.send({ ...patch, status });
    world.send({ type: "user.delete", pod: "default/web" });
    const told = world.send({ ...update, change }).find(({ type }) => type === "tell");
    const [news] = (told?.params ?? []) as readonly { readonly pod: KubePod }[];
    expect(news?.pod).toMatchObject({ ...change, status, deletionGracePeriodSeconds: 30 });
    expect(news?.pod.generation).toBe(generation);
  });

  it("does not bring a pod back that is gone, nor take the one in its place for it", () => {
    const world = server("up");
    world.send({ type: "user.delete", pod: "default/web", graceSeconds: 0 });
    expect(does(world, update)).toBe("");
    world.send({ type: "user.create", pod: other });
    expect(does(world, update)).toBe("");
  });

  it("reaches both states", () => {
    const toApiTime = (ms: number): number => ms;
    const input = { nodeName: "node", now: () => 0, toApiTime, expiredGraceIsOne: true };
    const link = [{ type: "link.restore" }, { type: "link.cut" }];
    expect(reachable(apiServerMachine, input, link)).toEqual(["reachable", "unreachable"]);
  });
});
