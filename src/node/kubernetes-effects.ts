/** Supplies the effects of the world around a kubelet: runtime, images, API server, static pods. */
import type { AnyActorRef, EventObject } from "xstate";
import { staticFilesMachine } from "../../machines/kubelet/static-files.ts";
import { apiServerMachine } from "../../machines/world/api-server.ts";
import { type ImagesEvent, imagesMachine } from "../../machines/world/images.ts";
import type { RuntimeMachineEvent } from "../../machines/world/runtime.ts";
import { sandboxesMachine } from "../../machines/world/sandboxes.ts";
import { sigkillExitCode } from "../decide/container-script.ts";
import type { NodeEvent } from "../model/events.ts";
import { ranks } from "../sim/virtual-clock.ts";
import type { Host } from "./create-node-actor.ts";
import { nodeKey, provideRuntime } from "./create-node-actor.ts";
import { kubernetesActorOf, kubernetesServiceOf } from "./node-system.ts";
import { relay } from "./relay.ts";

interface Acting {
  readonly self: AnyActorRef;
}

/** To whom what is said. */
interface Answer {
  readonly to: AnyActorRef;
  readonly reply?: EventObject;
  readonly message?: EventObject;
}

export function provideWorld(host: Host) {
  const { simulation } = host;
  const publish = (_: unknown, fact: NodeEvent): void => host.publish(fact);
  const answer = ({ self }: Acting, { to, reply, message = reply }: Answer): void => {
    if (message) simulation.post(() => relay(self, to, message));
  };
  const tell = ({ self }: Acting, message: EventObject): void => {
    const kubelet = kubernetesActorOf(self, "kubelet");
    if (kubelet) simulation.post(() => relay(self, kubelet, message));
  };
  let expiryIsArmed = false;
  return {
    runtime: provideRuntime(host),
    sandboxes: sandboxesMachine.provide({
      actions: {
        publish,
        reply: answer,
        killContainers: ({ self, context }, sandboxId) => {
          const podUid = context.records.get(sandboxId)?.podUid ?? "";
          killContainersOf(host, self, podUid, sandboxId);
        },
      },
    }),
    images: provideImages(host, answer),
    apiServer: apiServerMachine.provide({
      actions: {
        publish: (_, facts) => {
          for (const fact of facts) {
            // What is said of the node follows from whether it was heard, and not from who looked.
            if (isHearsay(fact)) simulation.causes.current = host.lastRecordOf(nodeKey);
            host.publish(fact);
          }
        },
        armExpiry: ({ self }, atMs) => {
          if (atMs === undefined || expiryIsArmed) return;
          expiryIsArmed = true;
          const over = (): void => {
            expiryIsArmed = false;
            self.send({ type: "events.expire" });
          };
          simulation.clock.arm(over, atMs - simulation.clock.now(), ranks.world);
        },
        answer: (acting, given) => given && answer(acting, given),
        tell: (acting, messages) => messages.forEach((message) => tell(acting, message)),
        tellControllers: ({ self }, messages) => {
          for (const message of messages) {
            const isOfNode = message.type === "api.node" || message.type === "api.lease";
            const name = isOfNode ? "nodeLifecycle" : "taintEviction";
            const controller = kubernetesActorOf(self, name);
            if (controller) simulation.post(() => relay(self, controller, message));
          }
        },
      },
    }),
    staticFiles: provideStaticFiles(host, answer),
  };
}

function isHearsay(fact: NodeEvent): boolean {
  return fact.type === "node" && fact.change === "status";
}

function provideImages(host: Host, answer: (acting: Acting, answer: Answer) => void) {
  const { simulation } = host;
  return imagesMachine.provide({
    actions: {
      publish: (_, fact) => host.publish(fact),
      reply: answer,
      armPull: ({ self }, { pull, delayMs }) => {
        const over = (): void => self.send({ type: "pull.over", pull });
        simulation.clock.arm(over, delayMs, ranks.world);
      },
      losePulls: ({ self }, pulls) => {
        for (const pull of pulls) {
          const lost: ImagesEvent = { type: "pull.lost", pull };
          simulation.post(() => relay(self, self, lost));
        }
      },
    },
  });
}

/** What a scan finds is news of the last write that was not told at once. */
function provideStaticFiles(
  { simulation }: Host,
  answer: (acting: Acting, answer: Answer) => void,
) {
  const { causes } = simulation;
  let lastBroken: number | undefined;
  return staticFilesMachine.provide({
    actions: {
      answer,
      broken: () => {
        lastBroken = causes.current;
      },
      tell: ({ self, event }, message) => {
        const kubelet = kubernetesActorOf(self, "kubelet");
        if (kubelet === undefined) return;
        const isScan = !event.type.startsWith("file.");
        const cause = isScan ? (lastBroken ?? causes.current) : causes.current;
        simulation.post(() => relay(self, kubelet, message), cause);
      },
    },
  });
}

/** They cannot live without their sandbox. */
function killContainersOf(
  { simulation }: Host,
  self: AnyActorRef,
  podUid: string,
  sandboxId: string,
): void {
  const runtime = kubernetesServiceOf(self, "runtime");
  const { registry } = runtime.getSnapshot().context.ledger;
  for (const { id, state, labels } of registry.ofPod(podUid)) {
    if (state === "Exited" || labels?.sandboxId !== sandboxId) continue;
    const kill: RuntimeMachineEvent = { type: "world.kill", id, exitCode: sigkillExitCode };
    simulation.post(() => relay(self, runtime, kill));
  }
}
