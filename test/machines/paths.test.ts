/** Every machine of the kubernetes model: each state is reached, and nothing breaks on any path. */
import { describe, expect, it } from "vitest";
import { type AnyStateMachine, createActor, fromCallback } from "xstate";
import { kubernetesNodeMachine } from "../../machines/kubelet/kubernetes-node.ts";
import { staticFilesMachine } from "../../machines/kubelet/static-files.ts";
import { registeredNode } from "../../machines/world/api-node.ts";
import { apiServerMachine } from "../../machines/world/api-server.ts";
import { type ContainerInput, containerMachine } from "../../machines/world/container.ts";
import { imagesMachine } from "../../machines/world/images.ts";
import { nodeLifecycleMachine } from "../../machines/world/node-lifecycle.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import { runtimeMachine } from "../../machines/world/runtime.ts";
import { sandboxesMachine } from "../../machines/world/sandboxes.ts";
import { taintEvictionMachine } from "../../machines/world/taint-eviction.ts";
import { emptyPodStatus } from "../../src/model/kube-status.ts";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";
import { pod } from "../support/kube.ts";
import { kubeletInput } from "../support/kubelet-core.ts";
import { kubeletWalk, podWorkerWalk } from "./kubelet-walks.ts";
import { behaving, config } from "./support.ts";
import { type Step, type Walker, after, eventsOf, restingStates, walk } from "./walk.ts";

const replyTo = createActor(fromCallback(() => {}));
const call = { call: 1, replyTo };
const web = pod();
const instances = new PodInstances();

function container(given: Partial<ContainerInput>): () => Walker {
  const script = { startupMs: 100, exitAfterMs: 500, exitCode: 7 };
  const input = { id: "c1", script, sigterm: { exitAfterMs: 200, exitCode: 0 }, ...given };
  return () => {
    const machine = containerMachine.provide({
      // Outside a runtime there is no parent to report to.
      actions: { reportRunning: () => {}, reportExited: () => {} },
    });
    const actor = createActor(machine, { input });
    actor.start();
    const now = () => actor.getSnapshot();
    return {
      actor,
      picture: () => [now().context.started, now().context.hadOom, now().context.reason],
      wrong: () => [
        now().matches("exited") !== (now().context.exitCode !== undefined) && "an end without code",
        now().matches("exited") === (now().context.reason === undefined) && "an end without reason",
        now().context.hadOom === true &&
          now().matches("exited") &&
          now().context.reason !== "OOMKilled" &&
          "an OOM that was forgotten",
      ],
    };
  };
}
const containerSteps = [
  { type: "container.start" },
  { type: "process.up" },
  { type: "process.exit", exitCode: 7, reason: "Error" },
  { type: "child.oom" },
  { type: "signal.term" },
  { type: "signal.kill" },
];

function runtime(): Walker {
  const input = { behaviour: behaving(), now: () => 0, instances };
  const actor = createActor(runtimeMachine, { input }).start();
  const { ledger } = actor.getSnapshot().context;
  const records = () => ["c1", "c2"].map((id) => ledger.registry.get(id));
  return {
    actor,
    picture: () =>
      records().map((slot) => [slot?.record.state, slot?.stopping, slot?.execs?.size === 1]),
    wrong: () => [
      ledger.counters.removes > ledger.counters.creates && "more removed than created",
      records().some((slot) => slot?.record.state === "Exited" && slot.execs?.size === 1) &&
        "a command that outlives its container",
    ],
  };
}

function sandboxes(): Walker {
  const actor = createActor(sandboxesMachine, { input: { now: () => 0 } }).start();
  const { records, idsOfPod, counter } = actor.getSnapshot().context;
  return {
    actor,
    picture: () => [records.get("s1")?.state, records.get("s2")?.state, counter.made > 2],
    wrong: () => [
      [...idsOfPod.values()].flatMap((ids) => [...ids]).length !== records.size &&
        "a sandbox that its pod does not know",
      [...idsOfPod.values()].some((ids) => ids.size === 0) && "a pod without sandboxes is kept",
    ],
  };
}

