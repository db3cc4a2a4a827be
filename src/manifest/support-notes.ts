/** Names the fields in use that a model does not simulate: each once, with its first place. */
import { ownEnd } from "../model/own-command.ts";
import { sleepMs } from "../model/sleep-command.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isMapping } from "./cursor.ts";
import type { Cursor } from "./cursor.ts";
import { containerDefaults, defaultPullPolicy, podSpecDefaults } from "./defaults.ts";
import { type FieldType, fieldsOf } from "./schema.ts";
import { serverFields } from "./support-pod.ts";
import { answers } from "./support-rows.ts";
import { type Model, type SupportedType, fieldSupport, isSupportedType } from "./support.ts";

const defaults: Readonly<Partial<Record<SupportedType, Readonly<Record<string, unknown>>>>> = {
  // The last one is set by admission, not by defaulting.
  PodSpec: { ...podSpecDefaults, preemptionPolicy: "PreemptLowerPriority" },
  Container: containerDefaults,
  EphemeralContainer: containerDefaults,
};

/** Whether the field says more than its absence would: `kubectl get` prints every default. */
function isInUse(parent: Cursor, type: SupportedType, field: string, value: unknown): boolean {
  if (value === undefined || value === "" || value === false || value === 0) return false;
  if (field === "resizePolicy") return JSON.stringify(value).includes('"RestartContainer"');
  if (field === "command" || field === "args") return !isOwnEnd(parent) && isFilled(value);
  if (Array.isArray(value)) return value.length > 0;
  if (isMapping(value)) return Object.keys(value).length > 0;
  if (field === "imagePullPolicy") {
    return value !== defaultPullPolicy(parent.get("image").text() ?? "");
  }
  return value !== defaults[type]?.[field];
}

function isFilled(value: unknown): boolean {
  return !Array.isArray(value) || value.length > 0;
}

/** What sleeps is taken at its word, and not ignored. */
function isOwnEnd(container: Cursor): boolean {
  return ownEnd(wordsIn(container, "command"), wordsIn(container, "args")) !== undefined;
}

function isSleep(handler: Cursor): boolean {
  return sleepMs(wordsIn(handler, "command")) !== undefined;
}

function wordsIn(parent: Cursor, field: string): readonly string[] {
  const words = parent.get(field).items();
  return words.map((word) => word.text() ?? "");
}

interface Use {
  /** As in `spec.containers[].livenessProbe`. */
  readonly field: string;
  readonly first: Cursor;
  places: number;
}

class FieldUses {
  readonly #model: Model;
  readonly unsupported = new Map<string, Use>();
  readonly ignored = new Map<string, Use>();
  /** Handlers of probes and hooks. */
  readonly answered = new Map<string, Use>();
  /** Those of them whose command says how long it takes. */
  readonly slept = new Map<string, Use>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** `template` is the object with the pod's metadata and spec. */
  add(template: Cursor): void {
    this.#addFields(template.get("metadata"), "ObjectMeta", "metadata.");
    this.#addFields(template.get("spec"), "PodSpec", "spec.");
  }

  #addFields(parent: Cursor, type: SupportedType, prefix: string): void {
    for (const [name, cursor] of parent.entries()) {
      const support = fieldSupport[type][name]?.models[this.#model];
      if (support === undefined || serverFields.has(name)) continue;
      const field = prefix + name;
      if (support === "simulated") this.#addParts(cursor, fieldsOf(type).get(name)?.type, field);
      else if (isInUse(parent, type, name, cursor.value)) {
        const isAnswered = support === "ignored" && fieldSupport[type][name]?.why === answers;
        const answered = isSleep(cursor) ? this.slept : this.answered;
        this.#addUse(isAnswered ? answered : this[support], field, cursor);
      }
    }
  }

  /** Of what is simulated, the parts: what is left out as a whole is named as a whole. */
  #addParts(cursor: Cursor, type: FieldType | undefined, field: string): void {
    if (type?.kind === "list") {
      for (const item of cursor.items()) this.#addParts(item, type.of, `${field}[]`);
    } else if (type?.kind === "object" && isSupportedType(type.name)) {
      this.#addFields(cursor, type.name, `${field}.`);
    }
  }

  #addUse(uses: Map<string, Use>, field: string, cursor: Cursor): void {
    const use = uses.get(field);
    if (use) use.places += 1;
    else uses.set(field, { field, first: cursor, places: 1 });
  }
}

export function noteUnsimulatedFields(
  templates: readonly Cursor[],
  model: Model,
): readonly Diagnostic[] {
  const uses = new FieldUses(model);
  for (const template of templates) uses.add(template);
  const warnings = [...uses.unsupported.values()].map(({ field, first, places }) => ({
    severity: "warning" as const,
    position: first.position("key"),
    path: field,
    message: `not simulated by the ${model} model, though it changes what a kubelet does`,
    ...(places > 1 ? { found: `in ${places} places` } : {}),
  }));
  return [
    ...warnings,
    ...noteFields(
      "no probe is sent and no hook is run; the scenario's behaviour tells what comes of",
      uses.answered,
    ),
    ...noteFields(
      "a command that only sleeps takes that time, unless the scenario's behaviour speaks of it:",
      uses.slept,
    ),
    ...noteFields("these fields do not change the timeline and are ignored:", uses.ignored),
  ];
}

function noteFields(message: string, uses: ReadonlyMap<string, Use>): readonly Diagnostic[] {
  if (uses.size === 0) return [];
  const fields = [...uses.keys()].toSorted().join(", ");
  return [{ severity: "note", message: `${message} ${fields}` }];
}
