/**
 * A small API server: the pods that are bound to the node, with graceful deletion and a watch, the
 * Events about them, and the link over which the kubelet reaches it. While the link is down calls
 * fail at once and the watch has ended; it begins anew with the next list that is asked for.
 */
import { type AnyActorRef, assign, setup } from "xstate";
import { type DeleteOptions, deletePod } from "../../src/decide/api-deletion.ts";
import { changed, withCondition } from "../../src/decide/kubelet/api-update.ts";
import type { ApiEvent } from "../../src/model/api-event.ts";
import type {
  ApiReply,
  ApiRequest,
  PodChange,
  PodList,
  PodName,
  PodWatch,
  WatchClosed,
} from "../../src/model/api.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { PodCondition } from "../../src/model/kube-status.ts";
import type {
  EventObjectTrace,
  LinkTrace,
  NodeCondition,
  PodTrace,
} from "../../src/model/trace.ts";

import { ApiEvents } from "./api-events.ts";

type Addressed = ApiRequest & { readonly replyTo: AnyActorRef };

export type ApiServerEvent =
  | Addressed
  /** The kubelet's source begins to watch. */
  | { readonly type: "api.list"; readonly replyTo: AnyActorRef }
  /** The hour of the Event that was not written for longest is over. */
  | { readonly type: "events.expire" }
  | { readonly type: "link.restore" }
  | { readonly type: "link.cut" }
  /** Others than the kubelet create, change and delete pods. */
  | { readonly type: "user.create"; readonly pod: KubePod }
  | { readonly type: "user.update"; readonly pod: PodName; readonly change: PodChange }
  | { readonly type: "user.setCondition"; readonly pod: PodName; readonly condition: PodCondition }
  | { readonly type: "user.delete"; readonly pod: string; readonly graceSeconds?: number };

export interface ApiServerInput {
  readonly now: () => number;
  /** Cuts a time to whole seconds of the wall clock. */
  readonly toApiTime: (ms: number) => number;
  readonly expiredGraceIsOne: boolean;
}

export interface ApiServerContext extends ApiServerInput {
  /** By namespace and name; changed in place, since a copy at each status would be quadratic. */
  readonly pods: Map<string, KubePod>;
  readonly events: ApiEvents;
  /** Whether the kubelet has listed since the link is up, so that it is told of changes. */
  readonly watched: boolean;
  /** Of the object that was written last; each write has the next one. */
  readonly revision: { last: number };
  /** What the last change means for those who watch, and for the trace. */
  readonly news: readonly PodWatch[];
  readonly eventNews: readonly EventObjectTrace[];
  readonly reply: ApiReply | undefined;
}

export interface Answer {
  readonly to: AnyActorRef;
  readonly reply: ApiReply | PodList | WatchClosed;
}

interface Step {
  readonly news: readonly PodWatch[];
  readonly reply?: ApiReply;
}