const subject = { namespace: "default", pod: "web", podUid: "u", container: "app", image: "app:1" };
const pull = { type: "image.pull", subject, ...call };

function images(): Walker {
  const [rule] = behaving();
  if (rule === undefined) throw new Error("there is one rule");
  const script = { takesMs: 5, result: "byRegistry" } as const;
  const behaviour = [{ ...rule, behaviour: { ...rule.behaviour, pull: script } }];
  const actor = createActor(imagesMachine, { input: { behaviour, instances } }).start();
  const { context } = actor.getSnapshot();
  let wasUp = false;
  return {
    actor,
    picture: () => [context.present.size, actor.getSnapshot().context.registryUp],
    wrong: () => {
      wasUp ||= actor.getSnapshot().context.registryUp;
      return [!wasUp && context.present.size > 0 && "an image that nobody could pull"];
    },
  };
}

function apiServer(): Walker {
  const input = {
    nodeName: "node",
    now: () => 1000,
    toApiTime: (ms: number) => ms,
    expiredGraceIsOne: true,
  };
  const actor = createActor(apiServerMachine, { input }).start();
  const { pods, revision, events } = actor.getSnapshot().context;
  let last = 0;
  const graces = () => [...pods.values()].map((one) => one.deletionGracePeriodSeconds);
  return {
    actor,
    picture: () => [[...pods.keys()], graces(), events.nextExpiryMs !== undefined],
    wrong: () => {
      const fell = revision.last < last;
      last = revision.last;
      const isWrong = [...pods].some(([key, one]) => key !== `${one.namespace}/${one.name}`);
      return [
        fell && "a resourceVersion that fell",
        isWrong && "a pod under another name",
        [...pods.values()].some((one) => !(Number(one.resourceVersion) <= last)) &&
          "a resourceVersion that nobody gave",
      ];
    },
  };
}
const event = {
  name: "web.1",
  about: { kind: "Pod", namespace: "default", name: "web", uid: web.uid },
  eventType: "Normal",
  reason: "Pulled",
  message: "Container image already present",
  count: 1,
  firstMs: 0,
  lastMs: 0,
};

function nodeLifecycle(): Walker {
  const clock = new VirtualClock();
  const input = {
    nodeName: "node",
    now: () => clock.now(),
    toApiTime: (ms: number) => ms,
    phaseMs: 3000,
    taintsAtOnce: true,
  };
  const actor = createActor(nodeLifecycleMachine, { input, clock }).start();
  const now = () => actor.getSnapshot().context;
  const silentMs = () => clock.now() - now().health.probeMs;
  const steps = () => now().steps.map(({ step }) => step);
  return {
    actor,
    clock,
    picture: () => [Math.min(silentMs(), 60_000), clock.now() % 5000, steps()],
    wrong: () => [
      steps().includes("setConditions") && silentMs() <= 50_000 && "given up too soon",
      silentMs() < 0 && "noticed before it was",
    ],
  };
}

const registered = registeredNode("node");
const taint = { key: "node.kubernetes.io/unreachable", effect: "NoExecute", timeAddedMs: 0 };

function taintEviction(): Walker {
  const clock = new VirtualClock();
  const actor = createActor(taintEvictionMachine, { input: { now: () => clock.now() } }).start();
  const { planned } = actor.getSnapshot().context;
  const now = () => actor.getSnapshot().context;
  return {
    actor,
    picture: () => [planned.size, now().taints.length, now().steps],
    wrong: () => [
      actor.getSnapshot().matches("untainted") && planned.size > 0 && "an eviction without a taint",
    ],
  };
}

