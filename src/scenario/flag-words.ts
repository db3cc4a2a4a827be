/** The words of a small language that a flag of the command line takes, read from left to right. */
import { InputError, type Position } from "../model/diagnostic.ts";
import { parseDuration, secondsToMs } from "./duration.ts";
import { describeValue, oneOf } from "./issues.ts";
import { didYouMean } from "./nearest.ts";

interface Word {
  readonly text: string;
  /** From 1. */
  readonly column: number;
}

/** A flag that may be given several times: its values count as the lines of one text. */
export interface FlagValue {
  readonly flag: "--behave" | "--against" | "--assert";
  readonly line: number;
  readonly text: string;
}

export function flagValues(
  flag: FlagValue["flag"],
  texts: readonly string[],
): readonly FlagValue[] {
  return texts.map((text, index) => ({ flag, text, line: index + 1 }));
}

export const timeExpected = "a time such as 8s, 500ms or 1m30s";

const wordPattern = /"(?:[^"\\]|\\.)*"|[,:]|<=|>=|[<>=]|[^\s,:"<>=]+|"/gu;

export class FlagWords {
  readonly #value: FlagValue;
  readonly #words: readonly Word[];
  #next = 0;

  constructor(value: FlagValue) {
    this.#value = value;
    this.#words = [...value.text.matchAll(wordPattern)].map(({ 0: text, index }) => {
      return { text, column: index + 1 };
    });
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#words.length;
  }

  /** The next word; empty at the end. */
  get next(): string {
    return this.#words[this.#next]?.text ?? "";
  }

  get position(): Position {
    const { flag, line, text } = this.#value;
    return { file: flag, line, column: this.#words[this.#next]?.column ?? text.length + 1 };
  }

  take(): string {
    const { next } = this;
    this.#next += 1;
    return next;
  }

  /** Takes the next word where it is that one. */
  took(word: string): boolean {
    if (this.isAtEnd || this.next !== word) return false;
    this.#next += 1;
    return true;
  }

  oneOf<Choice extends string>(choices: readonly Choice[], expected = oneOf(choices)): Choice {
    const found = choices.find((choice) => choice === this.next);
    if (found === undefined) return this.fail(expected, didYouMean(this.next, choices));
    this.#next += 1;
    return found;
  }

  /** As a file has it: text in Go's syntax, or a number of seconds. */
  time(expected = timeExpected): string | number {
    const { next } = this;
    const isNumber = /^\d+(?:\.\d+)?$/.test(next);
    const ms = isNumber ? secondsToMs(Number(next)) : parseDuration(next);
    if (ms === undefined) return this.fail(expected);
    this.#next += 1;
    return isNumber ? Number(next) : next;
  }

  /** A whole number; nothing is taken where the next word is none at all. */
  number(max: number, expected: string): number | undefined {
    if (!/^\d+$/.test(this.next)) return undefined;
    if (Number(this.next) > max) return this.fail(expected);
    return Number(this.take());
  }

  /** In double quotes, with the escapes of JSON. */
  quoted(): string {
    try {
      const text: unknown = JSON.parse(this.next);
      if (typeof text === "string") {
        this.#next += 1;
        return text;
      }
    } catch {
      // Told below, as any other word that is no text in quotes.
    }
    return this.fail("a text in double quotes");
  }

  /** About the next word. */
  fail(expected: string, fix?: string): never {
    const { position } = this;
    const finding = this.isAtEnd
      ? { message: "ends too early" }
      : { message: "is not understood", found: describeValue(this.next) };
    throw new InputError([
      { severity: "error", position, ...finding, expected, ...(fix && { fix }) },
    ]);
  }
}
