/** Models: kubernetes/pkg/probe/{exec,http,tcp,grpc}; recorded runs p2-http, p2-tcp, p2-grpc. */
import { describe, expect, it } from "vitest";
import {
  type ProbeOutcome,
  execCancelled,
  execError,
  execOutcome,
  execTimedOut,
  grpcFailed,
  grpcOutcome,
  httpFailed,
  httpOutcome,
  isExecCancelled,
  probeEvent,
  probeTarget,
  resolvePort,
  tcpFailed,
  verdictOf,
} from "../../../src/decide/kubelet/probe-texts.ts";
import type { KubeProbe } from "../../../src/model/kube-pod.ts";
import { allFeatures, container, noFeatures, pod, probe } from "../../support/kube.ts";

const to = probeTarget(pod({ status: { podIP: "10.0.0.1" } }), 8080, "/ok");
const nowhere = probeTarget(pod(), 9105);

function event(outcome: ProbeOutcome, features = allFeatures): string | undefined {
  const told = probeEvent("readiness", outcome, features);
  return told && `${told.eventType} ${told.reason}: ${told.message}`;
}

const failed = "Warning Unhealthy: Readiness probe failed: ";

describe("C: what a readiness probe is told by", () => {
  const rows: readonly (readonly [string, ProbeOutcome, string, string | undefined])[] = [
    ["exec 0", execOutcome({ exitCode: 0, output: "ok" }), "success", undefined],
    ["exec 3", execOutcome({ exitCode: 3, output: "bad\n" }), "failure", `${failed}bad\n`],
    [
      "exec too slow",
      execTimedOut(probe({ exec: { command: ["sleep", "5"] } })),
      "failure",
      `${failed}command timed out: "sleep 5" timed out after 1s`,
    ],
    ["200", httpOutcome(200), "success", undefined],
    ["299", httpOutcome(299), "success", undefined],
    [
      "399 without Location",
      httpOutcome(399),
      "success",
      "Warning ProbeWarning: Readiness probe warning: Probe terminated redirects, Response body: ",
    ],
    [
      "302 to another host",
      httpOutcome(302, "moved"),
      "success",
      "Warning ProbeWarning: Readiness probe warning: Probe terminated redirects, Response body: moved",
    ],
    ["404", httpOutcome(404, "x"), "failure", `${failed}HTTP probe failed with statuscode: 404`],
    ["500", httpOutcome(500), "failure", `${failed}HTTP probe failed with statuscode: 500`],
    ["100", httpOutcome(100), "failure", `${failed}HTTP probe failed with statuscode: 100`],
    [
      "http too slow",
      httpFailed(to, "timedOut"),
      "failure",
      `${failed}Get "http://10.0.0.1:8080/ok": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`,
    ],
    [
      "http refused",
      httpFailed(to, "refused"),
      "failure",
      `${failed}Get "http://10.0.0.1:8080/ok": dial tcp 10.0.0.1:8080: connect: connection refused`,
    ],
    [
      "http closed",
      httpFailed(to, "closed"),
      "failure",
      `${failed}Get "http://10.0.0.1:8080/ok": EOF`,
    ],
    [
      "tcp refused",
      tcpFailed(to, "refused"),
      "failure",
      `${failed}dial tcp 10.0.0.1:8080: connect: connection refused`,
    ],
    [
      "tcp to nowhere",
      tcpFailed(to, "timedOut"),
      "failure",
      `${failed}dial tcp 10.0.0.1:8080: i/o timeout`,
    ],
    ["grpc serving", grpcOutcome("SERVING"), "success", undefined],
    [
      "grpc not serving",
      grpcOutcome("NOT_SERVING"),
      "failure",
      `${failed}service unhealthy (responded with "NOT_SERVING")`,
    ],
    [
      "grpc without a health service",
      grpcFailed(to, "unimplemented", 1),
      "failure",
      `${failed}error: this server does not implement the grpc health protocol (grpc.health.v1.Health): The server does not implement the method /grpc.health.v1.Health/Check`,
    ],
    [
      "grpc too slow",
      grpcFailed(to, "timedOut", 1),
      "failure",
      `${failed}timeout: health rpc did not complete within 1s`,
    ],
    [
      "grpc refused, on the node's network before its address is known",
      grpcFailed(nowhere, "refused", 1),
      "failure",
      `${failed}timeout: failed to connect service ":9105" within 1s: context deadline exceeded`,
    ],
    [
      "grpc, an unknown service",
      grpcFailed(to, "unknownService", 1),
      "failure",
      `${failed}error: health rpc probe failed: rpc error: code = NotFound desc = unknown service`,
    ],
  ];
  it.each(rows)("%s", (_what, outcome, verdict, text) => {
    expect(verdictOf(outcome)).toBe(verdict);
    expect(event(outcome)).toBe(text);
    // Only errors are told in another way by older kubelets.
    expect(event(outcome, noFeatures)).toBe(text);
  });
});

