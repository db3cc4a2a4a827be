/**
 * A kubelet that somebody else wrote, in the textbook's place: actor logic that is told what a
 * kubelet is told, and emits the runtime's calls. It runs in an actor system of its own and gets
 * copies that it cannot change, so that there is no way from it to the runtime but its calls.
 */
import { type AnyActorRef, type EventObject, createActor, fromCallback } from "xstate";
import { KubeletMemory } from "../../machines/textbook/memory.ts";
import type { KubeletInput } from "../../machines/textbook/kubelet-level.ts";
import { containerKey } from "../model/container-key.ts";
import type { NodeEvent } from "../model/events.ts";
import type { LinkChanged, RuntimeNotified, SourceGet, SourcePods } from "../model/messages.ts";
import type { RuntimeReply, RuntimeRequest } from "../model/runtime.ts";
import type { TimerClock } from "../sim/virtual-clock.ts";
import { type OwnKubelet, guestError, shown } from "./guest-error.ts";
import { type FromGuest, guestRequest } from "./guest-request.ts";
import { InstantCounts } from "./instant-counts.ts";

/** What a kubelet of one's own is told; all of it is data, and frozen. */
export type ToGuest = SourcePods | LinkChanged | RuntimeNotified | RuntimeReply;

export interface GuestHost {
  readonly clock: TimerClock;
  readonly now: () => number;
  readonly publish: (event: NodeEvent) => void;
  readonly call: (self: AnyActorRef, request: RuntimeRequest) => void;
  readonly ask: (self: AnyActorRef) => void;
  readonly fail: (error: unknown) => void;
}

export class GuestKubelet {
  readonly #guest: OwnKubelet;
  /** What it was told to be declared, for the comparison with what is. */
  memory = new KubeletMemory();
  /** What it is doing, for the message about a mistake of it. */
  #moment = (): string => "";

  constructor(guest: OwnKubelet) {
    this.#guest = guest;
  }

  /** To be put in the place of the kubelet's machine. */
  actorLogic(host: GuestHost) {
    const fail = (thrown: unknown): void =>
      host.fail(guestError(this.#guest, this.#moment(), thrown));
    const counts = new InstantCounts(host.now);
    /** All that is its own happens in here, so that its mistakes are told as its own. */
    const within = (moment: () => string, action: () => void): void => {
      this.#moment = moment;
      try {
        action();
      } catch (error) {
        fail(error);
      } finally {
        this.#moment = onItsOwn;
      }
    };
    return fromCallback<EventObject, KubeletInput>(({ receive, self, input }) => {
      this.memory = new KubeletMemory();
      const guest = createActor(this.#guest.logic, {
        id: "kubelet",
        clock: guestClock(host.clock, (run) =>
          within(whenDue, () => {
            counts.count("had a timer that was due");
            run();
          }),
        ),
        input: { periodMs: input.periodMs, phaseMs: input.phaseMs },
      });
      guest.subscribe({ error: fail });
      guest.on("*", (emitted: unknown) => {
        try {
          const request = guestRequest(emitted);
          counts.count(`emitted ${request.type}`);
          if (request.type === "source.get") host.ask(self);
          else host.call(self, withKey(request));
        } catch (error) {
          fail(error);
        }
      });
      receive((event) => {
        const message = event as ToGuest;
        this.#note(message, host);
        within(
          () => `when it was told ${shown(message)}`,
          () => {
            counts.count(`was told ${message.type}`);
            guest.send(frozen(structuredClone(message)));
          },
        );
      });
      within(
        () => "when it started",
        () => guest.start(),
      );
      host.ask(self);
      return () =>
        within(
          () => "when it was stopped",
          () => guest.stop(),
        );
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

const whenDue = (): string => "when a timer of it was due";
const onItsOwn = (): string => "on its own, by a timer or a promise of the host";

function withKey(request: Exclude<FromGuest, SourceGet>): RuntimeRequest {
  if (request.type !== "runtime.create") return request;
  const { config } = request;
  const key = containerKey(config.namespace, config.pod, config.container);
  return { ...request, config: { ...config, key } };
}

/** A timer knows its clock, and the clock everything that is to come: a number knows nothing. */
function guestClock(clock: TimerClock, within: (run: () => void) => void) {
  const timers = new Map<number, ReturnType<TimerClock["setTimeout"]>>();
  let armed = 0;
  return {
    setTimeout: (run: () => void, delayMs: number): number => {
      const id = ++armed;
      const fire = (): void => {
        timers.delete(id);
        within(run);
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
