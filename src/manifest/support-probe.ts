/** What the models do with the fields of probes, of hooks, and of their handlers. */
import * as row from "./support-rows.ts";
import type { Rows } from "./support-rows.ts";

const asked = "nothing is sent: the behaviour tells what comes of it";
const named = "where it goes, which its failures name";

export const probeSupport = {
  Probe: {
    ...row.kubernetesOnly("rounds before it are passed over", "initialDelaySeconds"),
    ...row.kubernetesOnly("the time from one round to the next", "periodSeconds"),
    ...row.kubernetesOnly("what takes longer has failed", "timeoutSeconds"),
    ...row.kubernetesOnly(
      "so many results in a row turn it",
      "failureThreshold",
      "successThreshold",
    ),
    ...row.kubernetesOnly(
      "the grace when this probe ends the container",
      "terminationGracePeriodSeconds",
    ),
    ...row.kubernetesOnly("kubelets of 1.35 cancel it when the pod ends", "exec"),
    ...row.kubernetesOnly(
      "the behaviour tells what comes of it; who does not answer fails in the words of its kind",
      "grpc",
      "httpGet",
      "tcpSocket",
    ),
  },
  Lifecycle: {
    ...row.kubernetesOnly("holds up the start of what comes after it", "postStart"),
    ...row.kubernetesOnly("comes before SIGTERM, within the grace", "preStop"),
    ...row.neither("the behaviour tells what the container does when it is to end", "stopSignal"),
  },
  LifecycleHandler: {
    ...row.kubernetesOnly("a wait of the kubelet", "sleep"),
    ...row.kubernetesOnly("fails, as it does in any kubelet", "tcpSocket"),
    ...row.neither(row.answers, "exec", "httpGet"),
  },
  ExecAction: row.kubernetesOnly("told where a probe takes too long", "command"),
  SleepAction: row.kubernetesOnly("how long it takes", "seconds"),
  HTTPGetAction: {
    ...row.kubernetesOnly(named, "host", "path", "port", "scheme"),
    ...row.neither(asked, "httpHeaders"),
  },
  TCPSocketAction: row.kubernetesOnly(named, "host", "port"),
  GRPCAction: {
    ...row.kubernetesOnly(named, "port"),
    ...row.neither(asked, "service"),
  },
} as const satisfies Record<string, Rows>;
