/**
 * What single fields may hold beyond their type: one row a field, so that a rule is a line of data.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go, pkg/apis/{apps,batch}/validation, and
 * k8s.io/api/core/v1/types.go for the values of the string types (v1.36).
 */
import { describeValue, nearest, oneOf } from "./describe.ts";
import type { Finding } from "./cursor.ts";
import {
  cronSchedule,
  dnsLabel,
  dnsSubdomain,
  dnsSubdomainPrefix,
  envName,
  headerName,
  labelKey,
  notEmpty,
  portName,
} from "./formats.ts";
import type { Format } from "./formats.ts";

type Constraint = (value: unknown) => Finding | undefined;

function values(...allowed: readonly string[]): Constraint {
  return (value) => {
    // An empty text is what an absent field is to the API server: the default takes its place.
    if (typeof value !== "string" || value === "" || allowed.includes(value)) return undefined;
    const meant = nearest(value, allowed);
    const fix = meant === undefined ? {} : { fix: `did you mean ${meant}?` };
    const expected = oneOf(allowed);
    const supported = allowed.toSorted().map((word) => JSON.stringify(word));
    const words = `supported values: ${supported.join(", ")}`;
    const upstream = `Unsupported value: ${JSON.stringify(value)}: ${words}`;
    const found = describeValue(value);
    return { message: "a value it cannot have", found, expected, ...fix, upstream };
  };
}

function format({ expected, isValid, upstream: form }: Format): Constraint {
  return (value) => {
    const isUnset = value === "" && expected !== notEmpty.expected;
    if (typeof value !== "string" || isUnset || isValid(value)) return undefined;
    const message = "not in the form it must have";
    const finding = { message, found: describeValue(value), expected };
    if (value === "") return { ...finding, upstream: "Required value" };
    if (form === undefined) return finding;
    const said = form(value).map((words) => `Invalid value: ${JSON.stringify(value)}: ${words}`);
    return { ...finding, upstream: said };
  };
}

function range(min: number, max?: number): Constraint {
  const expected = max === undefined ? `${min} or more` : `${min} to ${max}`;
  const least =
    min === 0 ? "must be greater than or equal to 0" : `must be greater than ${min - 1}`;
  const words = max === undefined ? least : `must be between ${min} and ${max}, inclusive`;
  return (value) => {
    if (typeof value !== "number") return undefined;
    if (value >= min && (max === undefined || value <= max)) return undefined;
    const upstream = `Invalid value: ${value}: ${words}`;
    return { message: "out of range", found: describeValue(value), expected, upstream };
  };
}

const portNumber = range(1, 65_535);

/** A 0 is what an absent port is to the API server. */
function containerPort(value: unknown): Finding | undefined {
  const finding = portNumber(value);
  return finding && value === 0 ? { ...finding, upstream: "Required value" } : finding;
}

function hostPort(value: unknown): Finding | undefined {
  return value === 0 ? undefined : portNumber(value);
}

/** `IntOrString` ports: a number, or the name of a container's port. */
function portOrName(value: unknown): Finding | undefined {
  return typeof value === "string" ? format(portName)(value) : portNumber(value);
}

const int32Max = 2_147_483_647;
const pullPolicies = values("Always", "IfNotPresent", "Never");
const restartPolicies = values("Always", "OnFailure", "Never");
const selectorOperators = values("In", "NotIn", "Exists", "DoesNotExist");

const containerConstraints = {
  name: format(dnsLabel),
  image: format(notEmpty),
  imagePullPolicy: pullPolicies,
  restartPolicy: restartPolicies,
  terminationMessagePolicy: values("File", "FallbackToLogsOnError"),
} satisfies Record<string, Constraint>;

