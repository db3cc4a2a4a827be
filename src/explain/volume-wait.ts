/** The wait of a pod's first sync for its volumes, of which the trace has no record of its own. */
import { expectsVolumes } from "../decide/kubelet/volume-manager.ts";
import type { TraceRecord } from "../model/trace.ts";
import { valueAt } from "../scenario/issues.ts";
import { displayFile } from "../yaml/document.ts";
import type { Ground } from "./ground.ts";
import type { Of, PodRecord, Story } from "./story.ts";

/**
 * What began it, of a pod that waits when `about` comes: a sync makes a status, waits, and decides
 * after that. Absent: the pod has no volumes, or its kubelet has come to more than a status of it.
 */
export function volumeWait(story: Story, about: PodRecord): TraceRecord | undefined {
  if (story.input.scenario.model === "textbook" || !hasVolumes(story, about)) return undefined;
  const life = story.records.findLast(
    (each): each is Of<"kubelet"> => each.type === "kubelet" && each.seq < about.seq,
  );
  if (life?.change !== "started") return undefined;
  const since = story.ofPod(about).filter(({ seq }) => seq > life.seq && seq < about.seq);
  // It is what follows the wait, and what needs no sync at all: a rejection, or the pod's end.
  if (since.some(({ type }) => type === "sync" || type === "sandbox" || type === "signal")) {
    return undefined;
  }
  const added = story.ofPod(about).find(({ type }) => type === "pod");
  return (
    since.find(({ type }) => type === "status") ?? (added && added.seq < life.seq ? life : added)
  );
}

function hasVolumes(story: Story, about: PodRecord): boolean {
  const declared = story.declared(about);
  const { source } = "source" in about ? about : sourceOf(story, about);
  return declared !== undefined && expectsVolumes({ source, spec: declared.pod.spec });
}

function sourceOf(story: Story, about: PodRecord): Pick<Of<"pod">, "source"> {
  const first = story.ofPod(about).find((each): each is Of<"pod"> => each.type === "pod");
  return { source: first?.source ?? "api" };
}

/** What it waits for, and how long that takes. */
export function volumeGrounds(story: Story, about: PodRecord): readonly Ground[] {
  const spec = story.declared(about)?.pod.spec;
  const all = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  const mounts = all.flatMap(({ name }) => [
    ...story.containerField({ ...about, container: name }, "volumeMounts"),
    ...story.containerField({ ...about, container: name }, "volumeDevices"),
  ]);
  const token = [
    ...story.field(about, ["spec", "serviceAccountName"]),
    ...story.field(about, ["spec", "automountServiceAccountToken"]),
  ];
  const [field] = mounts.length > 0 ? mounts : token;
  const name = field?.path?.split(".").at(-1) ?? "";
  const what = field && mounts.length > 0 ? { ...field, text: `${name} are declared` } : field;
  return [...(what ? [what] : []), ...latency(story)];
}

function latency({ input }: Story): readonly Ground[] {
  const { document } = input.scenario;
  const path = ["spec", "runtime", "latency", "mount"];
  const value = valueAt(document.value, path);
  if (value === undefined) return [];
  const position = document.locate(path, "key");
  const place = { ...position, file: displayFile(position.file) };
  const text = `the latency mount is ${typeof value === "string" ? value : JSON.stringify(value)}`;
  return [{ kind: "behaviour", text, path: path.join("."), value, position: place }];
}
