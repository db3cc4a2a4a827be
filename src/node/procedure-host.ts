/** Carries out what procedures wait for: calls to the services of their node, and time. */
import type { AnyActorRef } from "xstate";
import type { ProcedureHost, Request, Service } from "../../machines/kubelet/procedure.ts";
import type { RuntimeOutage } from "../decide/kubelet/runtime-state.ts";
import { noSocketText } from "../decide/runtime-outage.ts";
import { ranks } from "../sim/virtual-clock.ts";
import { type RuntimeLatency, callLatency } from "./call-latency.ts";
import type { Host } from "./create-node-actor.ts";
import { type KubernetesService, isActive, kubernetesServiceOf } from "./node-system.ts";
import { relay } from "./relay.ts";

/** The runtime's list calls do not answer, or fail, until then. */
export interface ListTrouble {
  readonly kind: "hang" | "fail";
  readonly untilMs: number;
}

export interface ProcedureHostOptions {
  readonly latencyNow: () => RuntimeLatency;
  readonly listTrouble: () => ListTrouble | undefined;
  /** How late the runtime answers about the pod of that UID, in ms; 0: as ever. */
  readonly statusDelayMs: (podUid: string) => number;
  /** Of the runtime as a whole, in order; it grows. */
  readonly outages: readonly RuntimeOutage[];
}

const services = {
  runtime: "runtime",
  sandboxes: "sandboxes",
  images: "images",
  api: "apiServer",
} as const satisfies Record<Service, KubernetesService>;

const isList = /^(runtime|sandbox)\.list$/;
/** A call of the runtime is given up after that time. */
const runtimeRequestTimeoutMs = 120_000;

type Call = Request & { readonly call: number };

export function procedureHost(
  { simulation }: Host,
  { latencyNow, listTrouble, statusDelayMs, outages }: ProcedureHostOptions,
): ProcedureHost {
  const { clock } = simulation;
  const latencyOf = callLatency(latencyNow, simulation.random);
  const isDown = (): boolean => clock.now() < (outages.at(-1)?.toMs ?? 0);
  /** A list that hangs is answered when it does so no more, unless the caller gives up before. */
  const inTrouble = (self: AnyActorRef, target: AnyActorRef, message: Call, given: ListTrouble) => {
    const { call } = message;
    const hangs = given.kind === "hang";
    const leftMs = hangs ? given.untilMs - clock.now() : 0;
    const text = hangs ? "context deadline exceeded" : "the runtime is down";
    const failure = unavailable(call, text);
    const isAnswered = hangs && leftMs < runtimeRequestTimeoutMs;
    const end = isAnswered
      ? (): void => relay(self, target, message)
      : (): void => relay(target, self, failure);
    clock.arm(end, Math.min(leftMs, runtimeRequestTimeoutMs), ranks.world);
  };
  const lateBy = ({ podUid, isForStatus }: Request): number =>
    isForStatus === true && typeof podUid === "string" ? statusDelayMs(podUid) : 0;
  return {
    call: (self, service, request, call) => {
      const target = kubernetesServiceOf(self, services[service]);
      const message: Call = { ...request, call, replyTo: self };
      const needsRuntime = service !== "api" && request["pastRuntime"] !== true;
      const isCutOff = needsRuntime && isDown();
      const trouble = isCutOff ? undefined : listTrouble();
      if (trouble && clock.now() < trouble.untilMs && isList.test(request.type)) {
        return inTrouble(self, target, message, trouble);
      }
      const delayMs = isCutOff ? 0 : latencyOf(request);
      const lateMs = isCutOff ? 0 : lateBy(request);
      if (lateMs > 0) {
        const untilMs = clock.now() + delayMs + lateMs;
        return inTrouble(self, target, message, { kind: "hang", untilMs });
      }
      const deliver = (): void => {
        if (needsRuntime && isDown()) relay(target, self, unavailable(call, noSocketText));
        else relay(self, target, message);
      };
      if (delayMs > 0) clock.arm(deliver, delayMs, ranks.world);
      else simulation.post(deliver);
    },
    sleep: (self, ms, call) => {
      const wake = (): void => {
        if (isActive(self)) self.send({ type: "procedure.resume", call });
      };
      if (ms > 0) clock.setTimeout(wake, ms);
      else simulation.post(wake);
    },
  };
}

function unavailable(call: number, message: string) {
  return { type: "runtime.failed", call, code: "UNAVAILABLE", message };
}
