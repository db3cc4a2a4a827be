/**
 * A container in `kubectl describe pod`.
 *
 * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/describe/describe.go describeContainers,
 * describeStatus, DescribeProbe.
 */
import type { V1Container } from "@kubernetes/client-node";
import type { PodSpec } from "../manifest/pod-types.ts";
import type { ContainerApiState, ContainerApiStatus } from "../model/kube-status.ts";
import type { KubeProbe } from "../model/kube-pod.ts";
import { environmentLines } from "./describe-environment.ts";
import { field, line, sortedEntries } from "./describe-lines.ts";
import type { PrintFeatures } from "./features.ts";
import { canonicalQuantity } from "./quantity-text.ts";
import type { StoredPod } from "./stored-pods.ts";
import { type WallClock, rfc1123z } from "./wall-clock.ts";

/** What the API knows of a container beside what the kubelet acts by. */
export type DescribedContainer = PodSpec["containers"][number] & Details;

type Details = Pick<V1Container, "command" | "args" | "env" | "envFrom"> & {
  readonly securityContext?: { readonly seccompProfile?: SeccompProfile };
};

interface SeccompProfile {
  readonly type: string;
  readonly localhostProfile?: string;
}

export interface DescribeContext {
  readonly pod: StoredPod;
  readonly clock: WallClock;
  readonly features: PrintFeatures;
}

export function containerLines(
  label: string,
  containers: readonly DescribedContainer[],
  statuses: readonly ContainerApiStatus[],
  context: DescribeContext,
): readonly string[] {
  return [
    `${label}:${containers.length === 0 ? " <none>" : ""}`,
    ...containers.flatMap((container) => {
      const status = statuses.findLast(({ name }) => name === container.name);
      return [
        ...basicLines(container, status, context.features),
        ...commandLines("Command", container.command),
        ...commandLines("Args", container.args),
        ...(status ? stateLines(status, context.clock) : []),
        ...resourceLines("Limits", container.resources?.limits),
        ...resourceLines("Requests", container.resources?.requests),
        ...probeLines(container),
        ...environmentLines(container, context.pod),
        ...mountLines(container),
      ];
    }),
  ];
}

function basicLines(
  { name, image, ports = [], securityContext }: DescribedContainer,
  status: ContainerApiStatus | undefined,
  { portNames }: PrintFeatures,
): readonly string[] {
  const texts = (numberOf: (port: Port) => number): readonly string[] =>
    ports.map((port: Port) => {
      const number = `${numberOf(port)}/${port.protocol ?? "TCP"}`;
      return portNames && port.name ? `${number} (${port.name})` : number;
    });
  const { type, localhostProfile } = securityContext?.seccompProfile ?? {};
  return [
    line(1, `${name}:`),
    ...(status ? [field(2, "Container ID", status.containerID ?? "")] : []),
    field(2, "Image", image),
    ...(status ? [field(2, "Image ID", "")] : []),
    portsLine(
      "Port",
      texts(({ containerPort }) => containerPort),
    ),
    portsLine(
      "Host Port",
      texts(({ hostPort = 0 }) => hostPort),
    ),
    ...(type === undefined ? [] : [field(2, "SeccompProfile", type)]),
    ...(type === "Localhost" ? [field(3, "LocalhostProfile", localhostProfile ?? "")] : []),
  ];
}

interface Port {
  readonly name?: string;
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly protocol?: string;
}

function portsLine(name: string, ports: readonly string[]): string {
  return field(2, ports.length > 1 ? `${name}s` : name, ports.join(", ") || "<none>");
}

function commandLines(title: string, words: readonly string[] = []): readonly string[] {
  if (words.length === 0) return [];
  return [line(2, `${title}:`), ...words.flatMap((w) => w.split("\n").map((t) => line(3, t)))];
}

function stateLines(status: ContainerApiStatus, clock: WallClock): readonly string[] {
  return [
    ...describeStatus("State", status.state, clock),
    ...(status.lastState.terminated ? describeStatus("Last State", status.lastState, clock) : []),
    field(2, "Ready", status.ready ? "True" : "False"),
    field(2, "Restart Count", status.restartCount),
  ];
}

/** Go's own zero stands for a time that is not there. */
const noTime = "Mon, 01 Jan 0001 00:00:00 +0000";

