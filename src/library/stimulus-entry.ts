/** What a program does to the world, in the words of a scenario. */
import type { z } from "zod";
import type { stimulusSchema } from "../scenario/schema-stimuli.ts";

type WithoutMoment<Entry> = Entry extends unknown ? Omit<Entry, "at"> : never;

/**
 * An entry as `stimuli` of a scenario has it, such as `{ action: "deletePod", pod: "web" }`. `at`
 * is a time since `t0` or a moment such as `app#2.start+5s`; absent: now.
 */
export type StimulusEntry = WithoutMoment<z.input<typeof stimulusSchema>> & {
  readonly at?: string | number;
};
