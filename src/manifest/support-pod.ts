/** What the models do with the fields of a pod's metadata and spec. */
import * as row from "./support-rows.ts";
import type { Rows } from "./support-rows.ts";

/** Set by the API server, present in each `kubectl get -o yaml`, and so not worth a word. */
export const serverFields: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "generation",
  "managedFields",
  "resourceVersion",
  "selfLink",
  "uid",
]);

const placement = "the pod is on its node from the start, which is taken to fit";
const access = "there are no accounts and no registry to ask";
const room = "admission to the node, eviction, and out of memory";

const objectMeta: Rows = {
  ...row.simulated(row.identity, "generateName", "name", "namespace"),
  ...row.beyondTextbook("other labels make another pod of a static one", "labels"),
  ...row.beyondTextbook("kubernetes.io/config.mirror marks a mirror pod", "annotations"),
  ...row.ignored("for the garbage collector of the API server", "ownerReferences"),
  ...row.beyondTextbook("the deleted pod stays in the API until they are gone", "finalizers"),
  ...row.ignored("written by the API server", ...serverFields),
  ...row.unsupported("it is being deleted", "deletionGracePeriodSeconds", "deletionTimestamp"),
};

const podSpec: Rows = {
  ...row.simulated("what runs, and whether again", "containers", "restartPolicy"),
  ...row.simulated("the time from SIGTERM to SIGKILL", "terminationGracePeriodSeconds"),
  ...row.kubernetesOnly("run before the containers, in order", "initContainers"),
  ...row.kubernetesOnly("run beside the containers", "ephemeralContainers"),
  ...row.kubernetesOnly("the pod fails when it has been active so long", "activeDeadlineSeconds"),
  ...row.kubernetesOnly("the pod is not ready before others say so", "readinessGates"),
  ...row.beyondTextbook("a pod of another node is refused at admission", "nodeName"),
  ...row.beyondTextbook("who has to go when there is no room for a critical pod", "priority"),
  ...row.beyondTextbook("how long it is kept when its node has fallen silent", "tolerations"),
  ...row.beyondTextbook("the pod has no address of its own", "hostNetwork"),
  ...row.beyondTextbook(
    "the two system classes give a priority; of another, write it to priority, too",
    "priorityClassName",
  ),
  ...row.ignored(
    placement,
    "affinity",
    "nodeSelector",
    "os",
    "preemptionPolicy",
    "schedulerName",
    "schedulingGroup",
    "topologySpreadConstraints",
  ),
  ...row.ignored(
    row.network,
    "dnsConfig",
    "dnsPolicy",
    "enableServiceLinks",
    "hostAliases",
    "hostname",
    "hostnameOverride",
    "setHostnameAsFQDN",
    "subdomain",
  ),
  ...row.ignored(access, "imagePullSecrets", "serviceAccount"),
  ...row.beyondTextbook(
    "the pod waits for the volume with the token of its account",
    "automountServiceAccountToken",
    "serviceAccountName",
  ),
  ...row.ignored(
    row.inside,
    "hostIPC",
    "hostPID",
    "hostUsers",
    "runtimeClassName",
    "securityContext",
    "shareProcessNamespace",
  ),
  ...row.ignored(row.mounted, "volumes"),
  ...row.unsupported("not bound to a node before they are gone", "schedulingGates"),
  ...row.unsupported(room, "overhead", "resources"),
  ...row.unsupported("devices are prepared before the containers start", "resourceClaims"),
};

export const podSupport = {
  PodSpec: podSpec,
  PodReadinessGate: row.kubernetesOnly("the condition that others must set", "conditionType"),
  ObjectMeta: objectMeta,
} as const satisfies Record<string, Rows>;
