/**
 * The Node object and its Lease, as the API server stores them. It is there from the start, since
 * its kubelet has been up for long.
 */
import type {
  NodeCondition,
  NodeConditionPatch,
  NodeLease,
  NodeObject,
  TaintName,
} from "../../src/model/node.ts";
import { type NodeView, hasTaint } from "../../src/decide/node-health.ts";
import type { NodeTrace } from "../../src/model/trace.ts";

const dayMs = 24 * 3_600_000;

/** As a kubelet that has been up for a day has left it at `t0`. */
export function registeredNode(name: string): NodeView {
  const condition: NodeCondition = {
    type: "Ready",
    status: "True",
    reason: "KubeletReady",
    message: "kubelet is posting ready status",
    lastHeartbeatTimeMs: 0,
    lastTransitionTimeMs: -dayMs,
  };
  return {
    node: { name, resourceVersion: "0", conditions: [condition], taints: [] },
    lease: { holderIdentity: name, leaseDurationSeconds: 40, renewTimeMs: 0 },
  };
}

/** Changed in place, as the pods are. */
export class ApiNode {
  #node: NodeObject;
  lease: NodeLease;

  constructor(name: string) {
    const { node, lease } = registeredNode(name);
    this.#node = node;
    this.lease = lease;
  }

  get node(): NodeObject {
    return this.#node;
  }

  /** The pods on it are to be looked at while it has one. */
  get noExecuteTaints() {
    return this.#node.taints.filter(({ effect }) => effect === "NoExecute");
  }

  patchStatus(patches: readonly NodeConditionPatch[], resourceVersion: number): NodeTrace {
    const conditions = this.#node.conditions.map((condition) => ({
      ...condition,
      ...patches.find(({ type }) => type === condition.type),
    }));
    return this.#write("status", { conditions }, resourceVersion);
  }

  /** Undefined: all of it is so already. */
  swapTaints(
    add: readonly TaintName[],
    remove: readonly TaintName[],
    timeAddedMs: number,
    nextRevision: () => number,
  ): NodeTrace | undefined {
    const fresh = add.filter((taint) => !hasTaint(this.#node, taint));
    const stale = remove.filter((taint) => hasTaint(this.#node, taint));
    if (fresh.length + stale.length === 0) return undefined;
    const kept = this.#node.taints.filter((taint) => !hasTaint({ taints: stale }, taint));
    const taints = [...kept, ...fresh.map((taint) => ({ ...taint, timeAddedMs }))];
    return this.#write("taints", { taints }, nextRevision());
  }

  #write(
    change: NodeTrace["change"],
    part: Partial<NodeObject>,
    resourceVersion: number,
  ): NodeTrace {
    this.#node = { ...this.#node, ...part, resourceVersion: String(resourceVersion) };
    return this.#trace(change, resourceVersion);
  }

  #trace(change: NodeTrace["change"], resourceVersion: number): NodeTrace {
    const { conditions, taints } = this.#node;
    return {
      type: "node",
      change,
      conditions,
      ...(taints.length === 0 ? {} : { taints }),
      lease: this.lease,
      resourceVersion: String(resourceVersion),
    };
  }
}
