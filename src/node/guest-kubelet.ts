/**
 * A kubelet that somebody else wrote, in the textbook's place: actor logic that is told what a
 * kubelet is told, and emits the runtime's calls. It runs in an actor system of its own and gets
 * copies that it cannot change, so that there is no way from it to the runtime but its calls.
 */
import {
  type AnyActorLogic,
  type AnyActorRef,
  type EventObject,
  createActor,
  fromCallback,
} from "xstate";
import { KubeletMemory } from "../../machines/textbook/memory.ts";
import type { KubeletInput } from "../../machines/textbook/kubelet-level.ts";
import { containerKey } from "../model/container-key.ts";
import type { NodeEvent } from "../model/events.ts";
import type { LinkChanged, RuntimeNotified, SourceGet, SourcePods } from "../model/messages.ts";
import type { RuntimeReply, RuntimeRequest } from "../model/runtime.ts";
import type { TimerClock } from "../sim/virtual-clock.ts";
import { type FromGuest, guestRequest } from "./guest-request.ts";

/** What a kubelet of one's own is told; all of it is data, and frozen. */
export type ToGuest = SourcePods | LinkChanged | RuntimeNotified | RuntimeReply;

export interface GuestHost {
  readonly clock: TimerClock;
  readonly publish: (event: NodeEvent) => void;
  readonly call: (self: AnyActorRef, request: RuntimeRequest) => void;
  readonly ask: (self: AnyActorRef) => void;
  readonly fail: (error: unknown) => void;
}

export class GuestKubelet {
  readonly #logic: AnyActorLogic;
  /** What it was told to be declared, for the comparison with what is. */
  memory = new KubeletMemory();

  constructor(logic: AnyActorLogic) {
    this.#logic = logic;
  }

  /** To be put in the place of the kubelet's machine. */
  actorLogic(host: GuestHost) {
    return fromCallback<EventObject, KubeletInput>(({ receive, self, input }) => {
      this.memory = new KubeletMemory();
      const guest = createActor(this.#logic, {
        id: "kubelet",
        clock: guestClock(host.clock),
        input: { periodMs: input.periodMs, phaseMs: input.phaseMs },
      });
      guest.subscribe({ error: host.fail });
      guest.on("*", (emitted: unknown) => {
        try {
          const request = guestRequest(emitted);
          if (request.type === "source.get") host.ask(self);
          else host.call(self, withKey(request));
        } catch (error) {
          host.fail(error);
        }
      });
      receive((event) => {
        const message = event as ToGuest;
        this.#note(message, host);
        guest.send(frozen(structuredClone(message)));
      });
      guest.start();
      host.ask(self);
      return () => guest.stop();
    });
  }

  /** Tells the bus what a kubelet of ours would tell of it. */
  #note(message: ToGuest, { publish }: GuestHost): void {
    if (message.type === "source.pods") {
      this.memory.declare(message);
      this.memory.news.forEach(publish);
    }
    if (message.type === "runtime.listed") {
      publish({ type: "listRead", containers: message.containers });
    }
  }
}

function withKey(request: Exclude<FromGuest, SourceGet>): RuntimeRequest {
  if (request.type !== "runtime.create") return request;
  const { config } = request;
  const key = containerKey(config.namespace, config.pod, config.container);
  return { ...request, config: { ...config, key } };
}

/** A timer knows its clock, and the clock everything that is to come: a number knows nothing. */
function guestClock(clock: TimerClock) {
  const timers = new Map<number, ReturnType<TimerClock["setTimeout"]>>();
  let armed = 0;
  return {
    setTimeout: (run: () => void, delayMs: number): number => {
      const id = ++armed;
      const fire = (): void => {
        timers.delete(id);
        run();
      };
      timers.set(id, clock.setTimeout(fire, delayMs));
      return id;
    },
    clearTimeout: (id: number): void => {
      clock.clearTimeout(timers.get(id));
      timers.delete(id);
    },
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
