/**
 * What a node was at any moment of its trace: declared and actual side by side, the link, the
 * kubelet, the lists. Read as it is written; a moment is then a few searches, however long the
 * trace is.
 */
import { compareWithDeclared } from "../decide/agreement.ts";
import { joinDeclarations } from "../decide/declarations.ts";
import { judgedContainers } from "../decide/kubelet/judged-containers.ts";
import { Declarations } from "../explain/declared.ts";
import { compareBytes, containerKey } from "../model/container-key.ts";
import type { KubePod } from "../model/kube-pod.ts";
import type { DeclaredPod } from "../model/pod.ts";
import type { ContainerRecord } from "../model/runtime.ts";
import type {
  ContainerTrace,
  PodTrace,
  StatusTrace,
  TraceRecord,
  VerdictRow,
} from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { defaultNodeName } from "../scenario/schema.ts";
import { isMirror } from "../trace/kubernetes/mirrors.ts";
import { countUpTo } from "./search.ts";

export interface Moment {
  readonly agrees: boolean;
  readonly rows: readonly VerdictRow[];
  readonly link: boolean;
  /** Its version, or that it runs or does not. */
  readonly kubelet: string | boolean;
  readonly lists: number;
  /** The newest status of a pod: what the API server has, else what the kubelet holds. */
  readonly statusOf: (namespace: string, pod: string) => StatusTrace | undefined;
  /** The pod that is there, as it was told last. */
  readonly podOf: (namespace: string, pod: string) => KnownPod | undefined;
  /** What was done to the node, the last thing first. */
  readonly stimuli: readonly Stamped<"stimulus">[];
}

export interface KnownPod {
  readonly metadata: PodTrace["metadata"];
  readonly spec: KubePod["spec"];
}

type Stamped<Type extends TraceRecord["type"]> = Extract<TraceRecord, { readonly type: Type }>;

type DeclaredRecord = Stamped<"pod"> & Pick<KubePod, "spec">;

interface Thing {
  readonly key: string;
  readonly changes: Stamped<"container">[];
}

export class History {
  readonly #isTextbook: boolean;
  /** The trace has the specs of the API's pods; of files, and in the textbook all, it does not. */
  readonly #declarations: Declarations;
  readonly #things = new Map<string, Thing>();
  /** In the order of the runtime's list: by key, and those of one key as they came to be. */
  #list: readonly Thing[] = [];
  readonly #pods = new Map<string, DeclaredRecord[]>();
  readonly #statuses = new Map<string, Stamped<"status">[]>();
  readonly #links: Stamped<"link">[] = [];
  readonly #kubelets: Stamped<"kubelet">[] = [];
  readonly #lists: number[] = [];
  readonly #stimuli: Stamped<"stimulus">[] = [];

  constructor(input: PreparedInput) {
    this.#isTextbook = input.scenario.model === "textbook";
    const { name = defaultNodeName } = input.scenario.nodes[0] ?? {};
    this.#declarations = new Declarations(input, name);
  }

  /** The same with more stimuli, before any record of them. */
  learn(input: PreparedInput): void {
    this.#declarations.learn(input);
  }

  take(records: readonly TraceRecord[]): void {
    const before = this.#things.size;
    for (const record of records) this.#take(record);
    if (this.#things.size === before) return;
    this.#list = [...this.#things.values()].toSorted((a, b) => compareBytes(a.key, b.key));
  }

  #take(record: TraceRecord): void {
    if (record.type === "container") this.#change(record);
    else if (record.type === "link") this.#links.push(record);
    else if (record.type === "kubelet") this.#kubelets.push(record);
    else if (record.type === "relist") this.#lists.push(record.seq);
    else if (record.type === "stimulus") {
      this.#stimuli.push(record);
      this.#declarations.take(record);
    } else if (record.type === "status") {
      if (record.sent) listed(this.#statuses, nameKey(record)).push(record);
    } else if (record.type === "pod" && !isMirror(record)) {
      listed(this.#pods, record.uid ?? nameKey(record)).push(this.#withSpec(record));
    }
  }

  /** As it was declared then. */
  #withSpec(record: Stamped<"pod">): DeclaredRecord {
    const { spec } = this.#declarations.of(record, record.source === "file")?.pod ?? {};
    return { ...record, spec: record.spec ?? (spec as KubePod["spec"]) ?? specOf(record) };
  }

  #change(record: Stamped<"container">): void {
    const { namespace, pod, container, id } = record;
    const known = this.#things.get(id);
    if (known) known.changes.push(record);
    else {
      const key = containerKey(namespace, pod, container);
      this.#things.set(id, { key, changes: [record] });
    }
  }