export const apiServerMachine = setup({
  types: {
    context: {} as ApiServerContext,
    events: {} as ApiServerEvent,
    input: {} as ApiServerInput,
  },
  actions: {
    /** Effect: tells the kubelet what its watch brings. */
    tell: (_, _messages: readonly (PodWatch | WatchClosed)[]) => {},
    /** Effect: carries an answer back to who asked. */
    answer: (_, _answer: Answer) => {},
    /** Effect: tells the controller that watches over the node. */
    heartbeat: (_, _conditions: readonly NodeCondition[]) => {},
    /** Effect: tells the event bus. */
    publish: (_, _facts: readonly (LinkTrace | PodTrace | EventObjectTrace)[]) => {},
    /** Effect: sends `events.expire` at that virtual ms, unless that is to come already. */
    armExpiry: (_, _atMs: number | undefined) => {},
    writeEvent: assign(({ context: { events, revision, now } }, event: ApiEvent) => ({
      eventNews: [events.write(event, ++revision.last, now())],
    })),
    expireEvents: assign(({ context: { events, now } }) => ({ eventNews: events.expire(now()) })),
    beginWatch: assign({ watched: true }),
    endWatch: assign({ watched: false }),
    handle: assign(({ context, event }) => {
      const { news, reply } = handle(context, event);
      return { news, reply };
    }),
  },
}).createMachine({
  id: "apiServer",
  context: ({ input }) => ({
    ...input,
    pods: new Map(),
    events: new ApiEvents(),
    revision: { last: 0 },
    watched: false,
    news: [],
    eventNews: [],
    reply: undefined,
  }),
  initial: "unreachable",
  states: {
    reachable: {
      on: {
        "link.cut": {
          target: "unreachable",
          actions: [
            { type: "publish", params: [{ type: "link", up: false }] },
            { type: "tell", params: [{ type: "api.closed" }] },
            "endWatch",
          ],
        },
        "api.list": {
          actions: [
            {
              type: "answer",
              params: ({ context, event }) => ({ to: event.replyTo, reply: podList(context) }),
            },
            "beginWatch",
          ],
        },
        "api.patchStatus": {
          actions: [
            "handle",
            { type: "answer", params: ({ context, event }) => answer(context, event) },
            { type: "tell", params: ({ context }) => newsFor(context) },
          ],
        },
        "api.deletePod": {
          actions: [
            "handle",
            { type: "publish", params: ({ context }) => context.news.map(podTrace) },
            { type: "answer", params: ({ context, event }) => answer(context, event) },
            { type: "tell", params: ({ context }) => newsFor(context) },
          ],
        },
        "api.createPod": {
          actions: [
            "handle",
            { type: "publish", params: ({ context }) => context.news.map(podTrace) },
            { type: "answer", params: ({ context, event }) => answer(context, event) },
            { type: "tell", params: ({ context }) => newsFor(context) },
          ],
        },
        "api.writeEvent": {
          actions: [
            { type: "writeEvent", params: ({ event }) => event.event },
            { type: "publish", params: ({ context }) => context.eventNews },
            { type: "armExpiry", params: ({ context }) => context.events.nextExpiryMs },
            {
              type: "answer",
              params: ({ event: { call, replyTo: to } }) => ({
                to,
                reply: { type: "api.ok", call },
              }),
            },
          ],
        },
        "api.heartbeat": {
          actions: [
            { type: "heartbeat", params: ({ event }) => event.conditions },
            {
              type: "answer",
              params: ({ event: { call, replyTo: to } }) => ({
                to,
                reply: { type: "api.ok", call },
              }),
            },
          ],
        },
        "user.*": {
          actions: [
            "handle",
            { type: "publish", params: ({ context }) => context.news.map(podTrace) },
            { type: "tell", params: ({ context }) => newsFor(context) },
          ],
        },
      },
    },
    unreachable: {
      on: {
        "link.restore": {
          target: "reachable",
          actions: { type: "publish", params: [{ type: "link", up: true }] },
        },
        "api.list": {
          actions: {
            type: "answer",
            params: ({ event }) => ({ to: event.replyTo, reply: { type: "api.closed" } }),
          },
        },
        "api.patchStatus": {
          actions: { type: "answer", params: ({ event }) => unreachable(event) },
        },
        "api.deletePod": { actions: { type: "answer", params: ({ event }) => unreachable(event) } },
        "api.createPod": { actions: { type: "answer", params: ({ event }) => unreachable(event) } },
        "api.writeEvent": {
          actions: { type: "answer", params: ({ event }) => unreachable(event) },
        },
        "api.heartbeat": { actions: { type: "answer", params: ({ event }) => unreachable(event) } },
        "user.*": {
          actions: [
            "handle",
            { type: "publish", params: ({ context }) => context.news.map(podTrace) },
          ],
        },
      },
    },
  },
  on: {
    "events.expire": {
      actions: [
        "expireEvents",
        { type: "publish", params: ({ context }) => context.eventNews },
        { type: "armExpiry", params: ({ context }) => context.events.nextExpiryMs },
      ],
    },
  },
});

function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

function handle(context: ApiServerContext, event: ApiServerEvent): Step {
  const { pods } = context;
  const write = (pod: KubePod, change: "ADDED" | "MODIFIED"): Step => put(context, pod, change);
  switch (event.type) {
    case "user.create":
      return pods.has(keyOf(event.pod)) ? { news: [] } : write(event.pod, "ADDED");
    case "user.update": {
      const pod = find(pods, event.pod);
      return pod ? writeChanged(context, pod, changed(pod, event.change)) : { news: [] };
    }
    case "user.setCondition": {
      const pod = find(pods, event.pod);
      return pod ? writeChanged(context, pod, withCondition(pod, event.condition)) : { news: [] };
    }
    case "user.delete": {
      const pod = pods.get(event.pod);
      return pod ? { news: remove(context, pod, event.graceSeconds) } : { news: [] };
    }
    case "api.createPod": {
      if (pods.has(keyOf(event.pod))) return refuse(event, "ALREADY_EXISTS");
      return { ...write(event.pod, "ADDED"), reply: { type: "api.ok", call: event.call } };
    }
    case "api.patchStatus": {
      const pod = find(pods, event.pod);
      if (pod === undefined) return refuse(event, "NOT_FOUND");
      const step = write({ ...pod, status: event.status }, "MODIFIED");
      const [stored] = step.news;
      return { ...step, reply: { type: "api.ok", call: event.call, pod: stored?.pod ?? pod } };
    }
    case "api.deletePod": {
      const pod = find(pods, event.pod);
      if (pod === undefined) return refuse(event, "NOT_FOUND");
      const news = remove(context, pod, event.graceSeconds);
      return { news, reply: { type: "api.ok", call: event.call } };
    }
    default:
      return { news: [] };
  }
}

