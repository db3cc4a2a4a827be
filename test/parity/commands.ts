/** What the commands that run inside a container are for, by the manifest of its pod. */
import type { RecordedContainer, RecordedPod } from "./read-trace.ts";

export type ProbeKind = "liveness" | "readiness" | "startup";

export type Purpose =
  | { readonly kind: "hook"; readonly hook: "postStart" | "preStop" }
  /** Several, where they run the same command: a recording cannot tell them apart. */
  | { readonly kind: "probe"; readonly probe: string };

const probeKinds = ["liveness", "readiness", "startup"] as const;

export function containerOf(pod: RecordedPod, name: string): RecordedContainer | undefined {
  const { initContainers = [], containers } = pod.spec;
  return [...containers, ...initContainers].find((container) => container.name === name);
}

/** A recording has the last word of a command, which is the script of a shell. */
export function purposeOf(container: RecordedContainer | undefined, cmd: string): Purpose {
  for (const hook of ["postStart", "preStop"] as const) {
    if (scriptOf(container?.lifecycle?.[hook]) === cmd) return { kind: "hook", hook };
  }
  const probes = probeKinds.filter((kind) => scriptOf(container?.[`${kind}Probe`]) === cmd);
  return { kind: "probe", probe: probes.length === 0 ? "unknown" : probes.join("+") };
}

/** The name under which the probes of that kind are compared. */
export function probeName(container: RecordedContainer | undefined, kind: ProbeKind): string {
  const script = scriptOf(container?.[`${kind}Probe`]);
  if (script === undefined) return kind;
  const purpose = purposeOf(container, script);
  return purpose.kind === "probe" ? purpose.probe : kind;
}

/** An exec probe shows each try in a recording; of the others only what the server says. */
export function hasExec(container: RecordedContainer | undefined, kind: ProbeKind): boolean {
  return container?.[`${kind}Probe`]?.exec !== undefined;
}

function scriptOf(
  handler: { readonly exec?: { readonly command: readonly string[] } } | undefined,
) {
  return handler?.exec?.command.at(-1);
}
