/**
 * What a probe's answer counts as, and what is said about it.
 *
 * Models: kubernetes/pkg/kubelet/prober/prober.go probe; kubernetes/pkg/probe/{exec,http,tcp,grpc}.
 */
import type { KubeContainer, KubePod, KubeProbe } from "../../model/kube-pod.ts";
import type { KubeletEvent } from "./event-texts.ts";
import type { KubeletFeatures } from "./features.ts";
import { goDuration } from "./go-duration.ts";
import type { ProbeType, ProbeVerdict } from "./probe-worker.ts";

/** Tried so often in one round while it is an error; a failure is not tried again. */
export const probeTriesMax = 3;

/** Bytes of an answer that are read. */
const outputLengthMax = 10 * 1024;

/** What is left of an output or a body; a character of which not all was read is left out. */
export function readOf(output: string): string {
  if (output.length * 3 <= outputLengthMax) return output;
  const read = new TextEncoder().encode(output).subarray(0, outputLengthMax);
  return new TextDecoder().decode(read, { stream: true });
}

export type ProbeOutcome =
  | { readonly result: "success"; readonly output: string }
  /** Counts as success, and is told. */
  | { readonly result: "warning"; readonly output: string }
  | { readonly result: "failure"; readonly output: string }
  /** The probe could not be run. */
  | {
      readonly result: "error";
      readonly state: "unknown" | "failure";
      readonly error: string;
    };

export function verdictOf({ result }: ProbeOutcome): ProbeVerdict {
  return result === "warning" ? "success" : result;
}

/** A success is told by no event. */
export function probeEvent(
  probeType: ProbeType,
  outcome: ProbeOutcome,
  features: Pick<KubeletFeatures, "probeErrorTellsState">,
): KubeletEvent | undefined {
  const probe = `${probeType.slice(0, 1).toUpperCase()}${probeType.slice(1)} probe`;
  switch (outcome.result) {
    case "success":
      return undefined;
    case "warning":
      return warning("ProbeWarning", `${probe} warning: ${outcome.output}`);
    case "failure":
      return warning("Unhealthy", `${probe} failed: ${outcome.output}`);
    case "error": {
      const state = features.probeErrorTellsState ? ` and resulted in ${outcome.state} state` : "";
      return warning("Unhealthy", `${probe} errored${state}: ${outcome.error}`);
    }
  }
}

export interface ExecAnswer {
  readonly exitCode: number;
  /** Both streams, as they came. */
  readonly output: string;
}

export function execOutcome({ exitCode, output }: ExecAnswer): ProbeOutcome {
  return { result: exitCode === 0 ? "success" : "failure", output: readOf(output) };
}

/** Models: kubernetes/staging/src/k8s.io/cri-client/pkg/remote_runtime.go ExecSync. */
export function execTimedOut({ exec, timeoutSeconds }: KubeProbe): ProbeOutcome {
  const command = JSON.stringify((exec?.command ?? []).join(" "));
  const limit = goDuration(timeoutSeconds * 1000);
  return failure(`command timed out: ${command} timed out after ${limit}`);
}

/** The runtime would not run it: the container has exited, or the runtime does not answer. */
export function execError(code: string, description: string): ProbeOutcome {
  return error(`rpc error: code = ${code} desc = ${description}`);
}

/**
 * Whether an exec readiness probe gets no answer because its pod is ending: the worker's context is
 * that of the syncs, which a termination cancels.
 */
export function isExecCancelled(
  { exec }: KubeProbe,
  isTerminating: boolean,
  features: Pick<KubeletFeatures, "cancelExecProbesOnTermination">,
): boolean {
  return features.cancelExecProbesOnTermination && isTerminating && exec !== undefined;
}

export function execCancelled(): ProbeOutcome {
  return execError("Canceled", "context canceled");
}

/** A port by number, or by the name of one of the container's; a name of digits is a number. */
export function resolvePort(
  port: number | string,
  { ports = [] }: Pick<KubeContainer, "ports">,
): number | ProbeOutcome {
  const named = ports.find(({ name }) => name === port)?.containerPort;
  const number =
    named ?? (typeof port === "number" || /^[+-]?\d+$/.test(port) ? Number(port) : NaN);
  if (Number.isNaN(number)) {
    return error(`strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`);
  }
  return number > 0 && number < 65_536 ? number : error(`invalid port number: ${number}`);
}

