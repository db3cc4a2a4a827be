/**
 * The kubelet's loop: what its sources, PLEG, probes and tickers have it tell the pod workers.
 * Models: kubernetes/pkg/kubelet/kubelet.go syncLoopIteration, HandlePodAdditions,
 * HandlePodUpdates, HandlePodRemoves, HandlePodReconcile.
 */
import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import {
  type KubernetesKubeletEvent,
  kubernetesKubeletMachine,
} from "../../machines/kubelet/kubelet.ts";
import type { PodUpdate } from "../../src/decide/kubelet/pod-worker.ts";
import type { PodLifecycleEvent } from "../../src/decide/kubelet/pleg-events.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import { emptyPodStatus } from "../../src/model/kube-status.ts";
import { exited, pod, record, runtimeStatus } from "../support/kube.ts";
import type { KubeletInput } from "../../machines/kubelet/kubelet-core.ts";
import { kubeletInput } from "../support/kubelet-core.ts";

const phases = { syncMs: 300, housekeepingMs: 700, gcMs: 9000, scanMs: 9000 };
const web = pod();
const file = pod({ name: "s-node-1", uid: "static", source: "file" });
const mirror = pod({
  name: "s-node-1",
  uid: "mirror",
  annotations: { "kubernetes.io/config.mirror": "static" },
});

/** A kubelet whose workers only write down what they are told. */
class Loop {
  readonly input;
  readonly actor;
  /** Whether a round of housekeeping takes for ever. */
  hangs = false;
  /** `kind uid`: what a worker was told, or `effect …`. */
  #told: string[] = [];

  constructor(given: Partial<KubeletInput> = {}) {
    this.input = kubeletInput(given);
    const tell = (what: string): void => {
      this.#told.push(what);
    };
    const machine = kubernetesKubeletMachine.provide({
      actions: {
        boot: ({ context: { core } }) => {
          core.workers.updatePod = ({ updateType, pod: one, mirrorPod }: PodUpdate) =>
            tell(`${updateType} ${one?.uid}${mirrorPod ? ` with ${mirrorPod.uid}` : ""}`);
        },
        watchSources: () => tell("watch"),
        cleanUp: ({ self }) => {
          tell("cleanUp");
          if (!this.hangs) self.send({ type: "housekeeping.done" });
        },
        resume: ({ self }, deferred) => deferred.forEach(({ event }) => self.send(event)),
        collectGarbage: ({ self }) => {
          tell("collectGarbage");
          self.send({ type: "garbage.done" });
        },
        deleteContainers: (_, { records }) => {
          if (records.length > 0) tell(`delete ${records.map(({ id }) => id).join(" ")}`);
        },
      },
    });
    const input = { kubelet: this.input, phases };
    this.actor = createActor(machine, { input, clock: this.input.clock }).start();
  }

  get core() {
    return this.actor.getSnapshot().context.core;
  }

  /** What an event leads to. */
  at(...events: readonly KubernetesKubeletEvent[]): readonly string[] {
    for (const event of events) this.actor.send(event);
    return this.told();
  }

  after(ms: number): readonly string[] {
    this.input.clock.advanceBy(ms);
    return this.told();
  }

  told(): readonly string[] {
    const told = this.#told;
    this.#told = [];
    return told;
  }
}

const files = (...pods: readonly KubePod[]) => ({ type: "files.listed", pods }) as const;
const listed = (...pods: readonly KubePod[]) => ({ type: "api.listed", pods }) as const;
const watch = (change: "ADDED" | "MODIFIED" | "DELETED", one: KubePod) =>
  ({ type: "api.watch", change, pod: one }) as const;
const pleg = (type: PodLifecycleEvent["type"], id?: string) =>
  ({ type: "pleg.event", event: { uid: web.uid, type, ...(id ? { id } : {}) } }) as const;

const failed = (uid: string) => {
  const news = { uid, probeType: "liveness", containerId: "c1", result: "failure" } as const;
  return { type: "probe.news", news } as const;
};

/** Both sources have been heard, and `web` and a static pod are there. */
function ready(): Loop {
  const loop = new Loop();
  loop.at(files(file), listed(web));
  return loop;
}

