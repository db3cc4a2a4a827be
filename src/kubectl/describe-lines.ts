/**
 * The lines of `kubectl describe`, each at its level, before they are brought into columns.
 *
 * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/describe/describe.go PrefixWriter,
 * printLabelsMultiline, printAnnotationsMultiline, printTolerationsMultiline.
 */
import type { PodSpec } from "../manifest/pod-types.ts";

/** Two blanks for each level; what has a value has a tab before it. */
export function line(level: number, text: string): string {
  return "  ".repeat(level) + text;
}

export function field(level: number, name: string, value: string | number): string {
  return line(level, `${name}:\t${value}`);
}

/** A title with its first value beside it, and the others below that. */
export function multiline(title: string, values: readonly string[]): readonly string[] {
  const [first = "<none>", ...others] = values;
  return [`${title}:\t${first}`, ...others.map((value) => `\t${value}`)];
}

export function labelLines(
  title: string,
  labels: Readonly<Record<string, string>> = {},
): readonly string[] {
  return multiline(
    title,
    sortedEntries(labels).map(([key, value]) => `${key}=${value}`),
  );
}

const longestAnnotation = 140;
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

export function annotationLines(annotations: Readonly<Record<string, string>> = {}) {
  const values = sortedEntries(annotations)
    .filter(([key]) => key !== lastApplied)
    .flatMap(([key, written]) => {
      const value = written.endsWith("\n") ? written.slice(0, -1) : written;
      const isLong = value.length + key.length + 2 > longestAnnotation || value.includes("\n");
      if (!isLong) return [`${key}: ${value}`];
      const lines = value.split("\n").map((part) => `  ${shortened(part, longestAnnotation - 2)}`);
      return [`${key}:`, ...lines];
    });
  return multiline("Annotations", values);
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

export function sortedEntries<T>(values: Readonly<Record<string, T>>): readonly [string, T][] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function tolerationLines(
  tolerations: NonNullable<PodSpec["tolerations"]> = [],
): readonly string[] {
  const sorted = tolerations.toSorted(({ key: a = "" }, { key: b = "" }) =>
    a === b ? 0 : a < b ? -1 : 1,
  );
  return multiline("Tolerations", sorted.map(tolerationText));
}

type Toleration = NonNullable<PodSpec["tolerations"]>[number] & { readonly value?: string };

function tolerationText({ key, value, effect, operator, tolerationSeconds }: Toleration): string {
  const what = `${key ?? ""}${value ? `=${value}` : ""}${effect ? `:${effect}` : ""}`;
  const exists = operator === "Exists" && !value ? `${what === "" ? "" : " "}op=Exists` : "";
  const seconds = tolerationSeconds === undefined ? "" : ` for ${tolerationSeconds}s`;
  return what + exists + seconds;
}
