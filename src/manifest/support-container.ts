/** What the models do with the fields of a container. */
import * as row from "./support-rows.ts";
import type { Rows } from "./support-rows.ts";

const restarts =
  "restarts by container and by exit code; Always makes a sidecar of an init container";

const container: Rows = {
  ...row.simulated(row.identity, "image", "name"),
  ...row.ignored(
    "what a container does is told by its behaviour; only one that sleeps is taken at its word",
    "args",
    "command",
  ),
  ...row.ignored(
    row.inside,
    "env",
    "envFrom",
    "securityContext",
    "stdin",
    "stdinOnce",
    "terminationMessagePath",
    "terminationMessagePolicy",
    "tty",
    "workingDir",
  ),
  ...row.beyondTextbook("a probe may go to one of them by its name", "ports"),
  ...row.beyondTextbook("its pod waits for the volumes first", "volumeDevices", "volumeMounts"),
  ...row.missing(
    "with RestartContainer, other resources start the container again",
    "resizePolicy",
  ),
  ...row.kubernetesOnly("the image is pulled before each start", "imagePullPolicy"),
  ...row.kubernetesOnly("hooks delay the start and the end", "lifecycle"),
  ...row.kubernetesOnly("its failures restart the container", "livenessProbe"),
  ...row.kubernetesOnly("the pod is ready when it succeeds", "readinessProbe"),
  ...row.kubernetesOnly(
    "the other probes wait for it, its failure restarts the container",
    "startupProbe",
  ),
  ...row.kubernetesOnly(restarts, "restartPolicy", "restartPolicyRules"),
  ...row.kubernetesOnly("admission to the node, and the quality of service class", "resources"),
};

export const containerSupport = {
  Container: container,
  EphemeralContainer: {
    ...container,
    ...row.ignored("it is no less a container of the pod", "targetContainerName"),
    ...row.unsupported(
      "an API server refuses it here",
      "lifecycle",
      "livenessProbe",
      "ports",
      "readinessProbe",
      "resizePolicy",
      "resources",
      "restartPolicy",
      "restartPolicyRules",
      "startupProbe",
    ),
  },
  ContainerPort: {
    ...row.beyondTextbook("a probe may go to it by its name", "containerPort", "name"),
    ...row.missing("admission compares it with those of the pods that are there", "hostPort"),
    ...row.ignored(row.network, "hostIP", "protocol"),
  },
  ContainerRestartRule: row.kubernetesOnly("which exits are exceptions", "action", "exitCodes"),
  ContainerRestartRuleOnExitCodes: row.kubernetesOnly("which exits", "operator", "values"),
  ResourceRequirements: {
    ...row.kubernetesOnly("what is compared with what the node has", "requests"),
    ...row.kubernetesOnly("requests where none are given; else the class alone", "limits"),
    ...row.unsupported("devices are prepared before the containers start", "claims"),
  },
} as const satisfies Record<string, Rows>;
