/** What the API server is asked and told, and what comes of each: all that it stores is here. */
import type { AnyActorRef } from "xstate";
import { changed, withCondition } from "../../src/decide/kubelet/api-update.ts";
import { statusTrace } from "../../src/decide/kubelet/status-traces.ts";
import type { ApiEvent } from "../../src/model/api-event.ts";
import type { ApiReply, ApiRequest, PodChange, PodName, PodWatch } from "../../src/model/api.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { PodCondition } from "../../src/model/kube-status.ts";
import type {
  LeaseWatch,
  NodeCondition,
  NodeWatch,
  Taint,
  TaintName,
} from "../../src/model/node.ts";
import type { TracedFact } from "../../src/model/events.ts";
import type { EventObjectTrace, NodeTrace, PodTrace } from "../../src/model/trace.ts";
import type { ApiEvents } from "./api-events.ts";
import type { ApiNode } from "./api-node.ts";
import { type PodStore, find, keyOf, podTrace, put, putChanged, remove } from "./api-pods.ts";

type Addressed = ApiRequest & { readonly replyTo: AnyActorRef };

/** Others than the kubelet create, change and delete pods. */
export type UserEvent =
  | { readonly type: "user.create"; readonly pod: KubePod }
  | { readonly type: "user.update"; readonly pod: PodName; readonly change: PodChange }
  | { readonly type: "user.setCondition"; readonly pod: PodName; readonly condition: PodCondition }
  | { readonly type: "user.delete"; readonly pod: string; readonly graceSeconds?: number };

/** The control plane writes, whatever the link is like. */
export type ControllerEvent =
  | {
      readonly type: "controller.setConditions";
      readonly conditions: readonly NodeCondition[];
    }
  | {
      readonly type: "controller.swapTaints";
      readonly add: readonly TaintName[];
      readonly remove: readonly TaintName[];
    }
  | { readonly type: "controller.writeEvent"; readonly event: ApiEvent };

export type StoringEvent = Addressed | UserEvent | ControllerEvent;

export interface ApiStore extends PodStore {
  readonly node: ApiNode;
  readonly events: ApiEvents;
}

export interface NodeTainted {
  readonly type: "node.tainted";
  /** Those with the effect NoExecute. */
  readonly taints: readonly Taint[];
  /** All that are on the node. */
  readonly pods: readonly KubePod[];
}

/** What the controllers are told. */
export type ControllerNews = NodeWatch | LeaseWatch | NodeTainted | PodWatch;

/** What has come of the last one. */
export interface Step {
  readonly facts?: readonly TracedFact[];
  /** For the kubelet, while it watches. */
  readonly news?: readonly (PodWatch | NodeWatch)[];
  readonly controllerNews?: readonly ControllerNews[];
  readonly answer?: { readonly to: AnyActorRef; readonly reply: ApiReply };
}

export function handle(store: ApiStore, event: StoringEvent): Step {
  const { pods, node, revision } = store;
  switch (event.type) {
    case "user.create":
      return pods.has(keyOf(event.pod)) ? {} : told(store, [put(store, event.pod, "ADDED")]);
    case "user.update": {
      const pod = find(pods, event.pod);
      if (pod === undefined) return {};
      return told(store, putChanged(store, pod, changed(pod, event.change)));
    }
    case "user.setCondition": {
      const pod = find(pods, event.pod);
      return pod === undefined ? {} : setCondition(store, pod, event.condition);
    }
    case "user.delete": {
      const pod = pods.get(event.pod);
      return pod === undefined ? {} : told(store, remove(store, pod, event.graceSeconds));
    }
    case "api.createPod":
      if (pods.has(keyOf(event.pod))) return refuse(event, "ALREADY_EXISTS");
      return { ...told(store, [put(store, event.pod, "ADDED")]), ...accept(event) };
    case "api.patchStatus": {
      const pod = find(pods, event.pod);
      if (pod === undefined) return refuse(event, "NOT_FOUND");
      // The kubelet that sent it tells of it.
      const news = [put(store, { ...pod, status: event.status }, "MODIFIED")];
      return { ...watched(store, news), ...accept(event, { pod: news[0]?.pod ?? pod }) };
    }
    case "api.deletePod": {
      const pod = find(pods, event.pod);
      if (pod === undefined) return refuse(event, "NOT_FOUND");
      return { ...told(store, remove(store, pod, event.graceSeconds)), ...accept(event) };
    }
    case "api.getNode":
      return accept(event, { node: node.node });
    case "api.patchNodeStatus":
      return {
        ...nodeWritten(store, node.patchStatus(event.conditions, ++revision.last)),
        ...accept(event),
      };
    case "api.renewLease": {
      // Each 10 s for ever: only the records about the node itself tell of it.
      node.lease = event.lease;
      revision.last++;
      const controllerNews = [{ type: "api.lease", lease: event.lease } as const];
      return { controllerNews, ...accept(event) };
    }
    case "api.writeEvent":
      return { facts: [writeEvent(store, event.event)], ...accept(event) };
    case "controller.writeEvent":
      return { facts: [writeEvent(store, event.event)] };
    case "controller.setConditions":
      return nodeWritten(store, node.patchStatus(event.conditions, ++revision.last));
    case "controller.swapTaints":
      return swapTaints(store, event.add, event.remove);
  }
}

function writeEvent({ events, revision, now }: ApiStore, event: ApiEvent): EventObjectTrace {
  return events.write(event, ++revision.last, now());
}

/** Nothing but the status has changed. */
function setCondition(store: ApiStore, pod: KubePod, condition: PodCondition): Step {
  const news = putChanged(store, pod, withCondition(pod, condition));
  const facts = news.map(({ pod: { status, resourceVersion } }) =>
    statusTrace(pod, status, { resourceVersion }),
  );
  return { ...watched(store, news), facts };
}

function swapTaints(
  store: ApiStore,
  add: readonly TaintName[],
  removed: readonly TaintName[],
): Step {
  const { node, revision, pods, now, toApiTime } = store;
  const trace = node.swapTaints(add, removed, toApiTime(now()), () => ++revision.last);
  if (trace === undefined) return {};
  const step = nodeWritten(store, trace);
  if (![...add, ...removed].some(({ effect }) => effect === "NoExecute")) return step;
  const tainted: NodeTainted = {
    type: "node.tainted",
    taints: node.noExecuteTaints,
    pods: [...pods.values()],
  };
  return { ...step, controllerNews: [...(step.controllerNews ?? []), tainted] };
}

function nodeWritten({ node }: ApiStore, trace: NodeTrace): Step {
  const news = [{ type: "api.node", node: node.node } as const];
  return { facts: [trace], news, controllerNews: news };
}

function told(store: ApiStore, news: readonly PodWatch[]): Step {
  const facts: readonly PodTrace[] = news.map(podTrace);
  return { facts, ...watched(store, news) };
}

/** Controllers look at the pods of a node that evicts. */
function watched({ node }: ApiStore, news: readonly PodWatch[]): Step {
  return node.noExecuteTaints.length === 0 ? { news } : { news, controllerNews: news };
}

function accept({ call, replyTo }: Addressed, found: Pick<AcceptedReply, "pod" | "node"> = {}) {
  return { answer: { to: replyTo, reply: { type: "api.ok", call, ...found } } } satisfies Step;
}

type AcceptedReply = Extract<ApiReply, { type: "api.ok" }>;

function refuse({ call, replyTo }: Addressed, code: "NOT_FOUND" | "ALREADY_EXISTS"): Step {
  return { answer: { to: replyTo, reply: { type: "api.failed", call, code } } };
}
