/**
 * The runtime's pod sandboxes: the pause process that holds a pod's network, and its record.
 *
 * A sandbox that is stopped takes its containers with it at once. Dead ones stay in the list until
 * they are removed.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto RunPodSandbox, StopPodSandbox.
 */
import { type AnyActorRef, setup } from "xstate";
import type {
  SandboxConfig,
  SandboxRecord,
  SandboxReply,
  SandboxRequest,
} from "../../src/model/cri.ts";
import type { RuntimeFailure } from "../../src/model/runtime.ts";
import type { SandboxTrace } from "../../src/model/trace.ts";

export type SandboxesEvent =
  | (SandboxRequest & { readonly replyTo: AnyActorRef })
  /** The world: only the pause process dies. */
  | { readonly type: "world.killSandbox"; readonly id: string };

export interface SandboxesContext {
  readonly now: () => number;
  /** Changed in place: copying it at each call would cost the square of the number of pods. */
  readonly records: Map<string, SandboxRecord>;
  /** The ids of each pod's sandboxes, in the order of their creation. */
  readonly idsOfPod: Map<string, Set<string>>;
  readonly counter: { made: number };
}

export interface SandboxAnswer {
  readonly to: AnyActorRef;
  readonly reply: SandboxReply | RuntimeFailure;
}

export const sandboxesMachine = setup({
  types: {
    context: {} as SandboxesContext,
    events: {} as SandboxesEvent,
    input: {} as { readonly now: () => number },
  },
  actions: {
    /** Effect: carries an answer back to who asked. */
    reply: (_, _answer: SandboxAnswer) => {},
    /** Effect: tells the event bus. */
    publish: (_, _fact: SandboxTrace) => {},
    /** Effect: kills the containers of a sandbox, which cannot live without it. */
    killContainers: (_, _sandboxId: string) => {},
    admit: ({ context, event }) => {
      if (event.type !== "sandbox.run") return;
      const id = `s${++context.counter.made}`;
      const ip = `10.0.${(context.counter.made >> 8) & 255}.${context.counter.made & 255}`;
      const createdAtMs = context.now();
      const record: SandboxRecord = { ...event.config, id, state: "Ready", createdAtMs, ip };
      context.records.set(id, record);
      const ids = context.idsOfPod.get(record.podUid);
      if (ids) ids.add(id);
      else context.idsOfPod.set(record.podUid, new Set([id]));
    },
    markNotReady: ({ context }, id: string) => {
      const record = context.records.get(id);
      if (record) context.records.set(id, { ...record, state: "NotReady" });
    },
    forget: ({ context: { records, idsOfPod } }, id: string) => {
      const podUid = records.get(id)?.podUid ?? "";
      records.delete(id);
      const ids = idsOfPod.get(podUid);
      ids?.delete(id);
      if (ids?.size === 0) idsOfPod.delete(podUid);
    },
  },
  guards: {
    isReady: ({ context }, id: string) => context.records.get(id)?.state === "Ready",
    isNameTaken: ({ context, event }) =>
      event.type === "sandbox.run" && holderOf(context, event.config) !== undefined,
    isKnown: ({ context }, id: string) => context.records.has(id),
  },
}).createMachine({
  id: "sandboxes",
  context: ({ input }) => ({
    now: input.now,
    records: new Map(),
    idsOfPod: new Map(),
    counter: { made: 0 },
  }),
  initial: "serving",
  states: {
    serving: {
      description: "Answers calls. Stopping the stopped and removing the absent succeed.",
      on: {
        "sandbox.run": [
          {
            guard: "isNameTaken",
            actions: { type: "reply", params: nameTaken },
          },
          {
            actions: [
              "admit",
              { type: "publish", params: ({ context }) => changed(newest(context), "Ready") },
              {
                type: "reply",
                params: ({ context, event: { call, replyTo: to } }) => ({
                  to,
                  reply: { type: "sandbox.running", call, id: newest(context).id },
                }),
              },
            ],
          },
        ],
        "sandbox.stop": [
          {
            guard: { type: "isReady", params: ({ event }) => event.id },
            actions: [
              { type: "killContainers", params: ({ event }) => event.id },
              { type: "publish", params: ({ context, event }) => lost(context, event.id) },
              { type: "markNotReady", params: ({ event }) => event.id },
              { type: "reply", params: ({ event }) => stopped(event) },
            ],
          },
          { actions: { type: "reply", params: ({ event }) => stopped(event) } },
        ],
        "sandbox.remove": [
          {
            guard: { type: "isKnown", params: ({ event }) => event.id },
            actions: [
              { type: "publish", params: ({ context, event }) => removed(context, event.id) },
              { type: "forget", params: ({ event }) => event.id },
              { type: "reply", params: ({ event }) => gone(event) },
            ],
          },
          { actions: { type: "reply", params: ({ event }) => gone(event) } },
        ],
        "sandbox.list": {
          actions: {
            type: "reply",
            params: ({ context, event: { call, replyTo: to, podUid } }) => {
              const sandboxes = podUid === undefined ? all(context) : ofPod(context, podUid);
              return { to, reply: { type: "sandbox.listed", call, sandboxes } };
            },
          },
        },
        "world.killSandbox": {
          guard: { type: "isReady", params: ({ event }) => event.id },
          actions: [
            { type: "publish", params: ({ context, event }) => lost(context, event.id) },
            { type: "markNotReady", params: ({ event }) => event.id },
          ],
        },
      },
    },
  },
});