describe("S37: what says nothing of the container", () => {
  const gone = execError("Unknown", "container is in CONTAINER_EXITED state");
  const said = "rpc error: code = Unknown desc = container is in CONTAINER_EXITED state";
  it.each([
    ["row 7, old", noFeatures, `Warning Unhealthy: Readiness probe errored: ${said}`],
    [
      "row 7, new",
      allFeatures,
      `Warning Unhealthy: Readiness probe errored and resulted in unknown state: ${said}`,
    ],
  ])("%s: is an error", (_what, features, text) => {
    expect(verdictOf(gone)).toBe("error");
    expect(event(gone, features)).toBe(text);
  });

  it.each([
    ["liveness", "Liveness"],
    ["startup", "Startup"],
  ] as const)("names the probe: %s", (type, name) => {
    const outcome = execOutcome({ exitCode: 1, output: "x" });
    expect(probeEvent(type, outcome, allFeatures)?.message).toBe(`${name} probe failed: x`);
  });
});

describe("a port", () => {
  const named = container({ ports: [{ name: "web", containerPort: 80 }, { containerPort: 81 }] });
  it.each([
    [8080, 8080],
    ["web", 80],
    ["8081", 8081],
    ["nosuch", 'strconv.Atoi: parsing "nosuch": invalid syntax'],
    [0, "invalid port number: 0"],
    ["65536", "invalid port number: 65536"],
  ])("%o is %o", (port, expected) => {
    const resolved = resolvePort(port, named);
    const text = typeof resolved === "object" && resolved.result === "error" && resolved.error;
    expect(text === false ? resolved : text).toBe(expected);
  });
});

describe("row 11: exec probes of a pod that ends", () => {
  const withoutExec = ({ exec: _, ...rest }: KubeProbe): KubeProbe => rest;
  const byHttp = withoutExec(probe({ httpGet: { port: 80 } }));
  it.each([
    ["new: are cancelled", probe(), true, allFeatures, true],
    ["new: not before it ends", probe(), false, allFeatures, false],
    ["new: not those by http", byHttp, true, allFeatures, false],
    ["S38, old: work", probe(), true, noFeatures, false],
  ] as const)("%s", (_what, spec, isTerminating, features, expected) => {
    expect(isExecCancelled(spec, isTerminating, features)).toBe(expected);
    expect(verdictOf(execCancelled())).toBe("error");
  });
});

/** Upstream: pkg/probe/exec maxReadLength and pkg/probe/http maxRespBodyLength. */
it.each([
  ["characters of one byte", "x", 10_240],
  ["characters of two, of which none is halved", "ü", 5120],
  ["characters of three, of which none is halved", "€", 3413],
])("cuts outputs at 10 KiB: %s", (_what, character, left) => {
  const output = character.repeat(20_000);
  const expected = character.repeat(left);
  expect(execOutcome({ exitCode: 1, output })).toEqual({ result: "failure", output: expected });
  expect(httpOutcome(200, output)).toEqual({ result: "success", output: expected });
});
