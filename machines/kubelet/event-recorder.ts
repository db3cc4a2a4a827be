/**
 * Brings the kubelet's Events to the API server, one after the other: each is correlated when its
 * turn comes, and tried a dozen times where the server does not answer.
 *
 * Models: kubernetes/staging/src/k8s.io/client-go/tools/record/event.go recordToSink, makeEvent.
 */
import {
  EventMemory,
  type RecordedEvent,
  eventName,
} from "../../src/decide/kubelet/event-correlator.ts";
import type { ApiEvent, InvolvedObject } from "../../src/model/api-event.ts";
import type { ApiReply } from "../../src/model/api.ts";
import type { KubeletEvent } from "../../src/decide/kubelet/event-texts.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, callService, sleep, waitFor } from "./procedure.ts";

const maxQueuedEvents = 1000;
const maxTriesPerEvent = 12;
const retrySleepMs = 10_000;

/** What was recorded and is not sent yet; more than a thousand are lost. */
export class EventQueue {
  readonly #core: KubeletCore;
  #waiting: RecordedEvent[] = [];
  #latch = new Latch();

  constructor(core: KubeletCore) {
    this.#core = core;
  }

  add(about: InvolvedObject, event: KubeletEvent): void {
    if (this.#waiting.length >= maxQueuedEvents) return;
    const { input } = this.#core;
    const occurredMs = this.#core.now();
    this.#waiting.push({
      ...event,
      about,
      occurredMs: input.toApiTime(occurredMs),
      name: eventName(about, occurredMs, ++input.eventCounter.made),
    });
    this.#latch.open();
  }

  *take(): Procedure<readonly RecordedEvent[]> {
    yield* waitFor(this.#latch);
    const taken = this.#waiting;
    this.#waiting = [];
    this.#latch = new Latch();
    return taken;
  }
}

export interface EventRecorderInput {
  readonly core: KubeletCore;
  readonly queue: EventQueue;
}

export function* runEventRecorder({ core, queue }: EventRecorderInput): Procedure<void> {
  const memory = new EventMemory();
  for (;;) {
    for (const event of yield* queue.take()) {
      const draw = core.input.draw("similar events");
      const sent = memory.correlated(event, core.now(), draw);
      if (sent !== undefined) yield* recordToSink(core, sent);
    }
  }
}

/** While it is tried again all that came later waits; in the end it is lost. */
function* recordToSink(core: KubeletCore, event: ApiEvent): Procedure<void> {
  for (let tries = 1; ; tries++) {
    const reply = (yield* callService("api", { type: "api.writeEvent", event })) as ApiReply;
    if (reply.type === "api.ok" || tries >= maxTriesPerEvent) return;
    // The first is drawn, so that not all kubelets come back at once.
    const share = tries === 1 ? core.input.draw("event retry") : 1;
    yield* sleep(Math.floor(share * retrySleepMs));
  }
}
