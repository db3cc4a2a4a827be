/**
 * Paths to a part of a state: `pod.status.phase`, `web/app.restartCount`,
 * `mirror.web.metadata.name`, `node.conditions.Ready`, `runtime:app#1.image`.
 *
 * The part after the subject says what the subject is: only pods have `status`, only containers
 * `restartCount`. So a pod and a container of one name can both be meant.
 */
import { parseContainer, parsePod } from "./reference.ts";
import type { ContainerReference, PodReference } from "./reference.ts";

/** Who is asked: the API server (what it stores) or the runtime (what it says itself). */
export type StateSource = "api" | "runtime";

export type StateSubject =
  | { readonly kind: "pod"; readonly pod?: PodReference }
  | { readonly kind: "container"; readonly container: ContainerReference; readonly run?: number }
  | { readonly kind: "node" };

export interface StatePath {
  readonly source: StateSource;
  readonly subject: StateSubject;
  /** The steps inside the subject; empty where the runtime's state of a container is meant. */
  readonly fields: readonly (string | number)[];
}

export const statePathExpected =
  "a path such as pod.status.phase, app.restartCount, pod/app.state, node.conditions.Ready " +
  "or runtime:app#1";

/** Fields of a container status (core/v1 ContainerStatus), beside `ready` and the states. */
export const containerFields = [
  "state",
  "lastState",
  "ready",
  "started",
  "restartCount",
  "name",
  "image",
  "imageID",
  "containerID",
  "resources",
  "allocatedResources",
] as const;

// With `s`, since a `.*` that stops at a line end is tried anew after each dot of a long path.
const podFields = "metadata|spec|status|conditions";
const podPathText = new RegExp(`^(.+?)\\.((?:${podFields})(?:[.[].*)?)$`, "s");
const containerPathText = /^((?:[^#]+\/)?[^./#]+)(?:#([1-9]\d*))?(?:\.(.+))?$/s;
// Four digits are more than any list of a pod may have, and a list is filled up to its index.
const fieldText = /([A-Za-z_][\w-]*)|\[(?:(\d{1,4})|"((?:[^"\\]|\\.)*)")\]/gy;

export function parseStatePath(text: string): StatePath | undefined {
  const [, prefix = "api", path = ""] = /^(?:(api|runtime):)?(.*)$/s.exec(text) ?? [];
  const source = prefix as StateSource;
  return parsePodPath(source, path) ?? parseContainerPath(source, path);
}

function parsePodPath(source: StateSource, path: string): StatePath | undefined {
  const [, subjectText = "", fieldsText = ""] = podPathText.exec(path) ?? [];
  const subject = parseSubject(subjectText);
  const fields = parseFields(fieldsText);
  return subject && fields && { source, subject, fields };
}

/** `pod`, `node` and `mirror.<name>` are words of the format, all else is a pod's name. */
function parseSubject(text: string): StateSubject | undefined {
  if (text === "") return undefined;
  if (text === "pod") return { kind: "pod" };
  if (text === "node") return { kind: "node" };
  const mirror = text.startsWith("mirror.") ? `mirror(${text.slice("mirror.".length)})` : text;
  const pod = parsePod(mirror);
  return pod && { kind: "pod", pod };
}

function parseContainerPath(source: StateSource, path: string): StatePath | undefined {
  const [, name = "", run, fieldsText] = containerPathText.exec(path) ?? [];
  const container = parseContainer(name);
  const fields = fieldsText === undefined ? [] : parseFields(fieldsText);
  if (!container || !fields) return undefined;
  // The API server knows a container's last two states, the runtime each of its runs.
  if (source === "api" && (fields.length === 0 || run !== undefined)) return undefined;
  const subject = { kind: "container", container } as const;
  return {
    source,
    subject: run === undefined ? subject : { ...subject, run: Number(run) },
    fields,
  };
}

/** `a.b[0]["c.d"]` as its steps. */
export function parseFields(text: string): readonly (string | number)[] | undefined {
  const fields: (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === "." && at > 0) at++;
    fieldText.lastIndex = at;
    const [whole, name, index, quoted] = fieldText.exec(text) ?? [];
    if (whole === undefined) return undefined;
    // A name follows a dot, a bracket follows what it indexes.
    if ((text[at - 1] === ".") !== (name !== undefined) && at > 0) return undefined;
    fields.push(
      name ?? (index === undefined ? (quoted ?? "").replaceAll(/\\(.)/g, "$1") : Number(index)),
    );
    at += whole.length;
  }
  return fields.length === 0 || text.endsWith(".") ? undefined : fields;
}
