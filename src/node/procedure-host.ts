/** Carries out what procedures wait for: calls to the services of their node, and time. */
import type { AnyActorRef } from "xstate";
import type { ProcedureHost, Request, Service } from "../../machines/kubelet/procedure.ts";
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
  readonly latency: RuntimeLatency;
  readonly listTrouble: () => ListTrouble | undefined;
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

export function procedureHost(
  { simulation }: Host,
  { latency, listTrouble }: ProcedureHostOptions,
): ProcedureHost {
  const { clock } = simulation;
  const latencyOf = callLatency(latency, simulation.random);
  /** The answer that a list has while the runtime is in trouble. */
  const giveUp = (self: AnyActorRef, target: AnyActorRef, call: number, trouble: ListTrouble) => {
    const hangs = trouble.kind === "hang";
    const message = hangs ? "context deadline exceeded" : "the runtime is down";
    const leftMs = Math.min(trouble.untilMs - clock.now(), runtimeRequestTimeoutMs);
    const failure = { type: "runtime.failed", call, code: "UNAVAILABLE", message };
    clock.arm(() => relay(target, self, failure), hangs ? leftMs : 0, ranks.world);
  };
  return {
    call: (self, service, request, call) => {
      const target = kubernetesServiceOf(self, services[service]);
      const trouble = listTrouble();
      if (trouble && clock.now() < trouble.untilMs && isList.test(request.type)) {
        return giveUp(self, target, call, trouble);
      }
      const message: Request = { ...request, call, replyTo: self };
      const delayMs = latencyOf(request.type);
      const deliver = (): void => relay(self, target, message);
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
