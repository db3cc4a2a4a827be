/**
 * What a probe over the network finds, by what the container is said to answer.
 *
 * Models: kubernetes/pkg/kubelet/prober/prober.go runProbe.
 */
import type { ExecReply } from "../../model/cri.ts";
import type { KubeContainer, KubeProbe } from "../../model/kube-pod.ts";
import {
  type ProbeOutcome,
  type ProbeTarget,
  grpcFailed,
  httpFailed,
  httpOutcome,
  readOf,
  resolvePort,
  tcpFailed,
} from "./probe-texts.ts";

/** `absent`: nothing runs there that could answer; `unavailable`: nor does the runtime. */
export interface ProbeAnswer {
  readonly result: ExecReply["result"] | "absent" | "exited" | "unavailable";
  readonly output: string;
}

/** Where it goes, or why it cannot; undefined for a probe that goes nowhere. */
export function networkTarget(
  { httpGet, tcpSocket, grpc }: KubeProbe,
  container: Pick<KubeContainer, "ports">,
  podIP = "",
): ProbeTarget | ProbeOutcome | undefined {
  const at = httpGet ?? tcpSocket ?? grpc;
  if (at === undefined) return undefined;
  const port = resolvePort(at.port, container);
  if (typeof port !== "number") return port;
  const { path, scheme } = httpGet ?? {};
  const host = httpGet?.host ?? tcpSocket?.host ?? podIP;
  return {
    host,
    port,
    ...(path === undefined ? {} : { path }),
    ...(scheme === undefined ? {} : { scheme }),
  };
}

/** A failure is told in the words of the behaviour; where nobody answers, in those of the kind. */
export function networkOutcome(
  { httpGet, tcpSocket, timeoutSeconds }: KubeProbe,
  target: ProbeTarget,
  { result, output }: ProbeAnswer,
): ProbeOutcome {
  switch (result) {
    case "success":
      return { result: "success", output };
    case "warning":
      return httpGet ? httpOutcome(302, output) : { result: "success", output };
    case "failure":
      return { result: "failure", output: httpGet ? readOf(output) : output };
    case "error":
      return { result: "error", state: "unknown", error: output };
    case "timedOut":
      if (httpGet) return httpFailed(target, "timedOut");
      return tcpSocket
        ? tcpFailed(target, "timedOut")
        : grpcFailed(target, "timedOut", timeoutSeconds);
    case "killed":
    case "absent":
    case "exited":
    case "unavailable":
      if (httpGet) return httpFailed(target, result === "killed" ? "closed" : "refused");
      return tcpSocket
        ? tcpFailed(target, "refused")
        : grpcFailed(target, "refused", timeoutSeconds);
  }
}
