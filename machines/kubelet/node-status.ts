/**
 * What the kubelet says of its node: it looks every ten seconds, and says what has changed, and
 * every five minutes all of it. That it lives is said apart from that, by its Lease.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_node_status.go syncNodeStatus, updateNodeStatus;
 * kubernetes/pkg/kubelet/runtime.go runtimeState.
 */
import {
  type NodeReport,
  conditionHasChanged,
  conditionPatch,
  isReportDue,
  nodeStatusReportFrequencyMs,
  nodeStatusUpdateFrequencyMs,
  readyCondition,
  reportDelayMs,
} from "../../src/decide/kubelet/node-report.ts";
import type { ApiReply } from "../../src/model/api.ts";
import type { NodeObject } from "../../src/model/node.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { type Procedure, type Request, callService, sleep } from "./procedure.ts";

export interface NodeStatusInput {
  readonly core: KubeletCore;
  readonly phaseMs: number;
}

/** Upstream waits up to so much longer, each time; the renewal of the lease does the same. */
const jitterFactor = 0.04;

export function* runNodeStatus({ core, phaseMs }: NodeStatusInput): Procedure<void> {
  let report = yield* syncNodeStatus(core, { delayMs: 0 });
  // What one says that has been up for long is for the reader; it said so at some time before.
  if (core.input.upForMs > 0) {
    const agoMs = Math.floor(core.input.draw("phase node report") * nodeStatusReportFrequencyMs);
    report = { lastMs: core.now() - agoMs, delayMs: 0 };
  }
  yield* sleep(phaseMs);
  for (;;) {
    report = yield* syncNodeStatus(core, report);
    const jitter = 1 + jitterFactor * core.input.draw("node status jitter");
    yield* sleep(Math.floor(nodeStatusUpdateFrequencyMs * jitter));
  }
}

/** Each of upstream's five tries at once ends as the first does, since nothing comes between. */
function* syncNodeStatus(core: KubeletCore, report: NodeReport): Procedure<NodeReport> {
  const node = core.node ?? (yield* getNode());
  if (node === undefined) return report;
  const known = node.conditions.find(({ type }) => type === "Ready");
  const said = readyCondition(known, errorsOf(core), core.input.toApiTime(core.now()));
  const hasChanged = conditionHasChanged(known, said);
  if (!hasChanged && !isReportDue(report, core.now())) return report;
  const draw = core.input.draw("node report delay");
  const delayMs = reportDelayMs(report, hasChanged, draw, core.features);
  const conditions = [conditionPatch(known, said)];
  const reply = yield* call({ type: "api.patchNodeStatus", conditions });
  return reply.type === "api.ok" ? { lastMs: core.now(), delayMs } : { ...report, delayMs };
}

function* getNode(): Procedure<NodeObject | undefined> {
  const reply = yield* call({ type: "api.getNode" });
  return reply.type === "api.ok" ? reply.node : undefined;
}

function* call(request: Request): Procedure<ApiReply> {
  return (yield* callService("api", request)) as ApiReply;
}

function errorsOf(core: KubeletCore): string | undefined {
  // That the runtime was not asked yet is not told of a kubelet that has just started.
  const { upForMs } = core.input;
  return upForMs === 0 ? core.runtimeErrors(core.startedAtMs) : core.runtimeErrors();
}
