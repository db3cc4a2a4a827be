/**
 * What a textbook kubelet keeps between two looks: its declarations, its waits, and which of its
 * calls are under way. It may lose all of it: the next list says again what is.
 *
 * Changed in place by the kubelet that owns it: at a hundred thousand containers, a copy at each
 * reply would cost the square of their number. The decisions only read it.
 */
import type { Backoff } from "../../src/decide/backoff.ts";
import {
  type Declaration,
  type Declarations,
  type DuplicateDeclaration,
  joinDeclarations,
  noDeclarations,
} from "../../src/decide/declarations.ts";
import { podChanges } from "../../src/decide/pod-changes.ts";
import type { Command, Plan, Remembered } from "../../src/decide/textbook-plan.ts";
import { type ContainerKey, displayName } from "../../src/model/container-key.ts";
import type { SourcePods } from "../../src/model/messages.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { ContainerConfig, RuntimeReply, RuntimeRequest } from "../../src/model/runtime.ts";
import type { PodTrace, SourceTrace, WarningTrace } from "../../src/model/trace.ts";

/** A call that is not answered yet, by what it will change here. */
type Pending =
  | { readonly verb: "create"; readonly declaration: Declaration }
  | { readonly verb: "start" | "stop" | "remove"; readonly id: string };

export class KubeletMemory implements Remembered {
  readonly backoffs = new Map<ContainerKey, Backoff>();
  readonly creating = new Set<ContainerKey>();
  readonly starting = new Set<string>();
  readonly removing = new Set<string>();
  readonly left = new Set<string>();
  declarations: Declarations = noDeclarations;
  /** The calls that the last step asks for. */
  outbox: readonly RuntimeRequest[] = [];
  /** What the last reading of a source brought. */
  news: readonly (SourceTrace | PodTrace | WarningTrace)[] = [];
  #filePods: readonly DeclaredPod[] = [];
  #apiPods: readonly DeclaredPod[] = [];
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #listCall = 0;

  /** Takes over what a source declares; tells what is new about it. */
  declare(message: SourcePods): void {
    const { source, pods } = message;
    const before = source === "file" ? this.#filePods : this.#apiPods;
    if (source === "file") this.#filePods = pods;
    else this.#apiPods = pods;
    const known = new Set(this.declarations.duplicates.map(duplicateWarning));
    this.declarations = joinDeclarations(this.#filePods, this.#apiPods);
    const duplicates = this.declarations.duplicates.map(duplicateWarning);
    const standing = pods.filter((pod) => pod.deletionGraceMs === undefined).length;
    this.news = [
      { type: "source", source, pods: standing },
      ...podChanges(before, pods),
      ...duplicates.filter((text) => !known.has(text)).map(warning),
    ];
  }

  askForList(): void {
    this.#listCall = ++this.#calls;
    this.outbox = [{ type: "runtime.list", call: this.#listCall }];
  }

  /** Whether a reply is the answer to the list that was asked for last. */
  isListReply(reply: RuntimeReply): boolean {
    return reply.call === this.#listCall;
  }

  /** What a call to create that is not answered yet asked for. */
  configOf(call: number): ContainerConfig | undefined {
    const pending = this.#pending.get(call);
    return pending?.verb === "create" ? containerConfig(pending.declaration) : undefined;
  }

  /** Remembers what a plan decided and turns its commands into calls. */
  carryOut(plan: Plan): void {
    for (const [key, backoff] of plan.backoffs) this.backoffs.set(key, backoff);
    for (const action of plan.actions) if (action.action === "leave") this.left.add(action.id);
    this.outbox = plan.commands.map((command) => this.#toCall(command));
  }

  /**
   * Takes note of a reply and asks for the call that follows: start after create, remove after
   * stop.
   */
  hear(reply: RuntimeReply): void {
    this.outbox = this.#afterReply(reply);
  }

  #afterReply(reply: RuntimeReply): readonly RuntimeRequest[] {
    const pending = this.#pending.get(reply.call);
    if (pending === undefined) return [];
    this.#pending.delete(reply.call);
    switch (pending.verb) {
      case "create":
        this.creating.delete(pending.declaration.key);
        return reply.type === "runtime.created" ? [this.#start(reply.id)] : [];
      case "start":
        this.starting.delete(pending.id);
        return [];
      case "stop":
        if (reply.type === "runtime.stopped") return [this.#remove(pending.id)];
        this.removing.delete(pending.id);
        return [];
      case "remove":
        this.removing.delete(pending.id);
        this.left.delete(pending.id);
        return [];
    }
  }

  #toCall(command: Command): RuntimeRequest {
    switch (command.command) {
      case "create":
        this.creating.add(command.declaration.key);
        return {
          type: "runtime.create",
          call: this.#begin({ verb: "create", declaration: command.declaration }),
          config: containerConfig(command.declaration),
        };
      case "start":
        return this.#start(command.id);
      case "remove": {
        const { id, state } = command.container;
        this.removing.add(id);
        if (state === "Exited") return this.#remove(id);
        const call = this.#begin({ verb: "stop", id });
        return { type: "runtime.stop", call, id, timeoutMs: command.graceMs };
      }
    }
  }

  #start(id: string): RuntimeRequest {
    this.starting.add(id);
    return { type: "runtime.start", call: this.#begin({ verb: "start", id }), id };
  }

  #remove(id: string): RuntimeRequest {
    return { type: "runtime.remove", call: this.#begin({ verb: "remove", id }), id };
  }

  #begin(pending: Pending): number {
    const call = ++this.#calls;
    this.#pending.set(call, pending);
    return call;
  }
}

function containerConfig({ key, pod, container }: Declaration): ContainerConfig {
  return {
    key,
    namespace: pod.namespace,
    pod: pod.name,
    podUid: pod.uid,
    container: container.name,
    image: container.image,
    gracePeriodMs: pod.gracePeriodMs,
  };
}

function duplicateWarning({ kept, dropped }: DuplicateDeclaration): string {
  const name = displayName(kept.pod.namespace, kept.pod.name, kept.container.name);
  return (
    `${name} is declared twice: ${declaredBy(kept)} is in force, ` +
    `${declaredBy(dropped)} is ignored`
  );
}

function warning(message: string): WarningTrace {
  return { type: "warning", message };
}

function declaredBy({ pod, order }: Declaration): string {
  const { source, position } = pod;
  const name = source === "file" ? "a file" : "the API";
  const place = position ? ` (${position.file}:${position.line})` : ` (number ${order + 1})`;
  return `the one of ${name}${place}`;
}