const constraints: Readonly<Record<string, Readonly<Record<string, Constraint>>>> = {
  ObjectMeta: {
    name: format(dnsSubdomain),
    generateName: format(dnsSubdomainPrefix),
    namespace: format(dnsLabel),
  },
  PodSpec: {
    restartPolicy: restartPolicies,
    activeDeadlineSeconds: range(1, int32Max),
    dnsPolicy: values("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"),
    preemptionPolicy: values("PreemptLowerPriority", "Never"),
    hostname: format(dnsLabel),
    subdomain: format(dnsLabel),
    nodeName: format(dnsSubdomain),
    serviceAccountName: format(dnsSubdomain),
    priorityClassName: format(dnsSubdomain),
    runtimeClassName: format(dnsSubdomain),
  },
  Container: containerConstraints,
  EphemeralContainer: containerConstraints,
  ContainerPort: {
    containerPort,
    hostPort,
    name: format(portName),
    protocol: values("TCP", "UDP", "SCTP"),
  },
  ContainerResizePolicy: {
    resourceName: values("cpu", "memory"),
    restartPolicy: values("NotRequired", "RestartContainer"),
  },
  ContainerRestartRule: { action: values("Restart", "RestartAllContainers") },
  ContainerRestartRuleOnExitCodes: { operator: values("In", "NotIn") },
  EnvVar: { name: format(envName) },
  // A 0 stands for the default in all of them, since the API server cannot tell it from nothing.
  Probe: {
    initialDelaySeconds: range(0),
    timeoutSeconds: range(0),
    periodSeconds: range(0),
    successThreshold: range(0),
    failureThreshold: range(0),
    terminationGracePeriodSeconds: range(1),
  },
  HTTPGetAction: { port: portOrName, scheme: values("HTTP", "HTTPS") },
  TCPSocketAction: { port: portOrName },
  GRPCAction: { port: portNumber },
  HTTPHeader: { name: format(headerName) },
  PodReadinessGate: { conditionType: format(labelKey) },
  Volume: { name: format(dnsLabel) },
  VolumeMount: {
    name: format(notEmpty),
    mountPath: format(notEmpty),
    mountPropagation: values("None", "HostToContainer", "Bidirectional"),
    recursiveReadOnly: values("Disabled", "IfPossible", "Enabled"),
  },
  HostPathVolumeSource: {
    path: format(notEmpty),
    type: values(
      "DirectoryOrCreate",
      "Directory",
      "FileOrCreate",
      "File",
      "Socket",
      "CharDevice",
      "BlockDevice",
    ),
  },
  ConfigMapVolumeSource: { defaultMode: range(0, 0o777) },
  SecretVolumeSource: { defaultMode: range(0, 0o777) },
  DownwardAPIVolumeSource: { defaultMode: range(0, 0o777) },
  ProjectedVolumeSource: { defaultMode: range(0, 0o777) },
  KeyToPath: { mode: range(0, 0o777) },
  ImageVolumeSource: { pullPolicy: pullPolicies },
  Toleration: {
    operator: values("Equal", "Exists", "Lt", "Gt"),
    effect: values("NoSchedule", "PreferNoSchedule", "NoExecute"),
  },
  TopologySpreadConstraint: {
    maxSkew: range(1),
    whenUnsatisfiable: values("DoNotSchedule", "ScheduleAnyway"),
  },
  LabelSelectorRequirement: { operator: selectorOperators },
  NodeSelectorRequirement: {
    operator: values("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"),
  },
  PodOS: { name: values("linux", "windows") },
  DeploymentSpec: { replicas: range(0), minReadySeconds: range(0) },
  DeploymentStrategy: { type: values("RollingUpdate", "Recreate") },
  ReplicaSetSpec: { replicas: range(0), minReadySeconds: range(0) },
  ReplicationControllerSpec: { replicas: range(0), minReadySeconds: range(0) },
  StatefulSetSpec: {
    replicas: range(0),
    podManagementPolicy: values("OrderedReady", "Parallel"),
  },
  StatefulSetUpdateStrategy: { type: values("RollingUpdate", "OnDelete") },
  StatefulSetOrdinals: { start: range(0) },
  DaemonSetUpdateStrategy: { type: values("RollingUpdate", "OnDelete") },
  JobSpec: {
    parallelism: range(0),
    completions: range(0),
    backoffLimit: range(0),
    activeDeadlineSeconds: range(0),
    ttlSecondsAfterFinished: range(0),
    completionMode: values("NonIndexed", "Indexed"),
    podReplacementPolicy: values("TerminatingOrFailed", "Failed"),
  },
  CronJobSpec: {
    schedule: format(cronSchedule),
    concurrencyPolicy: values("Allow", "Forbid", "Replace"),
    startingDeadlineSeconds: range(0),
  },
};

export function checkConstraint(type: string, field: string, value: unknown): Finding | undefined {
  return constraints[type]?.[field]?.(value);
}

/** The fields that have a row, for the test that each of them exists. */
export function constrainedFields(): readonly (readonly [string, string])[] {
  return Object.entries(constraints).flatMap(([type, rows]) =>
    Object.keys(rows).map((field) => [type, field] as const),
  );
}
