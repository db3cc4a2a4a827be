/** What a model can do with a field, and how a table of that is written down. */

export type Model = "textbook" | "kubernetes";
export type Support = "simulated" | "ignored" | "unsupported";

export interface FieldSupport {
  readonly models: Readonly<Record<Model, Support>>;
  /** Why it is ignored, or what a kubelet does with it. */
  readonly why: string;
}

/** By the name of the field. */
export type Rows = Readonly<Record<string, FieldSupport>>;

function rows(
  models: Readonly<Record<Model, Support>>,
  why: string,
  fields: readonly string[],
): Rows {
  return Object.fromEntries(fields.map((field) => [field, { models, why }]));
}

type MakeRows = (why: string, ...fields: readonly string[]) => Rows;

/** Both models act on it. */
export const simulated: MakeRows = (why, ...fields) =>
  rows({ textbook: "simulated", kubernetes: "simulated" }, why, fields);

export const ignored: MakeRows = (why, ...fields) =>
  rows({ textbook: "ignored", kubernetes: "ignored" }, why, fields);

export const unsupported: MakeRows = (why, ...fields) =>
  rows({ textbook: "unsupported", kubernetes: "unsupported" }, why, fields);

/** The kubernetes model acts on it; the textbook's kubelet has no such thing. */
export const kubernetesOnly: MakeRows = (why, ...fields) =>
  rows({ textbook: "unsupported", kubernetes: "simulated" }, why, fields);

/** Of what the textbook leaves out as a whole; to the kubernetes model it is all the same. */
export const neither: MakeRows = (why, ...fields) =>
  rows({ textbook: "unsupported", kubernetes: "ignored" }, why, fields);

/** It changes the timeline of the kubernetes model, but nothing that the textbook has. */
export const beyondTextbook: MakeRows = (why, ...fields) =>
  rows({ textbook: "ignored", kubernetes: "simulated" }, why, fields);

/** A textbook kubelet would not look at it, one of Kubernetes would. */
export const missing: MakeRows = (why, ...fields) =>
  rows({ textbook: "ignored", kubernetes: "unsupported" }, why, fields);

export const identity = "who it is";
export const inside = "what a container does is told by its behaviour";
export const network = "there is no network";
export const mounted = "what they hold is not simulated, and who mounts them waits for them";
export const answers = "whether it succeeds, and when, is told by the behaviour";
