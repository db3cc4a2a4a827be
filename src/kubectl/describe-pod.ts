/**
 * `kubectl describe pod`, as far as the simulator knows what it tells.
 *
 * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/describe/describe.go describePod,
 * DescribeEvents.
 */
import type { EventObjectTrace } from "../model/trace.ts";
import {
  type DescribeContext,
  type DescribedContainer,
  containerLines,
  resourceLines,
} from "./describe-container.ts";
import {
  annotationLines,
  field,
  labelLines,
  line,
  multiline,
  sortedEntries,
  tolerationLines,
} from "./describe-lines.ts";
import { volumeLines } from "./describe-volumes.ts";
import { escapeTerminal } from "./escape-terminal.ts";
import { eventInterval } from "./events-view.ts";
import { humanDuration } from "./human-duration.ts";
import { byLastTimestamp } from "./stored-events.ts";
import type { StoredPod } from "./stored-pods.ts";
import { TabWriter, describeTabs } from "./tab-writer.ts";
import { rfc1123z } from "./wall-clock.ts";

export interface DescribedMoment extends DescribeContext {
  readonly ms: number;
  /** All that are stored. */
  readonly events: readonly EventObjectTrace[];
}

export function describePod(moment: DescribedMoment): string {
  const { pod } = moment;
  const lines = [...headLines(moment), ...bodyLines(moment), ...tailLines(pod)];
  const writer = new TabWriter(describeTabs);
  const events = eventsOf(pod, moment.events);
  const text = (each: readonly string[]): string => writer.write(each.map(escapeTerminal));
  if (events.length === 0) return text([...lines, "Events:\t<none>"]);
  return text(lines) + text(eventLines(events, moment));
}

function headLines({ pod, clock, ms }: DescribedMoment): readonly string[] {
  const { name, namespace, labels, annotations, spec, status, deletionMs } = pod;
  const { priority, priorityClassName, runtimeClassName, serviceAccountName } = spec;
  const isOver = status.phase === "Failed" || status.phase === "Succeeded";
  const { type, localhostProfile = "" } = spec.securityContext?.seccompProfile ?? {};
  return [
    field(0, "Name", name),
    field(0, "Namespace", namespace),
    ...(priority === undefined ? [] : [field(0, "Priority", priority)]),
    ...(priorityClassName ? [field(0, "Priority Class Name", priorityClassName)] : []),
    ...(runtimeClassName ? [field(0, "Runtime Class Name", runtimeClassName)] : []),
    ...(serviceAccountName ? [field(0, "Service Account", serviceAccountName)] : []),
    // The address of the node is not simulated.
    field(0, "Node", `${spec.nodeName ?? ""}/`),
    ...(status.startMs === undefined
      ? []
      : [field(0, "Start Time", rfc1123z(clock.at(status.startMs)))]),
    ...labelLines("Labels", labels),
    ...annotationLines(annotations),
    ...(deletionMs === undefined || isOver
      ? [field(0, "Status", status.phase)]
      : [
          field(0, "Status", `Terminating (lasts ${humanDuration(ms - deletionMs)})`),
          field(0, "Termination Grace Period", `${pod.deletionGraceSeconds ?? 0}s`),
        ]),
    ...(status.reason ? [field(0, "Reason", status.reason)] : []),
    ...(status.message ? [field(0, "Message", status.message)] : []),
    ...(type === undefined ? [] : [field(0, "SeccompProfile", type)]),
    ...(type === "Localhost" ? [field(0, "LocalhostProfile", localhostProfile)] : []),
  ];
}

function bodyLines(moment: DescribedMoment): readonly string[] {
  const { spec, status } = moment.pod;
  const { podIP = "", conditions } = status;
  const { initContainers = [], containers, ephemeralContainers = [], resources } = spec;
  const listed = (
    label: string,
    of: readonly DescribedContainer[],
    which: "initContainerStatuses" | "containerStatuses" | "ephemeralContainerStatuses",
  ): readonly string[] => containerLines(label, of, status[which], moment);
  return [
    field(0, "IP", podIP),
    ...(podIP === "" ? ["IPs:\t<none>"] : ["IPs:", field(1, "IP", podIP)]),
    ...(resources
      ? [
          "Resources:",
          ...resourceLines("Limits", resources.limits, 1),
          ...resourceLines("Requests", resources.requests, 1),
        ]
      : []),
    ...(initContainers.length === 0
      ? []
      : listed("Init Containers", initContainers, "initContainerStatuses")),
    ...listed("Containers", containers, "containerStatuses"),
    ...(ephemeralContainers.length === 0
      ? []
      : listed("Ephemeral Containers", ephemeralContainers, "ephemeralContainerStatuses")),
    ...statusTable(
      "Readiness Gates",
      (spec.readinessGates ?? []).map(({ conditionType }) => ({
        type: conditionType,
        status: conditions.find(({ type }) => type === conditionType)?.status ?? "<none>",
      })),
    ),
    ...statusTable("Conditions", conditions),
  ];
}

function statusTable(
  title: string,
  rows: readonly { readonly type: string; readonly status: string }[],
): readonly string[] {
  if (rows.length === 0) return [];
  const cells = rows.map(({ type, status }) => line(1, `${type} \t${status} `));
  return [`${title}:`, line(1, "Type\tStatus"), ...cells];
}

function tailLines({ spec, status }: StoredPod): readonly string[] {
  return [
    ...volumeLines(spec.volumes),
    field(0, "QoS Class", status.qosClass),
    ...labelLines("Node-Selectors", spec.nodeSelector),
    ...tolerationLines(spec.tolerations),
    ...spreadLines(spec.topologySpreadConstraints),
  ];
}

function spreadLines(
  constraints: StoredPod["spec"]["topologySpreadConstraints"] = [],
): readonly string[] {
  if (constraints.length === 0) return [];
  const sorted = constraints.toSorted((a, b) => (a.topologyKey < b.topologyKey ? -1 : 1));
  const texts = sorted.map(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }) => {
    const labels = sortedEntries(labelSelector?.matchLabels ?? {});
    const selector = labels.map(([key, value]) => `${key}=${value}`).join(",");
    const what = `${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded`;
    return labelSelector ? `${what} for selector ${selector || "<none>"}` : what;
  });
  return multiline("Topology Spread Constraints", texts);
}

/** Those of a static pod name the kubelet's UID, which its mirror has in an annotation. */
function eventsOf(
  { uid, annotations }: StoredPod,
  events: readonly EventObjectTrace[],
): readonly EventObjectTrace[] {
  const about = annotations?.["kubernetes.io/config.mirror"] ?? uid;
  return byLastTimestamp(events.filter((event) => event.uid === about));
}

function eventLines(
  events: readonly EventObjectTrace[],
  { ms, features }: DescribedMoment,
): readonly string[] {
  return [
    "Events:",
    line(1, "Type\tReason\tAge\tFrom\tMessage"),
    line(1, "----\t------\t----\t----\t-------"),
    ...events.map((event) => {
      const { eventType, reason, message, object } = event;
      const path = features.eventFieldPaths && object ? `${object}: ` : "";
      const cells = [eventType, reason, eventInterval(event, ms), "kubelet", path + message.trim()];
      return line(1, cells.join("\t"));
    }),
  ];
}