function kubernetesNode(): Walker {
  const clock = new VirtualClock();
  const input = {
    behaviour: [],
    instances,
    now: () => clock.now(),
    toApiTime: (ms: number) => ms,
    expiredGraceIsOne: true,
    nodeName: "node",
    version: "1.35" as const,
    kubelet: () => ({
      kubelet: kubeletInput(),
      phases: { syncMs: 0, housekeepingMs: 0, gcMs: 0, scanMs: 0 },
    }),
  };
  const actor = createActor(kubernetesNodeMachine, { input, clock }).start();
  const now = () => actor.getSnapshot();
  return {
    actor,
    clock,
    picture: () => now().context.version,
    wrong: () => [
      now().matches("kubeletUp") !== "kubelet" in now().children && "a kubelet too many or few",
      Object.keys(now().children).length < 5 && "a part of the world is gone",
    ],
  };
}

const file = (path: string, declared?: typeof web) => {
  const written = { path, refusedBy: [], ...(declared ? { pod: declared } : {}) };
  return { type: "file.write", file: written };
};

function staticFiles(): Walker {
  const clock = new VirtualClock();
  const reader = { nodeName: "node-1", version: "1.36" } as const;
  const actor = createActor(staticFilesMachine, { input: { reader }, clock }).start();
  const now = () => actor.getSnapshot();
  const names = (paths: object) => Object.keys(paths).toSorted();
  return {
    actor,
    clock,
    picture: () => {
      const { files, read, told } = now().context;
      const readable = Object.values(files).map(({ pod: one }) => one !== undefined);
      return [names(files), readable, names(read), told.length, clock.now() % 20_000];
    },
    wrong: () => {
      const { files, told } = now().context;
      return [
        names(files).some((path) => path.startsWith(".")) && "a hidden file was read",
        new Set(told.map(({ uid }) => uid)).size !== told.length && "a pod that is told twice",
        told.some(({ source }) => source !== "file") && "a pod of another source",
      ];
    },
  };
}

const run = { sandbox: { namespace: "default", pod: "web", podUid: "u", hostNetwork: false } };

interface Row {
  readonly title: string;
  readonly machine: AnyStateMachine;
  readonly begin: () => Walker;
  readonly steps: readonly Step[];
  /** Events that come of what others do. */
  readonly byOthers?: readonly string[];
  /** States that this one cannot come to. */
  readonly without?: readonly string[];
}