function all({ records }: SandboxesContext): readonly SandboxRecord[] {
  return [...records.values()];
}

function ofPod({ records, idsOfPod }: SandboxesContext, podUid: string): readonly SandboxRecord[] {
  return Array.from(idsOfPod.get(podUid) ?? [], (id) => find(records, id));
}

function newest({ records, counter }: SandboxesContext): SandboxRecord {
  return find(records, `s${counter.made}`);
}

function find(records: ReadonlyMap<string, SandboxRecord>, id: string): SandboxRecord {
  const record = records.get(id);
  if (record === undefined) throw new Error(`there is no sandbox ${id}`);
  return record;
}

function changed(record: SandboxRecord, to: SandboxTrace["to"]): SandboxTrace {
  const { namespace, pod, podUid: uid, id, attempt } = record;
  const from = to === "Ready" ? {} : { from: record.state };
  return { type: "sandbox", namespace, pod, uid, id, attempt, ...from, to };
}

function lost({ records }: SandboxesContext, id: string): SandboxTrace {
  return changed(find(records, id), "NotReady");
}

function removed({ records }: SandboxesContext, id: string): SandboxTrace {
  return changed(find(records, id), "Removed");
}

/** Of one pod and attempt there is one sandbox, as long as its record is there. */
function holderOf(context: SandboxesContext, config: SandboxConfig): SandboxRecord | undefined {
  return ofPod(context, config.podUid).find(({ attempt }) => attempt === config.attempt);
}

/** In containerd's words. */
function nameTaken({
  context,
  event: { call, config, replyTo: to },
}: {
  readonly context: SandboxesContext;
  readonly event: Extract<SandboxesEvent, { readonly type: "sandbox.run" }>;
}): SandboxAnswer {
  const { pod, namespace, podUid, attempt } = config;
  const name = JSON.stringify(`${pod}_${namespace}_${podUid}_${attempt}`);
  const holder = JSON.stringify(holderOf(context, config)?.id ?? "");
  const message = `failed to reserve sandbox name ${name}: name ${name} is reserved for ${holder}`;
  return { to, reply: { type: "runtime.failed", call, code: "FAILED_PRECONDITION", message } };
}

interface Call {
  readonly call: number;
  readonly id: string;
  readonly replyTo: AnyActorRef;
}

function stopped({ call, id, replyTo: to }: Call): SandboxAnswer {
  return { to, reply: { type: "sandbox.stopped", call, id } };
}

function gone({ call, id, replyTo: to }: Call): SandboxAnswer {
  return { to, reply: { type: "sandbox.removed", call, id } };
}