describe("a kubelet that starts", () => {
  it("asks its sources, and looks at nothing else", () => {
    expect(new Loop().told()).toEqual(["watch"]);
  });

  it("takes what they have, and has all of it once both were heard", () => {
    const loop = new Loop();
    loop.told();
    expect(loop.at(files(file))).toEqual(["create static"]);
    expect(loop.after(3000)).toEqual([]);
    expect(loop.at(listed(web))).toEqual(["create uid-web"]);
    expect(loop.after(2000)).toEqual(["cleanUp"]);
  });

  it("without an API the files are all there is to be heard", () => {
    const loop = new Loop({ hasApi: false });
    loop.at(files());
    expect(loop.after(700)).toEqual(["cleanUp"]);
  });

  it("a file that goes before all were heard is left to housekeeping (§1.2)", () => {
    const loop = new Loop();
    expect(loop.at(files(file), files())).toEqual(["watch", "create static"]);
    expect(loop.core.pods.has("static")).toBe(false);
  });
});

describe("of a pod in the API", () => {
  const later = pod({ name: "later", uid: "later", creationTimestampMs: 2000 });
  const sooner = pod({ name: "sooner", uid: "sooner", creationTimestampMs: 1000 });
  const status = { ...emptyPodStatus, phase: "Running" as const };

  it.each([
    ["a new one", watch("ADDED", pod({ name: "new", uid: "new" })), ["create new"]],
    ["another spec", watch("MODIFIED", pod({ spec: { hostNetwork: true } })), ["update uid-web"]],
    ["other labels", watch("MODIFIED", pod({ labels: { a: "b" } })), ["update uid-web"]],
    [
      "a wish to delete it",
      watch("MODIFIED", pod({ deletionTimestampMs: 1, deletionGracePeriodSeconds: 30 })),
      ["update uid-web"],
    ],
    ["only a status", watch("MODIFIED", pod({ status })), []],
    ["the same again", watch("MODIFIED", web), []],
    ["its end", watch("DELETED", web), ["kill uid-web"]],
    ["another UID under its name", watch("ADDED", pod({ uid: "two" })), ["create two"]],
    ["a list without it", listed(), ["kill uid-web"]],
    ["a list with another, removals first", listed(sooner), ["kill uid-web", "create sooner"]],
    [
      "a list of two, the older first",
      listed(web, later, sooner),
      ["create sooner", "create later"],
    ],
  ])("%s: %s", (_, event, told) => {
    const loop = ready();
    loop.told();
    expect(loop.at(event)).toEqual(told);
  });
});

describe("of a static pod", () => {
  it.each([
    ["the same files", [files(file)], []],
    ["no files", [files()], ["kill static"]],
    [
      "another content",
      [files(pod({ name: "s-node-1", uid: "two", source: "file" }))],
      ["kill static", "create two"],
    ],
    ["its mirror", [watch("ADDED", mirror)], ["sync static with mirror"]],
    [
      "a status of its mirror",
      [watch("ADDED", mirror), watch("MODIFIED", { ...mirror, status: emptyPodStatus })],
      ["sync static with mirror"],
    ],
    [
      "the deletion of its mirror, with the mirror as it was (A2)",
      [watch("ADDED", mirror), watch("DELETED", mirror)],
      ["sync static with mirror", "sync static with mirror"],
    ],
  ])("%s", (_, events, told) => {
    const loop = ready();
    loop.told();
    expect(loop.at(...events)).toEqual(told);
  });

  it("the mirror is not run itself", () => {
    const loop = ready();
    loop.at(listed(web, mirror));
    expect([...loop.core.pods.keys()].toSorted()).toEqual(["static", "uid-web"]);
    expect(loop.core.mirrorOf("static")).toBe(mirror);
  });

  // pod_manager.go GetUIDTranslations: the mirror of a pod that ends is told its last status.
  it.each([
    ["after its file, until it goes itself", files(), mirror],
    ["not where the name is another's now", files(pod({ ...file, uid: "two" })), undefined],
  ])("the mirror shows the pod %s", (_, change, shown) => {
    const loop = ready();
    loop.at(watch("ADDED", mirror), change);
    expect(loop.core.mirrorOf("static")).toBe(shown);
    loop.at(watch("DELETED", mirror));
    expect(loop.core.mirrorOf("static")).toBeUndefined();
  });
});

