/** A manifest as it is declared at a moment, and what a person makes of it as one stimulus. */
import { InputError } from "../../model/diagnostic.ts";
import type { VerdictRow } from "../../model/trace.ts";
import type { PreparedInput } from "../../scenario/prepare.ts";
import { parseYaml } from "../../yaml/parse-yaml.ts";
import { writeYaml } from "../../yaml/write-yaml.ts";
import type { Deed } from "../deeds.ts";
import type { Moment } from "../history.ts";
import { changesBetween } from "./changes-between.ts";

export interface DeclaredManifest {
  /** Where it is declared, as people say it. */
  readonly title: string;
  readonly text: string;
  /** Undefined: nothing has changed. Throws an `InputError` where it is no YAML. */
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
    ? ofApi(moment, row)
    : undefined;
}

/** What `kubectl edit` shows, without what is the API server's own. */
function ofApi(
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
      const set = changesBetween(object, onlyObject(text));
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

function onlyObject(text: string): unknown {
  const documents = parseYaml({ file: "the manifest", text });
  const [document] = documents;
  if (document !== undefined && documents.length === 1) return document.value;
  const message = "is not one object";
  const found = `${documents.length} documents`;
  throw new InputError([{ severity: "error", message, found, expected: "the object itself" }]);
}
