/**
 * Host ports: no two containers may take one, and on the host's network they are the containers'.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go checkHostPortConflicts,
 * validatePodHostNetworkDeps (v1.36).
 */
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";

export function checkHostPorts(spec: Cursor): void {
  const onHost = spec.get("hostNetwork").isTrue();
  checkConflicts(spec.get("containers").items(), onHost);
  // Init containers run one by one, so each has the host's ports for itself.
  for (const container of spec.get("initContainers").items()) checkConflicts([container], onHost);
  if (onHost) checkSamePorts(spec.get("containers").items());
}

function portsOf(containers: readonly Cursor[]): readonly Cursor[] {
  return containers.flatMap((container) => container.get("ports").items());
}

/** On the host's network a port without `hostPort` takes the host's port of its number. */
function checkConflicts(containers: readonly Cursor[], onHost: boolean): void {
  const seen = new Map<string, Cursor>();
  for (const port of portsOf(containers)) {
    const written = port.get("hostPort");
    const hostPort = onHost && (written.number() ?? 0) === 0 ? port.get("containerPort") : written;
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
    const advice = { expected: "each once", fix: "choose another port" };
    hostPort.error({ message, found, ...advice, upstream, upstreamField: written });
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
    const words = "must match `containerPort` when `hostNetwork` is true";
    const said = { found: describeValue(number), upstream: `Invalid value: ${number}: ${words}` };
    hostPort.error({ message, ...said, expected, fix: "remove hostPort" });
  }
}