/** The last answer, redirects within the host followed; those to another host are not. */
export function httpOutcome(statusCode: number, body = ""): ProbeOutcome {
  const cut = readOf(body);
  if (statusCode >= 200 && statusCode < 300) return { result: "success", output: cut };
  if (statusCode >= 300 && statusCode < 400) {
    const output = `Probe terminated redirects, Response body: ${cut}`;
    return { result: "warning", output };
  }
  // Never the body: it may hold what a reader of events is not to see.
  return failure(`HTTP probe failed with statuscode: ${statusCode}`);
}

/** Where a probe went to, as its texts name it. */
export interface ProbeTarget {
  readonly host: string;
  readonly port: number;
  readonly path?: string;
  /** `HTTP` or `HTTPS`; absent is the first. */
  readonly scheme?: string;
}

export function probeTarget(
  pod: Pick<KubePod, "status">,
  port: number,
  path?: string,
): ProbeTarget {
  return { host: pod.status.podIP ?? "", port, ...(path === undefined ? {} : { path }) };
}

/** A request that brought no answer fails, whatever the reason. */
export type HttpFault = "timedOut" | "refused" | "closed" | "unreachable";

export function httpFailed(target: ProbeTarget, fault: HttpFault): ProbeOutcome {
  const { host, port, path = "/", scheme = "HTTP" } = target;
  const slash = path.startsWith("/") ? "" : "/";
  const url = `${scheme.toLowerCase()}://${address(host, port)}${slash}${path}`;
  return failure(`Get "${url}": ${httpFaultText(target, fault)}`);
}

function httpFaultText(target: ProbeTarget, fault: HttpFault): string {
  switch (fault) {
    case "timedOut":
      return "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
    case "refused":
      return refusedText(target);
    case "closed":
      return "EOF";
    case "unreachable":
      return "context deadline exceeded";
  }
}

export function tcpFailed(target: ProbeTarget, fault: "refused" | "timedOut"): ProbeOutcome {
  if (fault === "refused") return failure(refusedText(target));
  return failure(`dial tcp ${address(target.host, target.port)}: i/o timeout`);
}

function refusedText({ host, port }: ProbeTarget): string {
  return `dial tcp ${address(host, port)}: connect: connection refused`;
}

export type GrpcFault = "refused" | "timedOut" | "unimplemented" | "unknownService";

export function grpcFailed(
  { host, port }: ProbeTarget,
  fault: GrpcFault,
  timeoutSeconds: number,
): ProbeOutcome {
  const limit = goDuration(timeoutSeconds * 1000);
  switch (fault) {
    // It dials until its time is over, so that a refusal takes as long as silence.
    case "refused": {
      const service = JSON.stringify(address(host, port));
      const what = `failed to connect service ${service} within ${limit}`;
      return failure(`timeout: ${what}: context deadline exceeded`);
    }
    case "timedOut":
      return failure(`timeout: health rpc did not complete within ${limit}`);
    case "unimplemented":
      return failure(
        "error: this server does not implement the grpc health protocol " +
          "(grpc.health.v1.Health): The server does not implement the method " +
          "/grpc.health.v1.Health/Check",
      );
    case "unknownService": {
      const status = "rpc error: code = NotFound desc = unknown service";
      return failure(`error: health rpc probe failed: ${status}`);
    }
  }
}

/** `status` in the words of grpc.health.v1, such as `NOT_SERVING`. */
export function grpcOutcome(status: string): ProbeOutcome {
  if (status === "SERVING") return { result: "success", output: "service healthy" };
  return failure(`service unhealthy (responded with ${JSON.stringify(status)})`);
}

/** Models: Go net/ipsock.go JoinHostPort. */
function address(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function failure(output: string): ProbeOutcome {
  return { result: "failure", output };
}

/** Every error that is met here says nothing of the container. */
function error(text: string): ProbeOutcome {
  return { result: "error", state: "unknown", error: text };
}

function warning(reason: string, message: string): KubeletEvent {
  return { eventType: "Warning", reason, message };
}