/** A UID is a precondition: another pod of that name is not meant. */
function find(pods: ReadonlyMap<string, KubePod>, name: PodName): KubePod | undefined {
  const pod = pods.get(keyOf(name));
  return pod?.uid === name.uid ? pod : undefined;
}

/** What is as it was is not written. Models: storage/etcd3/store.go GuaranteedUpdate. */
function writeChanged(context: ApiServerContext, before: KubePod, after: KubePod): Step {
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? { news: [] } : put(context, after, "MODIFIED");
}

function put(context: ApiServerContext, pod: KubePod, change: "ADDED" | "MODIFIED"): Step {
  const stored = revised(context, pod);
  context.pods.set(keyOf(pod), stored);
  return { news: [{ type: "api.watch", change, pod: stored }] };
}

function revised({ revision }: ApiServerContext, pod: KubePod): KubePod {
  return { ...pod, resourceVersion: String(++revision.last) };
}

function remove(
  context: ApiServerContext,
  pod: KubePod,
  graceSeconds: number | undefined,
): readonly PodWatch[] {
  const { pods, now, toApiTime, expiredGraceIsOne } = context;
  const options: DeleteOptions = {
    nowMs: now(),
    toApiTime,
    expiredGraceIsOne,
    ...(graceSeconds === undefined ? {} : { graceSeconds }),
  };
  const deletion = deletePod(pod, options);
  switch (deletion.kind) {
    case "unchanged":
      return [];
    case "marked":
      return put(context, deletion.pod, "MODIFIED").news;
    case "removed": {
      // Whoever put a finalizer there has to take it away first; nobody here does.
      if (pod.finalizers && pod.finalizers.length > 0) {
        const kept = { ...(deletion.marked ?? pod), deletionGracePeriodSeconds: 0 };
        const isNews = pod.deletionGracePeriodSeconds !== 0;
        return isNews ? put(context, kept, "MODIFIED").news : [];
      }
      pods.delete(keyOf(pod));
      const marked = deletion.marked && revised(context, deletion.marked);
      const told = marked ? [{ type: "api.watch", change: "MODIFIED", pod: marked } as const] : [];
      const gone = revised(context, marked ?? pod);
      return [...told, { type: "api.watch", change: "DELETED", pod: gone }];
    }
  }
}

function refuse({ call }: ApiRequest, code: "NOT_FOUND" | "ALREADY_EXISTS"): Step {
  return { news: [], reply: { type: "api.failed", call, code } };
}

function newsFor({ news, watched }: ApiServerContext): readonly PodWatch[] {
  return watched ? news : [];
}

function answer(context: ApiServerContext, { call, replyTo: to }: Addressed) {
  const reply: ApiReply = context.reply ?? { type: "api.ok", call };
  return { to, reply };
}

function unreachable({ call, replyTo: to }: Addressed) {
  const reply: ApiReply = { type: "api.failed", call, code: "UNREACHABLE" };
  return { to, reply };
}

function podList({ pods }: ApiServerContext): PodList {
  return { type: "api.listed", pods: [...pods.values()] };
}

function podTrace({ change, pod }: PodWatch): PodTrace {
  const changes = { ADDED: "added", MODIFIED: "updated", DELETED: "removed" } as const;
  const isTerminating = change === "MODIFIED" && pod.deletionTimestampMs !== undefined;
  return {
    type: "pod",
    namespace: pod.namespace,
    pod: pod.name,
    uid: pod.uid,
    change: isTerminating ? "terminating" : changes[change],
    source: "api",
    containers: pod.spec.containers.map(({ name }) => name),
    metadata: metadataOf(pod),
    ...(change === "DELETED" ? {} : { spec: pod.spec }),
  };
}

function metadataOf(pod: KubePod): Readonly<Record<string, unknown>> {
  const { name, namespace, uid, labels, annotations, generation, resourceVersion } = pod;
  const { creationTimestampMs, deletionGracePeriodSeconds, deletionTimestampMs, finalizers } = pod;
  return {
    name,
    namespace,
    uid,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(generation === undefined ? {} : { generation }),
    ...(finalizers ? { finalizers } : {}),
    ...(creationTimestampMs === undefined ? {} : { creationTimestamp: creationTimestampMs / 1000 }),
    ...(deletionTimestampMs === undefined ? {} : { deletionTimestamp: deletionTimestampMs / 1000 }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
  };
}
