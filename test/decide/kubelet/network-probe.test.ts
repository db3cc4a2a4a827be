/** Recorded runs p2-http, p2-tcp, p2-grpc (findings C): what a probe over the network finds. */
import { describe, expect, it } from "vitest";
import {
  type ProbeAnswer,
  networkOutcome,
  networkTarget,
} from "../../../src/decide/kubelet/network-probe.ts";
import type { KubeProbe } from "../../../src/model/kube-pod.ts";
import { container, probe } from "../../support/kube.ts";

const app = container({ name: "app", ports: [{ name: "web", containerPort: 8080 }] });
const http = probe({ httpGet: { port: "web", path: "/ok" } });
const tcp = probe({ tcpSocket: { port: 8080 } });
const grpc = probe({ grpc: { port: 8080 } });

function told(spec: KubeProbe, result: ProbeAnswer["result"], output = ""): string {
  const target = networkTarget(spec, app, "10.0.0.1");
  if (target === undefined || "result" in target) throw new Error("no target");
  const outcome = networkOutcome(spec, target, { result, output });
  return `${outcome.result}: ${"error" in outcome ? outcome.error : outcome.output}`;
}

describe("networkTarget", () => {
  it("is none for a command", () => {
    expect(networkTarget(probe({ exec: { command: ["x"] } }), app)).toBeUndefined();
  });

  it("is an error where no port of the container has that name", () => {
    expect(networkTarget(probe({ tcpSocket: { port: "nosuch" } }), app)).toEqual({
      result: "error",
      state: "unknown",
      error: 'strconv.Atoi: parsing "nosuch": invalid syntax',
    });
  });
});

describe("networkOutcome", () => {
  it.each([
    [http, "success", "ok", "success: ok"],
    [http, "warning", "moved", "warning: Probe terminated redirects, Response body: moved"],
    [tcp, "warning", "", "success: "],
    [
      http,
      "failure",
      "HTTP probe failed with statuscode: 500",
      "failure: HTTP probe failed with statuscode: 500",
    ],
    [http, "failure", "x".repeat(20_000), `failure: ${"x".repeat(10_240)}`],
    [http, "error", "no", "error: no"],
    [
      http,
      "timedOut",
      "",
      expect.stringMatching(
        /^failure: Get "http:\/\/10.0.0.1:8080\/ok": context deadline exceeded/,
      ),
    ],
    [tcp, "timedOut", "", "failure: dial tcp 10.0.0.1:8080: i/o timeout"],
    [grpc, "timedOut", "", "failure: timeout: health rpc did not complete within 1s"],
    [http, "killed", "", 'failure: Get "http://10.0.0.1:8080/ok": EOF'],
    [http, "absent", "", expect.stringMatching(/connect: connection refused$/)],
    [tcp, "absent", "", "failure: dial tcp 10.0.0.1:8080: connect: connection refused"],
    [
      grpc,
      "absent",
      "",
      expect.stringMatching(/failed to connect service "10.0.0.1:8080" within 1s/),
    ],
  ] as const)("of %j: %s, %j", (spec, result, output, expected) => {
    expect(told(spec, result, output)).toEqual(expected);
  });
});