  /** `count`: how many records have happened. */
  at(count: number): Moment {
    const link = lastUpTo(this.#links, count);
    const kubelet = lastUpTo(this.#kubelets, count);
    const runs = kubelet?.change === "started";
    return {
      ...this.#agreement(count, kubelet?.seq ?? 0),
      link: link?.up ?? false,
      kubelet: runs ? (kubelet.version ?? true) : false,
      lists: countUpTo(this.#lists.length, (index) => this.#lists[index] ?? 0, count),
      statusOf: (namespace, pod) =>
        lastUpTo(this.#statuses.get(nameKey({ namespace, pod })) ?? [], count),
      podOf: (namespace, pod) => this.#podAt(count, nameKey({ namespace, pod })),
      stimuli: this.#stimuli.filter(({ seq }) => seq <= count).toReversed(),
    };
  }

  #podAt(count: number, name: string): KnownPod | undefined {
    const known = [...this.#pods.values()].flatMap((changes) => lastUpTo(changes, count) ?? []);
    const pod = known.findLast((each) => nameKey(each) === name && each.change !== "removed");
    return pod && { metadata: pod.metadata, spec: pod.spec };
  }

  /** Declared and actual side by side. */
  rowsAt(count: number): readonly VerdictRow[] {
    return this.#agreement(count, lastUpTo(this.#kubelets, count)?.seq ?? 0).rows;
  }

  #agreement(count: number, kubeletSeq: number): Pick<Moment, "agrees" | "rows"> {
    const list = this.#list.flatMap(({ changes }) => {
      const last = lastUpTo(changes, count);
      return last === undefined || last.to === "Removed" ? [] : [toRecord(last, last.to)];
    });
    const known = [...this.#pods.values()].flatMap((changes) => lastUpTo(changes, count) ?? []);
    // What a kubelet has of files, and in the textbook all, it tells in each of its lives anew.
    const isKnown = ({ source, seq }: Stamped<"pod">): boolean =>
      seq > kubeletSeq || (source === "api" && !this.#isTextbook);
    const there = known.filter((pod) => isKnown(pod) && pod.change !== "removed").map(toKubePod);
    const pods = there.map(toDeclared);
    const of = (source: DeclaredPod["source"]): DeclaredPod[] =>
      pods.filter((pod) => pod.source === source);
    const declarations = joinDeclarations(of("file"), of("api"));
    const judged = this.#isTextbook ? list : judgedContainers(list, there);
    return compareWithDeclared(declarations, judged);
  }
}

function nameKey({ namespace, pod }: { namespace: string; pod: string }): string {
  return `${namespace}/${pod}`;
}

function listed<T>(lists: Map<string, T[]>, key: string): T[] {
  const known = lists.get(key);
  if (known) return known;
  const list: T[] = [];
  lists.set(key, list);
  return list;
}

function lastUpTo<Record extends { readonly seq: number }>(
  records: readonly Record[],
  count: number,
): Record | undefined {
  return records[countUpTo(records.length, (index) => records[index]?.seq ?? 0, count) - 1];
}

function toRecord(record: ContainerTrace, state: ContainerRecord["state"]): ContainerRecord {
  const { id, namespace, pod, container, uid = "", image = "", run, exitCode, reason } = record;
  return {
    id,
    namespace,
    pod,
    container,
    image,
    run,
    state,
    exitCode,
    reason,
    key: containerKey(namespace, pod, container),
    podUid: uid,
    gracePeriodMs: 0,
    createdAtMs: 0,
    startedAtMs: undefined,
    finishedAtMs: undefined,
    labels: undefined,
  };
}

/** Of a pod that no manifest describes. */
function specOf({ containers }: PodTrace): KubePod["spec"] {
  return {
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 0,
    containers: containers.map((name) => ({ name, image: "", imagePullPolicy: "IfNotPresent" })),
  };
}

const noStatus: KubePod["status"] = {
  phase: "Pending",
  conditions: [],
  initContainerStatuses: [],
  containerStatuses: [],
  ephemeralContainerStatuses: [],
};

function toKubePod(record: DeclaredRecord): KubePod {
  const { namespace, pod, uid = "", source, change, spec } = record;
  const deletion = change === "terminating" ? { deletionGracePeriodSeconds: 0 } : {};
  return { namespace, uid, source, spec, status: noStatus, name: pod, ...deletion };
}

function toDeclared(pod: KubePod): DeclaredPod {
  const { namespace, name, uid, source, spec, deletionGracePeriodSeconds } = pod;
  return {
    namespace,
    name,
    uid,
    source,
    restartPolicy: spec.restartPolicy ?? "Always",
    gracePeriodMs: 0,
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGraceMs: 0 }),
    containers: spec.containers,
  };
}
