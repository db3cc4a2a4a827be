/**
 * Host ports: no two containers may take one, and on the host's network they are the containers'.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go checkHostPortConflicts,
 * validatePodHostNetworkDeps (v1.36).
 */
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";

export function checkHostPorts(spec: Cursor): void {
  checkConflicts(spec.get("containers").items());
  // Init containers run one by one, so each has the host's ports for itself.
  for (const container of spec.get("initContainers").items()) checkConflicts([container]);
  if (spec.get("hostNetwork").isTrue()) checkSamePorts(spec.get("containers").items());
}

function portsOf(containers: readonly Cursor[]): readonly Cursor[] {
  return containers.flatMap((container) => container.get("ports").items());
}

function checkConflicts(containers: readonly Cursor[]): void {
  const seen = new Map<string, Cursor>();
  for (const port of portsOf(containers)) {
    const hostPort = port.get("hostPort");
    const number = hostPort.number() ?? 0;
    if (number === 0) continue;
    const protocol = port.get("protocol").text() || "TCP";
    const key = `${number}/${protocol}/${port.get("hostIP").text() ?? ""}`;
    const first = seen.get(key)?.position();
    if (!first) {
      seen.set(key, hostPort);
      continue;
    }
    const place = `line ${first.line}, column ${first.column}`;
    const found = `a second ${number}/${protocol}; the first is at ${place}`;
    const message = "a host port that is taken twice";
    const address = `${protocol}/${port.get("hostIP").text() ?? ""}/${number}`;
    const upstream = `Duplicate value: ${JSON.stringify(address)}`;
    hostPort.error({ message, found, expected: "each once", fix: "choose another port", upstream });
  }
}

function checkSamePorts(containers: readonly Cursor[]): void {
  for (const port of portsOf(containers)) {
    const hostPort = port.get("hostPort");
    const number = hostPort.number() ?? 0;
    const own = port.get("containerPort").number();
    if (number === 0 || own === undefined || number === own) continue;
    const message = "another port than the container's, on the host's network";
    const expected = `containerPort, ${own}`;
    hostPort.error({ message, found: describeValue(number), expected, fix: "remove hostPort" });
  }
}
