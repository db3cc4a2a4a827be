/** What is told of one record of a chain of causes. */
import type { Ground } from "./ground.ts";
import type { RuleName } from "./rules.ts";

/**
 * In what a chain ends: something that the scenario does to the node or a person by hand, a line of
 * a manifest, or the world itself.
 */
export type Root = "stimulus" | "hand" | "field" | "world";

export interface Told {
  /** What happened, in words. */
  readonly what: string;
  /** With numbers: how long, how often, out of how much. */
  readonly details?: readonly string[];
  readonly rule?: RuleName;
  readonly grounds?: readonly Ground[];
  /** Where it is set the chain ends here. */
  readonly root?: Root;
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

/** `third`, `12th`. */
export function ordinal(number: number): string {
  const word = ordinals[number - 1];
  if (word !== undefined) return word;
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

/** `once`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
