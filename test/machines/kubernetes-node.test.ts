/** The node of the kubernetes model: its kubelet comes and goes, all else goes on. */
import { describe, expect, it } from "vitest";
import { type EventObject, transition } from "xstate";
import { kubernetesNodeMachine } from "../../machines/kubelet/kubernetes-node.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import { kubernetesActorOf, kubernetesServiceOf } from "../../src/node/node-system.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import { KubernetesSimulation } from "../../src/node/kubernetes-simulation.ts";
import { container, pod, probe } from "../support/kube.ts";
import { kubeletInput } from "../support/kubelet-core.ts";
import { reachable } from "./support.ts";

const input = {
  behaviour: [],
  instances: new PodInstances(),
  now: () => 0,
  toApiTime: (ms: number) => ms,
  expiredGraceIsOne: true,
  nodeName: "node",
  version: "1.35" as const,
  kubelet: () => ({
    kubelet: kubeletInput(),
    phases: { syncMs: 0, housekeepingMs: 0, gcMs: 0, scanMs: 0 },
  }),
};
const start = { type: "kubelet.start" } as const;
const stop = { type: "kubelet.stop" } as const;
const install = { type: "kubelet.install", version: "1.36" } as const;
const started = { type: "kubelet", change: "started", version: "1.35" };
const stopped = { type: "kubelet", change: "stopped" };

describe("in each state, each event", () => {
  it.each([
    ["kubeletDown", start, "kubeletUp", [started]],
    ["kubeletDown", stop, "kubeletDown", []],
    ["kubeletDown", install, "kubeletDown", []],
    ["kubeletUp", start, "kubeletUp", []],
    ["kubeletUp", stop, "kubeletDown", [stopped]],
    ["kubeletUp", install, "kubeletUp", []],
  ] as const)("%s + $type -> %s", (from, event, to, facts) => {
    const snapshot = kubernetesNodeMachine.resolveState({ value: from, context: input });
    const [next, actions] = transition(kubernetesNodeMachine, snapshot, event);
    expect(next.value).toBe(to);
    const published = actions.filter(({ type }) => type === "publish");
    expect(published.map(({ params }) => params)).toEqual(facts);
  });

  it("starts the kubelet that was installed last", () => {
    const snapshot = kubernetesNodeMachine.resolveState({ value: "kubeletDown", context: input });
    const [installed] = transition(kubernetesNodeMachine, snapshot, install);
    const [, actions] = transition(kubernetesNodeMachine, installed, start);
    const published = actions.find(({ type }) => type === "publish");
    expect(published?.params).toEqual({ ...started, version: "1.36" });
  });

  it("reaches both states", () => {
    const states = reachable(kubernetesNodeMachine, input, [start, stop]);
    expect(states).toEqual(["kubeletDown", "kubeletUp"]);
  });
});

describe("a node", () => {
  const node = (): KubernetesSimulation => {
    const simulation = new KubernetesSimulation({ name: "node", seed: 1, version: "1.36" });
    simulation.tell("apiServer", { type: "link.restore" });
    simulation.advanceTo(0);
    return simulation;
  };
  const create = (one = pod()): EventObject => {
    const event: EventObject & { readonly pod: KubePod } = { type: "user.create", pod: one };
    return event;
  };

  it("has its services whether its kubelet runs or not", () => {
    const { root } = node();
    expect(kubernetesActorOf(root, "kubelet")).toBeUndefined();
    const names = ["runtime", "sandboxes", "images", "apiServer", "staticFiles"] as const;
    for (const name of names) {
      expect(kubernetesServiceOf(root, name).getSnapshot().status).toBe("active");
    }
  });

  it("forgets a kubelet that stops, with all that it had begun", () => {
    const world = node();
    world.tell("apiServer", create());
    world.startKubelet();
    world.advanceTo(5000);
    const first = kubernetesActorOf(world.root, "kubelet");
    expect(first?.getSnapshot().context.core.pods.size).toBe(1);
    world.stopKubelet();
    world.advanceTo(5000);
    expect(kubernetesActorOf(world.root, "kubelet")).toBeUndefined();
    expect(first?.getSnapshot().status).toBe("stopped");
    const { length } = world.records;
    world.advanceTo(200_000);
    expect(world.records.slice(length)).toEqual([]);
    world.startKubelet();
    world.advanceTo(202_000);
    const second = kubernetesActorOf(world.root, "kubelet");
    expect(second).not.toBe(first);
    expect(second?.getSnapshot().context.core.workers.uids()).toEqual(["uid-web"]);
  });

  it("has forgotten a pod two minutes after it is gone", () => {
    const world = node();
    world.startKubelet();
    const probed = container({
      livenessProbe: probe({ periodSeconds: 1 }),
      readinessProbe: probe({ periodSeconds: 1 }),
      startupProbe: probe({ periodSeconds: 1 }),
    });
    for (let number = 1; number <= 20; number++) {
      const name = `web-${number}`;
      world.tell("apiServer", create(pod({ name, spec: { containers: [probed] } })));
      world.advanceTo(number * 10_000);
      const remove: EventObject & { readonly pod: string } = {
        type: "user.delete",
        pod: `default/${name}`,
      };
      world.tell("apiServer", remove);
    }
    world.advanceTo(330_000);
    const core = kubernetesActorOf(world.root, "kubelet")?.getSnapshot().context.core;
    if (core === undefined) throw new Error("the kubelet was started");
    const { liveness, readiness, startup } = core.probes.results;
    expect({
      pods: core.pods.size,
      names: core.podsByName.size,
      workers: core.workers.uids().length,
      reasons: core.reasons.size,
      results: liveness.size + readiness.size + startup.size,
      logs: core.input.logs.size,
      containers: world.list().length,
      sandboxes: world.sandboxes().length,
      objects: world.podsByName.size,
    }).toEqual({
      pods: 0,
      names: 0,
      workers: 0,
      reasons: 0,
      results: 0,
      logs: 0,
      containers: 0,
      sandboxes: 0,
      objects: 0,
    });
  });

  it("stops the run when one of its actors fails, and says which", () => {
    const world = node();
    const error = new Error("no such pod");
    const failed = { type: "xstate.error.actor.kubelet", actorId: "kubelet", error } as const;
    world.root.send(failed);
    expect(() => world.advanceTo(1)).toThrow('actor "kubelet" failed: no such pod');
  });

  it("stops the run when a part of the kubelet fails", () => {
    const world = node();
    world.startKubelet();
    world.advanceTo(100);
    const core = kubernetesActorOf(world.root, "kubelet")?.getSnapshot().context.core;
    if (core === undefined) throw new Error("the kubelet was started");
    core.statuses.setPodStatus = () => {
      throw new Error("no room for a status");
    };
    world.tell("apiServer", create());
    expect(() => world.advanceTo(5000)).toThrow("no room for a status");
  });
});