function describeStatus(
  name: string,
  { waiting, running, terminated }: ContainerApiState,
  clock: WallClock,
): readonly string[] {
  const time = (ms: number | undefined): string =>
    ms === undefined ? noTime : rfc1123z(clock.at(ms));
  if (running) {
    return [field(2, name, "Running"), field(3, "Started", time(running.startedAtMs))];
  }
  if (terminated === undefined) {
    const reason = waiting?.reason ? [field(3, "Reason", waiting.reason)] : [];
    return [field(2, name, "Waiting"), ...reason];
  }
  const { reason, message, exitCode, signal = 0, startedAtMs, finishedAtMs } = terminated;
  return [
    field(2, name, "Terminated"),
    ...(reason ? [field(3, "Reason", reason)] : []),
    ...(message ? [field(3, "Message", message)] : []),
    field(3, "Exit Code", exitCode),
    ...(signal > 0 ? [field(3, "Signal", signal)] : []),
    field(3, "Started", time(startedAtMs)),
    field(3, "Finished", time(finishedAtMs)),
  ];
}

export function resourceLines(
  title: string,
  amounts: Readonly<Record<string, string>> = {},
  level = 2,
): readonly string[] {
  const entries = sortedEntries(amounts);
  if (entries.length === 0) return [];
  return [
    line(level, `${title}:`),
    ...entries.map(([name, amount]) => field(level + 1, name, canonicalQuantity(amount))),
  ];
}

function probeLines({ livenessProbe, readinessProbe, startupProbe }: DescribedContainer) {
  const probes = [
    ["Liveness", livenessProbe],
    ["Readiness", readinessProbe],
    ["Startup", startupProbe],
  ] as const;
  return probes.flatMap(([name, probe]) => (probe ? [field(2, name, probeText(probe))] : []));
}

function probeText(probe: KubeProbe): string {
  const { initialDelaySeconds: delay, timeoutSeconds: timeout, periodSeconds: period } = probe;
  const { successThreshold, failureThreshold, exec, httpGet, tcpSocket, grpc } = probe;
  const attributes =
    `delay=${delay}s timeout=${timeout}s period=${period}s ` +
    `#success=${successThreshold} #failure=${failureThreshold}`;
  if (exec) return `exec [${(exec.command ?? []).join(" ")}] ${attributes}`;
  if (httpGet) {
    const { scheme = "HTTP", host = "", port, path = "" } = httpGet;
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    const slash = path === "" || path.startsWith("/") ? "" : "/";
    const url = `${scheme.toLowerCase()}://${address}${slash}${escapedPath(path)}`;
    return `http-get ${url} ${attributes}`;
  }
  if (tcpSocket) return `tcp-socket ${tcpSocket.host ?? ""}:${tcpSocket.port} ${attributes}`;
  if (grpc) {
    const { port, service = "" } = grpc as typeof grpc & { readonly service?: string };
    return `grpc <pod>:${port} ${service} ${attributes}`;
  }
  return `unknown ${attributes}`;
}

/** Models: Go net/url/url.go URL.EscapedPath. */
function escapedPath(path: string): string {
  const percent = (character: string): string =>
    `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURI(path).replaceAll(/[?#]/g, percent);
}

function mountLines({ volumeMounts = [], volumeDevices = [] }: DescribedContainer) {
  const none = volumeMounts.length === 0 ? "\t<none>" : "";
  const mounts = volumeMounts.toSorted((a, b) => (a.mountPath < b.mountPath ? -1 : 1));
  const devices = volumeDevices.toSorted((a, b) => (a.devicePath < b.devicePath ? -1 : 1));
  return [
    line(2, `Mounts:${none}`),
    ...mounts.map(({ mountPath, name, readOnly, subPath }) => {
      const flags = [
        readOnly ? "ro" : "rw",
        ...(subPath ? [`path=${JSON.stringify(subPath)}`] : []),
      ];
      return line(3, `${mountPath} from ${name} (${flags.join(",")})`);
    }),
    ...(devices.length === 0 ? [] : [line(2, `Devices:${none}`)]),
    ...devices.map(({ devicePath, name }) => line(3, `${devicePath} from ${name}`)),
  ];
}
