/** Looks names up and collects an error for each that refers to nothing. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Format } from "../manifest/formats.ts";
import type { Path, YamlDocument } from "../yaml/document.ts";
import { describeValue, errorAt, oneOf, valueAt } from "./issues.ts";
import type { Finding } from "./issues.ts";
import { containersNamed, podsMeeting, podsNamed } from "./names.ts";
import type { Names } from "./names.ts";
import { didYouMean } from "./nearest.ts";
import { patternsMeet } from "./name-pattern.ts";
import type { Bound, ContainerReference, PodReference } from "./reference.ts";
import type { BehaviourKey } from "./scenario.ts";
import { containerFields } from "./state-path.ts";
import type { StatePath } from "./state-path.ts";

/** How many names a message lists at most. */
const namesListedMax = 8;

/** For how many names it is worked out what was meant: nobody reads more errors at once. */
const suggestionsMax = 100;

interface Suggestion {
  readonly known: ReadonlySet<string>;
  readonly fix: string | undefined;
}

export class NameChecker {
  readonly diagnostics: Diagnostic[] = [];
  readonly names: Names;
  readonly #document: YamlDocument;
  readonly #podNames: ReadonlySet<string>;
  readonly #objects = new Map<string, Set<string>>();
  readonly #suggestions = new Map<string, Suggestion>();

  constructor(document: YamlDocument, names: Names) {
    this.#document = document;
    this.names = names;
    this.#podNames = new Set(names.pods.map(({ name }) => name));
    for (const { kind, name } of names.inventory.objects) {
      const ofKind = this.#objects.get(kind);
      if (ofKind === undefined) this.#objects.set(kind, new Set([name]));
      else ofKind.add(name);
    }
  }

