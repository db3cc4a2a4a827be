/**
 * What each model does with each field of a pod; docs/fields.md is made of it.
 *
 * `ignored` means that a kubelet's timeline is the same without the field: the pod is bound to the
 * node already, and what a container does is told by its behaviour, not by its command.
 */

export type Model = "textbook";
export type Support = "simulated" | "ignored" | "unsupported";

export interface FieldSupport {
  readonly models: Readonly<Record<Model, Support>>;
  /** Why it is ignored, or what a kubelet does with it. */
  readonly why: string;
}

export type SupportedType = "ObjectMeta" | "PodSpec" | "Container";

type Rows = Readonly<Record<string, FieldSupport>>;

function rows(textbook: Support, why: string, fields: readonly string[]): Rows {
  return Object.fromEntries(fields.map((field) => [field, { models: { textbook }, why }]));
}

/** Set by the API server, present in each `kubectl get -o yaml`, and so not worth a word. */
export const serverFields: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "generation",
  "managedFields",
  "resourceVersion",
  "selfLink",
  "uid",
]);

const identity = "who it is";
const placement = "the pod is on its node from the start";
const inside = "what a container does is told by its behaviour";
const network = "there is no network";
const access = "there are no accounts and no registry to ask";

const objectMeta: Rows = {
  ...rows("simulated", identity, ["generateName", "name", "namespace"]),
  ...rows("ignored", "for people, controllers and selectors", ["annotations", "labels"]),
  ...rows("ignored", "for the API server and its garbage collector", [
    "finalizers",
    "ownerReferences",
  ]),
  ...rows("ignored", "written by the API server", [...serverFields]),
  ...rows("unsupported", "the pod is being deleted", [
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
  ]),
};

const podSpec: Rows = {
  ...rows("simulated", "what runs, and whether again", ["containers", "restartPolicy"]),
  ...rows("simulated", "the time from SIGTERM to SIGKILL", ["terminationGracePeriodSeconds"]),
  ...rows("ignored", placement, [
    "affinity",
    "nodeName",
    "nodeSelector",
    "preemptionPolicy",
    "priority",
    "priorityClassName",
    "schedulerName",
    "schedulingGroup",
    "tolerations",
    "topologySpreadConstraints",
  ]),
  ...rows("ignored", network, [
    "dnsConfig",
    "dnsPolicy",
    "enableServiceLinks",
    "hostAliases",
    "hostNetwork",
    "hostname",
    "hostnameOverride",
    "setHostnameAsFQDN",
    "subdomain",
  ]),
  ...rows("ignored", access, [
    "automountServiceAccountToken",
    "imagePullSecrets",
    "serviceAccount",
    "serviceAccountName",
  ]),
  ...rows("ignored", inside, [
    "hostIPC",
    "hostPID",
    "hostUsers",
    "os",
    "runtimeClassName",
    "securityContext",
    "shareProcessNamespace",
  ]),
  ...rows("ignored", "volumes are mounted at once", ["volumes"]),
  ...rows("unsupported", "run before the containers, in order", ["initContainers"]),
  ...rows("unsupported", "run beside the containers", ["ephemeralContainers"]),
  ...rows("unsupported", "the pod fails when it has been active so long", [
    "activeDeadlineSeconds",
  ]),
  ...rows("unsupported", "the pod is not ready before others say so", ["readinessGates"]),
  ...rows("unsupported", "the pod is not bound to a node before they are gone", [
    "schedulingGates",
  ]),
  ...rows("unsupported", "admission to the node, eviction, and out of memory", [
    "overhead",
    "resources",
  ]),
  ...rows("unsupported", "devices are prepared before the containers start", ["resourceClaims"]),
};

const container: Rows = {
  ...rows("simulated", identity, ["image", "name"]),
  ...rows("ignored", inside, [
    "args",
    "command",
    "env",
    "envFrom",
    "securityContext",
    "stdin",
    "stdinOnce",
    "terminationMessagePath",
    "terminationMessagePolicy",
    "tty",
    "workingDir",
  ]),
  ...rows("ignored", network, ["ports"]),
  ...rows("ignored", "volumes are mounted at once", ["volumeDevices", "volumeMounts"]),
  ...rows("unsupported", "the image is pulled before each start", ["imagePullPolicy"]),
  ...rows("unsupported", "hooks delay the start and the end", ["lifecycle"]),
  ...rows("unsupported", "its failures restart the container", ["livenessProbe"]),
  ...rows("unsupported", "the pod is ready when it succeeds", ["readinessProbe"]),
  ...rows("unsupported", "the other probes wait for it, its failure restarts the container", [
    "startupProbe",
  ]),
  ...rows("unsupported", "restarts by container and by exit code", [
    "restartPolicy",
    "restartPolicyRules",
  ]),
  ...rows("unsupported", "admission to the node, eviction, and out of memory", [
    "resizePolicy",
    "resources",
  ]),
};

export const fieldSupport: Readonly<Record<SupportedType, Rows>> = {
  ObjectMeta: objectMeta,
  PodSpec: podSpec,
  Container: container,
};
