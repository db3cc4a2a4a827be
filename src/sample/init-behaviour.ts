/** The `behaviour` of a scenario that is written for manifests: defaults, with a word on each. */
import type { Manifest } from "../manifest/manifest.ts";
import type { Pod } from "../manifest/pod-types.ts";
import { partsOf } from "../scenario/assumed.ts";
import { sleepMs } from "../model/sleep-command.ts";
import { formatDuration } from "../scenario/duration.ts";

type Container = Pod["spec"]["containers"][number];

interface Role {
  readonly what: string;
  /** How its run ends; absent: it runs for ever. */
  readonly exitAfter?: string;
  /** What would be without that line. */
  readonly unsaid?: string;
  readonly exitCode?: number;
  readonly sigterm?: string;
}

export function behaviourLines(pods: readonly Manifest[]): readonly string[] {
  const owners = new Map(pods.map((manifest) => [ownerOf(manifest), manifest.pod]));
  const isOne = owners.size === 1;
  const lines = [...owners].flatMap(([owner, pod]) =>
    containersOf(pod).flatMap(([container, role]) =>
      containerLines(isOne ? container.name : `${owner}/${container.name}`, container, role),
    ),
  );
  return [
    "  # What the containers do by themselves, in times such as 500ms, 8s or 1m30s. What is not",
    "  # called needed may be left out: it is what holds without it.",
    "  behaviour:",
    ...lines,
  ];
}

/** As keys of `behaviour` name it: the pods of a workload share one. */
function ownerOf({ pod, owner }: Manifest): string {
  return owner === undefined ? pod.metadata.name : `${owner.name}-*`;
}

function containersOf({ spec }: Pod): readonly (readonly [Container, Role])[] {
  const isTask = spec.restartPolicy !== "Always";
  const own: Role = isTask
    ? { what: "a task, which ends", exitAfter: "30s", unsaid: neverEnds }
    : { what: "a container that runs for ever" };
  const init = (spec.initContainers ?? []).map((container): readonly [Container, Role] => [
    container,
    container.restartPolicy === "Always"
      ? { what: "a sidecar" }
      : { what: "an init container, which has to end", exitAfter: "0s", unsaid: neverEnds },
  ]);
  const all = [...init, ...spec.containers.map((container) => [container, own] as const)];
  return all.map(([container, role]) => [container, { ...role, ...sleeper(container, spec) }]);
}

const neverEnds = "needed: a scenario that lacks it has it run for ever";

/** One whose own command says it: as it is taken where nobody says anything. */
function sleeper(container: Container, spec: Pod["spec"]): Partial<Role> {
  const parts = partsOf(container, spec);
  if (parts === undefined) return {};
  const [run] = parts.runs ?? [];
  return {
    what: "its own command sleeps",
    ...(run?.exitAfterMs === undefined
      ? {}
      : {
          exitAfter: formatDuration(run.exitAfterMs),
          exitCode: run.exitCode,
          unsaid: "as its command says",
        }),
    ...(parts.sigterm === "ignored" && { sigterm: "ignored" }),
  };
}

const noteColumn = 46;

function noted(text: string, note: string): string {
  return `${text.padEnd(noteColumn)} # ${note}`;
}

function containerLines(key: string, container: Container, role: Role): readonly string[] {
  const { exitAfter, exitCode = 0, sigterm, unsaid } = role;
  return [
    noted(`    ${JSON.stringify(key)}:`, role.what),
    noted("      runs:", "an entry for each run, the last one repeats"),
    noted("      - startup: 0s", "how long it stays Creating; 0s by default"),
    noted(
      exitAfter === undefined ? "        # exitAfter: 1m" : `        exitAfter: ${exitAfter}`,
      unsaid ?? "when it ends by itself; never by default",
    ),
    noted(
      exitAfter === undefined ? "        # exitCode: 1" : `        exitCode: ${exitCode}`,
      "and with which code; 0 by default",
    ),
    noted("        # oomKilled: true", "for want of memory: OOMKilled, 137"),
    sigterm === undefined
      ? noted("      sigterm: {exitAfter: 0s, exitCode: 143}", "or `ignored`: only SIGKILL ends it")
      : noted(`      sigterm: ${sigterm}`, "by a process 1 without a handler for it"),
    ...probeLines(container),
    ...hookLines(container),
    noted("      # pull: {takes: 10s}", "of the image, which is present by default"),
  ];
}

const fields = {
  startup: "startupProbe",
  liveness: "livenessProbe",
  readiness: "readinessProbe",
} as const;

function probeLines(container: Container): readonly string[] {
  const kinds = (["startup", "liveness", "readiness"] as const).filter(
    (kind) => container[fields[kind]] !== undefined,
  );
  if (kinds.length === 0) return [];
  return [
    noted("      probes:", "what no entry covers succeeds at once"),
    "        # such as [{from: 0s, to: 20s, result: failure}, {takes: 2s, result: success}]",
    ...kinds.map((kind) => `        ${kind}: []`),
  ];
}

function hookLines({ lifecycle }: Container): readonly string[] {
  return (["postStart", "preStop"] as const).flatMap((hook) => {
    const handler = lifecycle?.[hook];
    if (handler === undefined) return [];
    // How long a sleep takes stands in the manifest.
    if (handler.sleep !== undefined) {
      return [noted(`      # ${hook}: {result: success}`, "sleeps as the manifest says")];
    }
    const sleptMs = sleepMs(handler.exec?.command);
    const takes = sleptMs === Infinity ? "forever" : formatDuration(sleptMs ?? 0);
    const line = `      ${hook}: {takes: ${takes}, result: success}`;
    const note = "or takes: forever, result: failure";
    return [noted(line, sleptMs === undefined ? note : "as its command says")];
  });
}