describe("of what PLEG and probes saw", () => {
  it.each([
    ["ContainerStarted", ["sync uid-web"]],
    ["ContainerDied", ["sync uid-web"]],
    ["ContainerRemoved", []],
    ["PodSync", ["sync uid-web"]],
  ] as const)("%s: %s", (type, told) => {
    const loop = ready();
    loop.told();
    expect(loop.at(pleg(type))).toEqual(told);
  });

  it("a death has all but the newest dead record removed", () => {
    const loop = ready();
    const records = [record({ restartCount: 3 }), ...[2, 1, 0].map((count) => died(count))];
    loop.core.cache.set(web.uid, runtimeStatus(records), 9);
    loop.told();
    expect(loop.at(pleg("ContainerDied", "app-2"))).toEqual(["sync uid-web", "delete app-1 app-0"]);
  });

  it("a probe's news has its pod synced; of a pod that is gone nothing is made", () => {
    const loop = ready();
    loop.told();
    expect(loop.at(failed(web.uid))).toEqual(["sync uid-web"]);
    expect(loop.at(failed("gone"))).toEqual([]);
    expect(loop.at({ type: "pleg.event", event: { uid: "gone", type: "PodSync" } })).toEqual([]);
  });
});

describe("a loop that is busy", () => {
  it("takes nothing while housekeeping waits for the runtime, then all of it (A8)", () => {
    const loop = ready();
    loop.hangs = true;
    expect(loop.after(700).at(-1)).toBe("cleanUp");
    expect(loop.at(watch("ADDED", pod({ uid: "other", name: "other" })))).toEqual([]);
    expect(loop.at(failed(web.uid), pleg("ContainerDied"))).toEqual([]);
    expect(loop.after(1000)).toEqual([]);
    loop.hangs = false;
    expect(loop.at({ type: "housekeeping.done" })).toEqual([
      "create other",
      "sync uid-web",
      "sync uid-web",
    ]);
  });

  it("takes what came before the housekeeping that was due meanwhile, and that once", () => {
    const loop = ready();
    loop.hangs = true;
    loop.after(700);
    loop.at(failed(web.uid));
    expect(loop.after(5000)).toEqual([]);
    expect(loop.at({ type: "housekeeping.done" })).toEqual(["sync uid-web", "cleanUp"]);
    loop.hangs = false;
    expect(loop.at({ type: "housekeeping.done" })).toEqual([]);
  });

  it("skips while PLEG is not healthy, and sleeps for longer each time, up to 5 s (S47)", () => {
    const loop = ready();
    loop.after(180_000);
    loop.told();
    // Each second it is seen at the tick; the event after that waits.
    loop.after(1000);
    expect(loop.at(failed(web.uid))).toEqual([]);
    loop.core.lastRelistMs = loop.input.clock.now();
    expect(loop.after(1000)).toContain("sync uid-web");
    loop.core.lastRelistMs = -300_000;
    loop.after(30_000);
    loop.at(failed(web.uid));
    loop.core.lastRelistMs = loop.input.clock.now();
    const sleeps: number[] = [];
    for (let ms = 0; ms <= 5000; ms += 100) {
      if (loop.after(100).includes("sync uid-web")) sleeps.push(ms + 100);
    }
    expect(sleeps).toHaveLength(1);
    expect(sleeps[0]).toBeGreaterThan(500);
  });
});

describe("its tickers", () => {
  it("tick from their phases on: syncs each second, housekeeping every 2 s, garbage each minute", () => {
    const loop = ready();
    loop.told();
    const taken: number[] = [];
    loop.core.workers.takeDue = () => {
      taken.push(loop.input.clock.now());
      return [];
    };
    expect(loop.after(8999)).toEqual(["cleanUp", "cleanUp", "cleanUp", "cleanUp", "cleanUp"]);
    expect(taken.slice(0, 3)).toEqual([300, 1300, 2300]);
    expect(loop.after(1)).toEqual(["collectGarbage"]);
    expect(loop.after(60_000).filter((what) => what === "collectGarbage")).toHaveLength(1);
  });

  it("have a pod synced whose deadline has passed, until its status says so", () => {
    const loop = ready();
    const deadline = pod({ spec: { activeDeadlineSeconds: 5 }, status: { startTimeMs: 0 } });
    loop.at(listed(deadline));
    loop.told();
    expect(loop.after(4999).filter((what) => what.startsWith("sync"))).toEqual([]);
    expect(loop.after(1000).filter((what) => what.startsWith("sync"))).toEqual(["sync uid-web"]);
  });
});

function died(restartCount: number) {
  return exited({ restartCount, finishedAtMs: 1000 * restartCount });
}
