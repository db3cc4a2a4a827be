/** Asks of a pod that the API server would take whether a kubelet takes it from a file, too. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { Cursor } from "./cursor.ts";
import { ErrorList } from "./error-list.ts";
import type { Manifest } from "./manifest.ts";
import { checkRelease } from "./release-rules.ts";

/** Why the kubelet of that minor refuses it; each error stands at the pod's name. */
export function staticPodErrors(
  { pod, position }: Manifest,
  kubernetes: string,
): readonly Diagnostic[] {
  const errors = new ErrorList(Infinity);
  const document: YamlDocument = { file: position.file, value: pod, locate: () => position };
  const spec = new Cursor(document, [], pod, errors).get("spec");
  checkRelease(spec, { kubernetes, source: "file" });
  return errors.found;
}
