/** Supplies the effects of the controllers: what they write to the API server, and their timers. */
import { type AnyActorRef, createActor } from "xstate";
import type { ApiServerEvent } from "../../machines/world/api-server.ts";
import {
  type NodeLifecycleEvent,
  type NodeLifecycleInput,
  nodeLifecycleMachine,
} from "../../machines/world/node-lifecycle.ts";
import {
  type TaintEvictionEvent,
  taintEvictionMachine,
} from "../../machines/world/taint-eviction.ts";
import { EventMemory, eventName } from "../decide/kubelet/event-correlator.ts";
import type { KubeletEvent } from "../decide/kubelet/event-texts.ts";
import { type NodeStep, nodeEvictionPeriodMs } from "../decide/node-health.ts";
import {
  cancellingDeletion,
  deletionByTaintManager,
  markedNotReady,
  markingForDeletion,
  nodeIsNotReady,
} from "../decide/node-pods.ts";
import type { InvolvedObject } from "../model/api-event.ts";
import type { KubePod } from "../model/kube-pod.ts";
import type { PodCondition } from "../model/kube-status.ts";
import type { Timer } from "../sim/timer-heap.ts";
import { ranks } from "../sim/virtual-clock.ts";
import { type Host, nodeStatusKey } from "./create-node-actor.ts";
import { kubernetesServiceOf } from "./node-system.ts";
import { relay } from "./relay.ts";

export interface ControllerOptions {
  readonly toApiTime: (ms: number) => number;
  /** Numbers the Events of all recorders, so that no two have one name. */
  readonly eventCounter: { made: number };
}

/** They live as long as their node, in its system, and reach it by their names there. */
export function startControllers(
  node: AnyActorRef,
  host: Host,
  input: NodeLifecycleInput,
  options: ControllerOptions,
): void {
  const { now } = input;
  createActor(provideNodeLifecycle(host, options), {
    parent: node,
    id: "node-lifecycle",
    systemId: "nodeLifecycle",
    input,
  }).start();
  createActor(provideTaintEviction(host, options), {
    parent: node,
    id: "taint-eviction",
    systemId: "taintEviction",
    input: { now },
  }).start();
}

function provideNodeLifecycle(host: Host, options: ControllerOptions) {
  const { clock, random } = host.simulation;
  const passPhaseMs = Math.floor(random.stream("phase taint").float() * nodeEvictionPeriodMs);
  // It follows from what is said of the node, and not from who looked.
  const causeOf = (): number | undefined => host.lastRecordOf(nodeStatusKey);
  const api = new ControllerClient(host, options, causeOf);
  const carryOut = (self: AnyActorRef, step: NodeStep): void => {
    switch (step.step) {
      case "setConditions":
        return api.write(self, { type: "controller.setConditions", conditions: step.conditions });
      case "swapTaints": {
        const { add, remove } = step;
        return api.write(self, { type: "controller.swapTaints", add, remove });
      }
      case "markPodsNotReady":
        for (const pod of api.pods(self).values()) {
          const condition = markedNotReady(pod, api.apiTime());
          if (condition === undefined) continue;
          api.setCondition(self, pod, condition);
          const { namespace, name, uid } = pod;
          api.record(self, { kind: "Pod", namespace, name, uid }, nodeIsNotReady);
        }
        return;
      case "queueTaint": {
        const pass: NodeLifecycleEvent = { type: "taint.pass" };
        const sinceMs = (clock.now() - passPhaseMs) % nodeEvictionPeriodMs;
        clock.arm(() => self.send(pass), nodeEvictionPeriodMs - sinceMs, ranks.world);
      }
    }
  };
  return nodeLifecycleMachine.provide({
    actions: {
      carryOut: ({ self }, steps) => {
        for (const step of steps) carryOut(self, step);
      },
    },
  });
}

/** Each pod goes when its own toleration is over, unless the taint is gone before. */
function provideTaintEviction(host: Host, options: ControllerOptions) {
  const { clock } = host.simulation;
  const api = new ControllerClient(host, options);
  const timers = new Map<string, Timer>();
  return taintEvictionMachine.provide({
    actions: {
      carryOut: ({ self }, steps) => {
        for (const { pod: key, ...step } of steps) {
          const pod = api.pods(self).get(key);
          switch (step.step) {
            case "plan": {
              const due: TaintEvictionEvent = { type: "eviction.due", pod: key };
              timers.set(
                key,
                clock.arm(() => self.send(due), step.delayMs, ranks.world),
              );
              break;
            }
            case "cancel":
              clock.clearTimeout(timers.get(key));
              api.record(self, podByName(key), cancellingDeletion(key));
              break;
            case "evict": {
              api.record(self, podByName(key), markingForDeletion(key));
              const condition = pod && deletionByTaintManager(pod, api.apiTime());
              if (condition) api.setCondition(self, pod, condition);
              api.write(self, { type: "user.delete", pod: key });
            }
          }
        }
      },
    },
  });
}

/** Upstream names no UID here. */
function podByName(key: string): InvolvedObject {
  const [namespace = "", name = ""] = key.split("/");
  return { kind: "Pod", namespace, name, uid: "" };
}

/** A controller's way to the API server, each call in a turn of its own; no link can cut it. */
class ControllerClient {
  readonly #host: Host;
  readonly #options: ControllerOptions;
  readonly #causeOf: (() => number | undefined) | undefined;
  readonly #memory = new EventMemory();

  /** `causeOf`: what a call follows from when it comes to the server; absent: the turn's cause. */
  constructor(host: Host, options: ControllerOptions, causeOf?: () => number | undefined) {
    this.#host = host;
    this.#options = options;
    this.#causeOf = causeOf;
  }

  /** As the informer of the controller has them. */
  pods(self: AnyActorRef): ReadonlyMap<string, KubePod> {
    return kubernetesServiceOf(self, "apiServer").getSnapshot().context.pods;
  }

  apiTime(): number {
    return this.#options.toApiTime(this.#host.simulation.clock.now());
  }

  write(self: AnyActorRef, event: ApiServerEvent): void {
    this.#post(() => relay(self, kubernetesServiceOf(self, "apiServer"), event));
  }

  setCondition(self: AnyActorRef, pod: KubePod, condition: PodCondition): void {
    const { namespace, name, uid } = pod;
    this.write(self, { type: "user.setCondition", pod: { namespace, name, uid }, condition });
  }

  record(self: AnyActorRef, about: InvolvedObject, event: KubeletEvent): void {
    const { simulation, publish } = this.#host;
    const nowMs = simulation.clock.now();
    const { namespace, name: pod, uid } = about;
    const known = uid === "" ? {} : { uid };
    this.#post(() => publish({ type: "event", namespace, pod, ...known, ...event }));
    const occurredMs = this.apiTime();
    const name = eventName(about, nowMs, ++this.#options.eventCounter.made);
    const draw = simulation.random.stream("similar events of controllers").float();
    const sent = this.#memory.correlated({ ...event, about, occurredMs, name }, nowMs, draw);
    if (sent) this.write(self, { type: "controller.writeEvent", event: sent });
  }

  #post(run: () => void): void {
    const { simulation } = this.#host;
    simulation.post(() => {
      if (this.#causeOf) simulation.causes.current = this.#causeOf();
      run();
    });
  }
}
