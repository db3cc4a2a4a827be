/** What the page and its server say to each other, a JSON object a message. */
import { z } from "zod";
import type { TraceRecord } from "../model/trace.ts";
import type { Observe } from "../node/node-options.ts";
import type { InputTexts } from "../scenario/input-texts.ts";

/** `speed`: virtual seconds in one of the host's; 0: as fast as it goes. */
export const commandSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("play") }),
  z.strictObject({ do: z.literal("pause") }),
  z.strictObject({ do: z.literal("speed"), speed: z.number().min(0).max(10_000) }),
  /** On to the next record that is news, or to the next list, of one of the kubelets. */
  z.strictObject({
    do: z.literal("step"),
    to: z.enum(["record", "list"]),
    of: z.number().optional(),
  }),
  /** Acts on the world; where `atMs` is past, on a new branch that begins there. */
  z.strictObject({
    do: z.literal("apply"),
    entry: z.looseObject({ action: z.string() }),
    atMs: z.number().min(0).optional(),
  }),
  /** Goes on from an earlier moment without doing anything there. */
  z.strictObject({ do: z.literal("branch"), atMs: z.number().min(0) }),
  z.strictObject({ do: z.literal("show"), branch: z.number() }),
  /** Other texts in the same files: run from the start to where the run stands. */
  z.strictObject({
    do: z.literal("edit"),
    sources: z.array(z.strictObject({ file: z.string(), text: z.string() })),
  }),
]);

export type Command = z.infer<typeof commandSchema>;

export interface AppliedEntry {
  readonly atMs: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

export interface BranchInfo {
  readonly id: number;
  /** Where it left which other one, and with what. Absent of the first. */
  readonly from?: { readonly branch: number; readonly atMs: number };
  readonly applied: readonly AppliedEntry[];
}

export interface GoingBack {
  readonly toMs: number;
  /** How much of the way is done. */
  readonly share: number;
}

export interface LiveState {
  readonly branches: readonly BranchInfo[];
  /** The one that is shown, and moved on. */
  readonly current: number;
  readonly nowMs: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** A branch is being made. */
  readonly goingBack?: GoingBack;
  /** Why the last command, or what it began, could not be carried out; empty where it was. */
  readonly refused: string;
}

export type ServerMessage =
  /** `observes`: how each kubelet does that is run next to another; absent: as the texts say. */
  | {
      readonly type: "hello";
      readonly texts: InputTexts;
      readonly observes?: readonly Observe[];
    }
  | ({ readonly type: "state" } & LiveState)
  /** `from`: how many records of that branch were sent before; 0 begins it anew. */
  | {
      readonly type: "records";
      readonly branch: number;
      /** Of which kubelet. */
      readonly side: number;
      readonly from: number;
      readonly records: readonly TraceRecord[];
    }
  /** The first to whoever connects; another one has another run. */
  | { readonly type: "server"; readonly id: string };