const rows: readonly Row[] = [
  ...[
    {},
    { script: { startupMs: 0, exitCode: 0 } },
    { script: { startupMs: 5, exitCode: 0, startHangs: true } },
    { sigterm: "ignored" as const },
    { sigterm: { exitAfterMs: 0, exitCode: 143 } },
  ].map((given) => ({
    title: `container of ${JSON.stringify(given)}`,
    machine: containerMachine,
    begin: container(given),
    steps: containerSteps,
  })),
  {
    title: "runtime",
    machine: runtimeMachine,
    begin: runtime,
    byOthers: ["container.running", "container.exited"],
    steps: [
      { type: "runtime.list", ...call },
      { type: "runtime.create", config: config(), ...call },
      ...["c1", "c2"].flatMap((id) => [
        { type: "runtime.start", id, ...call },
        { type: "runtime.stop", id, timeoutMs: 0, ...call },
        { type: "runtime.stop", id, timeoutMs: 9000, ...call },
        { type: "runtime.remove", id, ...call },
        { type: "stop.timeout", id },
        { type: "world.kill", id, exitCode: 1 },
      ]),
      {
        type: "runtime.exec",
        id: "c1",
        purpose: { kind: "hook", hook: "preStop" },
        timeoutMs: 0,
        ...call,
      },
      { type: "exec.due", id: "c1", exec: 1, result: "success", output: "" },
      { type: "world.behave", behaviour: [] },
      { type: "world.runtimeDown" },
      { type: "world.runtimeUp" },
    ],
  },
  {
    title: "sandboxes",
    machine: sandboxesMachine,
    begin: sandboxes,
    steps: [
      { type: "sandbox.run", config: { ...run.sandbox, attempt: 0 }, ...call },
      { type: "sandbox.list", ...call },
      ...["s1", "s2"].flatMap((id) => [
        { type: "sandbox.stop", id, ...call },
        { type: "sandbox.remove", id, ...call },
        { type: "world.killSandbox", id },
      ]),
    ],
  },
  {
    title: "images",
    machine: imagesMachine,
    begin: images,
    steps: [
      { type: "image.status", subject, ...call },
      pull,
      { type: "pull.over", pull },
      { type: "pull.lost", pull },
      { type: "world.runtimeDown" },
      { type: "registry.down" },
      { type: "registry.up" },
    ],
  },
  {
    title: "API server",
    machine: apiServerMachine,
    begin: apiServer,
    steps: [
      { type: "link.restore" },
      { type: "link.cut" },
      { type: "source.list", replyTo },
      { type: "api.patchStatus", pod: web, status: emptyPodStatus, ...call },
      { type: "api.deletePod", pod: web, graceSeconds: 0, ...call },
      { type: "api.createPod", pod: web, ...call },
      { type: "api.getNode", ...call },
      { type: "api.patchNodeStatus", conditions: [{ type: "Ready", status: "False" }], ...call },
      { type: "api.renewLease", lease: registered.lease, ...call },
      { type: "api.writeEvent", event, ...call },
      { type: "events.expire" },
      { type: "user.create", pod: web },
      { type: "user.update", pod: web, change: { labels: { a: "b" }, spec: web.spec } },
      { type: "user.delete", pod: "default/web" },
      { type: "user.delete", pod: "default/web", graceSeconds: 0 },
    ],
  },
  {
    title: "node lifecycle",
    machine: nodeLifecycleMachine,
    begin: nodeLifecycle,
    steps: [
      { type: "api.node", node: registered.node },
      { type: "api.lease", lease: { ...registered.lease, renewTimeMs: 1 } },
      { type: "taint.pass" },
      after(5000),
      after(3000),
    ],
  },
  {
    title: "taint eviction",
    machine: taintEvictionMachine,
    begin: taintEviction,
    steps: [
      { type: "node.tainted", taints: [taint], pods: [web] },
      { type: "node.tainted", taints: [], pods: [web] },
      { type: "api.watch", change: "MODIFIED", pod: web },
      { type: "api.watch", change: "DELETED", pod: web },
      { type: "eviction.due", pod: "default/web" },
    ],
  },
  {
    title: "node",
    machine: kubernetesNodeMachine,
    begin: kubernetesNode,
    steps: [
      { type: "kubelet.start" },
      { type: "kubelet.stop" },
      { type: "kubelet.install", version: "1.36" },
      after(1000),
    ],
  },
  {
    title: "static pod files",
    machine: staticFilesMachine,
    begin: staticFiles,
    steps: [
      {
        type: "files.list",
        reader: { nodeName: "n", version: "1.34" },
        nextScanMs: 20_000,
        replyTo,
      },
      { type: "files.leave" },
      file("a.yaml", { ...web, source: "file", uid: "" }),
      file("a.yaml"),
      file(".a.yaml", web),
      { type: "file.remove", path: "a.yaml" },
      { type: "file.remove", path: "b.yaml" },
      after(20_000),
    ],
  },
  podWorkerWalk,
  ...kubeletWalk,
];

describe("every path", () => {
  it.each(rows)("through the machine of: $title", (row) => {
    const { machine, begin, steps, byOthers = [], without = [] } = row;
    const reached = walk(begin, steps);
    const heard = new Set([...steps.map(({ type }) => type), ...byOthers]);
    expect([...eventsOf(machine)].filter((type) => !heard.has(type))).toEqual([]);
    const missed = restingStates(machine).filter((state) => !reached.has(state));
    expect(missed).toEqual(without);
  });
});
