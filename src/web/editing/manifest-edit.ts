/** A manifest as it is declared at a moment, and what a person makes of it as one stimulus. */
import { isMapping } from "../../manifest/cursor.ts";
import { setDefaultsPod } from "../../manifest/defaults.ts";
import { loadManifests } from "../../manifest/load-manifests.ts";
import { InputError } from "../../model/diagnostic.ts";
import type { VerdictRow } from "../../model/trace.ts";
import { withField } from "../../scenario/field-change.ts";
import { type PreparedInput, apiServerOf } from "../../scenario/prepare.ts";
import type { YamlDocument } from "../../yaml/document.ts";
import { parseYaml } from "../../yaml/parse-yaml.ts";
import { writeYaml } from "../../yaml/write-yaml.ts";
import type { Deed } from "../deeds.ts";
import type { Moment } from "../history.ts";
import { changesBetween } from "./changes-between.ts";

export interface DeclaredManifest {
  /** Where it is declared, as people say it. */
  readonly title: string;
  readonly text: string;
  /** Undefined: nothing has changed. Throws an `InputError` where it is no object of its kind. */
  readonly toEntry: (text: string) => Deed["entry"] | undefined;
}

/** Undefined: nobody declares the container, or what is declared cannot be changed here. */
export function declaredManifest(
  input: PreparedInput,
  moment: Moment,
  row: Pick<VerdictRow, "namespace" | "pod" | "source">,
): DeclaredManifest | undefined {
  if (row.source === "file") return ofFile(input, moment, row);
  return row.source === "api" && input.scenario.model === "kubernetes"
    ? ofApi(input, moment, row)
    : undefined;
}

/** What `kubectl edit` shows, without what is the API server's own. */
function ofApi(
  input: PreparedInput,
  moment: Moment,
  { namespace, pod: name }: Pick<VerdictRow, "namespace" | "pod">,
): DeclaredManifest | undefined {
  const known = moment.podOf(namespace, name);
  if (known === undefined) return undefined;
  const { labels, annotations } = known.metadata ?? {};
  const metadata = {
    name,
    namespace,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const object = { apiVersion: "v1", kind: "Pod", metadata, spec: known.spec };
  return {
    title: `Pod ${name}`,
    text: writeYaml([object]),
    toEntry: (text) => {
      const edited = onlyObject(text);
      loadManifests([withoutEphemeral(edited)], apiServerOf(input.scenario));
      const set = changesBetween(withDefaults(object), withDefaults(edited.value));
      if (Object.keys(set).length === 0) return undefined;
      return { action: "updateObject", pod: name, set };
    },
  };
}

function ofFile(
  input: PreparedInput,
  moment: Moment,
  { pod: onNode }: Pick<VerdictRow, "pod">,
): DeclaredManifest | undefined {
  const { scenario, files } = input;
  const names = [onNode, ...scenario.nodes.map(({ name }) => onNode.replace(`-${name}`, ""))];
  for (const { id, action } of moment.stimuli) {
    const stimulus = scenario.stimuli.find(({ label }) => label === id);
    if (action !== "writeFile" || stimulus?.action !== "writeFile") continue;
    const file = files.get(stimulus);
    const written = file?.kind === "pods" ? file.pods[0] : undefined;
    if (written === undefined || !names.includes(written.pod.metadata.name)) continue;
    const { path } = stimulus;
    const text = writeYaml([written.source.value]);
    return {
      title: `File ${path}`,
      text,
      toEntry: (content) => (content === text ? undefined : { action: "writeFile", path, content }),
    };
  }
  return undefined;
}

/** A field that is taken out and then filled in again by the API server is as it was. */
function withDefaults(object: unknown): unknown {
  if (!isMapping(object) || !isMapping(object["spec"])) return object;
  return { ...object, spec: setDefaultsPod(object["spec"]) };
}

/** Those that it has came in another way than the rest, and no pod is declared with them. */
function withoutEphemeral(document: YamlDocument): YamlDocument {
  const { file, value } = document;
  if (!isMapping(value) || !isMapping(value["spec"])) return document;
  const others = withField(value, ["spec", "ephemeralContainers"], null);
  return { file, value: others, locate: (path, of) => document.locate(path, of) };
}

function onlyObject(text: string): YamlDocument {
  const documents = parseYaml({ file: "the manifest", text });
  const [first, second] = documents;
  if (first !== undefined && second === undefined) return first;
  const message = first === undefined ? "the text is empty" : "the text has more than one object";
  const position = second && { position: second.locate([]) };
  const expected = "the object itself";
  throw new InputError([{ severity: "error", ...position, message, expected }]);
}