  report(path: Path, finding: Finding, of?: "key" | "value"): void {
    const found = finding.found ?? describeValue(valueAt(this.#document.value, path));
    this.diagnostics.push(errorAt(this.#document, path, { ...finding, found }, of));
  }

  warn(path: Path, finding: Finding): void {
    this.diagnostics.push({ ...errorAt(this.#document, path, finding), severity: "warning" });
  }

  moments(moments: readonly Bound[], path: Path): void {
    moments.forEach((moment, index) => this.moment(moment, [...path, index]));
  }

  moment(moment: Bound, path: Path): void {
    switch (moment.kind) {
      case "stimulus":
        this.#listed(moment.id, this.names.stimuli, "is no stimulus's id", path);
        break;
      case "run":
        this.container(moment.run, path);
        break;
      case "pull":
        this.container(moment.pull, path);
        break;
      case "podStart":
        if (moment.pod) this.#pod(moment.pod, path);
        else this.#onlyPod(path);
        break;
      default:
    }
  }

  /** `path` leads to one reference or to a list of them. */
  pods(references: readonly PodReference[], path: Path): void {
    references.forEach((reference, index) => this.#pod(reference, this.#item(path, index)));
  }

  /** Or of runs of them. */
  containers(references: readonly ContainerReference[], path: Path): void {
    references.forEach((reference, index) => this.container(reference, this.#item(path, index)));
  }

  /** What can be created: pods written down, not those that stimuli make of them. */
  manifests(references: readonly PodReference[], path: Path): void {
    const known = this.#objectsOf("Pod");
    references.forEach((reference, index) => {
      const at = this.#item(path, index);
      if (reference.kind === "pod" && reference.instance === undefined) {
        this.#listed(reference.name, known, "is the name of no pod manifest", at);
      } else {
        const finding = { message: "is no manifest", expected: "the name of a pod manifest" };
        this.report(at, finding);
      }
    });
  }

  /** Only a kind that the manifests have is checked: controllers make objects of other kinds. */
  objects(kind: string, wanted: readonly string[], path: Path): void {
    const known = this.#objectsOf(kind);
    if (known.size === 0 && kind !== "Deployment") return;
    wanted.forEach((name, index) => {
      this.#listed(name, known, `is the name of no ${kind}`, this.#item(path, index));
    });
  }

  /** A single word is the name of a manifest: it cannot be a file with a pod. */
  content(content: string | undefined, path: Path): void {
    if (content === undefined || !/^[a-z0-9][a-z0-9.-]*$/.test(content)) return;
    const known = this.#objectsOf("Pod");
    this.#listed(content, known, "is neither a pod manifest's name nor the text of one", path);
  }

  /** The static pod folder has no folders that a kubelet would look into. */
  fileName(name: string, path: Path): void {
    if (!/[/\\\0]/.test(name) && name !== "." && name !== "..") return;
    this.report(path, {
      message: "is no file of the static pod folder",
      expected: "the name of a file, such as web.yaml",
      fix: "leave the folder out",
    });
  }

  /** Only a warning: to remove what is not there does nothing, and is no mistake by itself. */
  writtenFile(name: string, path: Path): void {
    if (this.names.files.has(name)) return;
    this.warn(path, this.#notFound(name, this.names.files, "is written by no writeFile"));
  }

  /** Of what a stimulus makes. `path` leads to the name, or to an object that has it. */
  newName(name: string, { expected, isValid }: Format, path: Path): void {
    if (isValid(name)) return;
    const isObject = typeof valueAt(this.#document.value, path) === "object";
    const finding = {
      message: "is no name that Kubernetes takes",
      found: describeValue(name),
      expected,
    };
    this.report(isObject ? [...path, "name"] : path, finding);
  }

  podPatterns(patterns: readonly string[], path: Path): void {
    patterns.forEach((pattern, index) => this.#podPattern(pattern, this.#item(path, index)));
  }

  /** Fields of records or things that hold names; the others are not names. */
  fields(of: Readonly<Record<string, unknown>>, path: Path): void {
    const { pod = "*", container } = of;
    if (typeof pod !== "string") return;
    if (pod !== "*") this.#podPattern(pod, [...path, "pod"]);
    if (typeof container !== "string") return;
    this.#containerPattern(container, podsMeeting(this.names.pods, pod), [...path, "container"]);
  }

  behaviourKey({ pod, instance, container, place }: BehaviourKey): void {
    const { path } = place;
    const found = describeValue(path.at(-1));
    if (pod === undefined && this.names.inventory.pods.length > 1) {
      return this.#ambiguous(container, path, { found }, "key");
    }
    const pods = podsMeeting(this.names.pods, pod ?? "*");
    if (pods.length === 0) return this.#noPod(pod ?? "*", path, { found }, "key");
    this.#warnBeyond(pod ?? "*", instance, path, found);
    return this.#containerPattern(container, pods, path, { found }, "key");
  }

  container(reference: ContainerReference, path: Path): void {
    const { pod, container } = reference;
    if (pod === undefined && !this.#isOnePod()) return this.#ambiguous(container, path);
    if (pod && !this.#pod(pod, path)) return undefined;
    const pods = pod ? podsNamed(this.names.pods, pod) : this.names.pods;
    return this.#containerPattern(container, pods, path);
  }

  statePath({ source, subject, fields }: StatePath, path: Path): void {
    if (subject.kind === "pod") {
      if (subject.pod) this.#pod(subject.pod, path);
      else this.#onlyPod(path);
    }
    if (subject.kind !== "container") return;
    this.container(subject.container, path);
    const [field = ""] = fields;
    if (source === "api") {
      const known = new Set<string>(containerFields);
      this.#listed(String(field), known, "is no field of a container status", path);
    }
  }

  #item(path: Path, index: number): Path {
    return Array.isArray(valueAt(this.#document.value, path)) ? [...path, index] : path;
  }

  #isOnePod(): boolean {
    return this.#podNames.size === 1 || this.#isOneManifest();
  }

  #objectsOf(kind: string): ReadonlySet<string> {
    return this.#objects.get(kind) ?? new Set();
  }

  /** Its mirror and a stray beside it do not make a second pod. */
  #isOneManifest(): boolean {
    return this.names.inventory.pods.length === 1;
  }

  #onlyPod(path: Path): void {
    if (this.#isOnePod()) return;
    const count = this.names.inventory.pods.length;
    const message = count === 0 ? "there is no pod" : "does not say which pod";
    const expected = count === 0 ? "a pod among the manifests" : "the pod's name in place of `pod`";
    this.report(path, { message, expected });
  }

  #pod(reference: PodReference, path: Path): boolean {
    if (podsNamed(this.names.pods, reference).length > 0) return true;
    const generated = [...this.#podNames].filter((known) => known.endsWith("*"));
    const [pattern = ""] = generated;
    if (generated.length !== this.#podNames.size || pattern === "") {
      this.#noPod(reference.name, path);
      return false;
    }
    // Of a workload's pods the names are generated, and one of them is meant here.
    const message = "names no pod";
    const expected = `the name of one of them, which begins with ${pattern.slice(0, -1)}`;
    this.report(path, { message, expected, fix: "take it from what `relist run` shows" });
    return false;
  }

  /** Only a warning: who moves the node may create more. */
  #warnBeyond(name: string, instance: number | undefined, path: Path, found: string): void {
    const max = this.names.instancesMax(name);
    if (instance === undefined || instance <= max) return;
    const message = "never comes about: nothing creates so many pods of that name";
    const expected = max === 1 ? `${name}, the only one` : `${name}@${max} at most`;
    this.diagnostics.push({
      ...errorAt(this.#document, path, { message, found, expected }, "key"),
      severity: "warning",
    });
  }

  #podPattern(pattern: string, path: Path): void {
    if (podsMeeting(this.names.pods, pattern).length === 0) this.#noPod(pattern, path);
  }

  #noPod(name: string, path: Path, finding: Partial<Finding> = {}, of?: "key"): void {
    const missing = this.#notFound(name, this.#podNames, "names no pod");
    this.report(path, { ...missing, ...finding }, of);
  }

  #containerPattern(
    pattern: string,
    pods: Names["pods"],
    path: Path,
    finding: Partial<Finding> = {},
    of?: "key",
  ): void {
    const known = containersNamed(pods);
    // Names of containers are no patterns, so that a name is found without comparing.
    if (known.has(pattern)) return;
    if (pattern.endsWith("*") && [...known].some((name) => patternsMeet(pattern, name))) return;
    const missing = this.#notFound(pattern, known, "names no container");
    this.report(path, { ...missing, ...finding }, of);
  }

  #ambiguous(container: string, path: Path, finding: Partial<Finding> = {}, of?: "key"): void {
    const { pods } = this.names.inventory;
    const having = pods.find(({ containers }) => containers.includes(container)) ?? pods[0];
    const message = pods.length === 0 ? "there is no pod" : "does not say which pod";
    const expected = pods.length === 0 ? "a pod among the manifests" : "pod/container";
    const fix = having === undefined ? {} : { fix: `write ${having.name}/${container}` };
    this.report(path, { message, expected, ...fix, ...finding }, of);
  }

  #listed(name: string, known: ReadonlySet<string>, message: string, path: Path): void {
    if (!known.has(name)) this.report(path, this.#notFound(name, known, message));
  }

  #notFound(name: string, known: ReadonlySet<string>, message: string): Finding {
    if (known.size === 0) return { message, fix: "there is none to refer to" };
    const more = known.size > namesListedMax ? ` and ${known.size - namesListedMax} more` : "";
    const expected = `${oneOf(firstOf(known, namesListedMax))}${more}`;
    const fix = this.#meant(name, known);
    return { message, expected, ...(fix === undefined ? {} : { fix }) };
  }

  /** Compares with every known name, so it is done for the first errors only, and once each. */
  #meant(name: string, known: ReadonlySet<string>): string | undefined {
    const key = `${name} ${known.size}`;
    const suggestion = this.#suggestions.get(key);
    if (suggestion?.known === known) return suggestion.fix;
    if (this.#suggestions.size >= suggestionsMax) return undefined;
    const fix = didYouMean(name, known);
    this.#suggestions.set(key, { known, fix });
    return fix;
  }
}

/** Without a copy of all of them, since each error lists some. */
function firstOf(names: Iterable<string>, count: number): string[] {
  const first: string[] = [];
  for (const name of names) if (first.push(name) === count) break;
  return first;
}
