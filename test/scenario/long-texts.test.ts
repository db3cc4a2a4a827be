/** A text of any length is read or refused at once: no pattern may try one digit in two ways. */
import { describe, expect, it } from "vitest";
import {
  cronSchedule,
  dnsSubdomainPrefix,
  envName,
  isTime,
  labelKey,
  parseQuantity,
} from "../../src/manifest/formats.ts";
import { describeValue } from "../../src/manifest/describe.ts";
import { parseBehaviourKey } from "../../src/scenario/behaviour-table.ts";
import { parseDuration } from "../../src/scenario/duration.ts";
import { parseRange, parseVersion } from "../../src/scenario/kubernetes-version.ts";
import { isNamePattern } from "../../src/scenario/name-pattern.ts";
import * as reference from "../../src/scenario/reference.ts";
import { parseFields, parseStatePath } from "../../src/scenario/state-path.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const length = 200_000;

const pieces = [
  "1",
  "0",
  "1s",
  "1.",
  "a",
  "-",
  "/",
  " ",
  "a/",
  "a.",
  ".spec",
  "[0]",
  "\\a",
  "a#1",
  ".pull#1",
  "+1",
];
const starts = ["", "a#", 'a.spec["'];
const ends = ["x", "\n"];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseDuration,
  parseQuantity,
  parseStatePath,
  parseFields,
  parseMoment: reference.parseMoment,
  parseBound: reference.parseBound,
  parseRun: reference.parseRun,
  parsePull: reference.parsePull,
  parsePod: reference.parsePod,
  parseContainer: reference.parseContainer,
  isStimulusId: reference.isStimulusId,
  parseBehaviourKey,
  isNamePattern,
  isTime,
  cronSchedule: cronSchedule.isValid,
  envName: envName.isValid,
  labelKey: labelKey.isValid,
  dnsSubdomainPrefix: dnsSubdomainPrefix.isValid,
};

const others: Readonly<Record<string, (text: string) => unknown>> = {
  parseVersion,
  parseRange,
  describeValue,
};

describe("texts of 200,000 characters", () => {
  it.each(Object.entries({ ...readers, ...others }))("%s comes to an end", (_, read) => {
    for (const piece of pieces) {
      const body = piece.repeat(length / piece.length);
      for (const start of starts) {
        for (const end of ends) expect(() => read(`${start}${body}${end}`)).not.toThrow();
      }
    }
  });

  it.each([
    ["digits", "1".repeat(length)],
    ["digits in quotes", `'${"1".repeat(length)}x'`],
    ["underscores", `0${"_".repeat(length)}x`],
    ["a sign", `-${"0".repeat(length)}.e`],
  ])("a scalar of %s is read", (_, text) => {
    expect(parseYaml({ file: "f", text: `a: ${text}\n` })).toHaveLength(1);
  });
});

describe("durations of many digits", () => {
  it.each([
    ["1".repeat(length), undefined],
    [`${"1".repeat(length)}x`, undefined],
    [`${"1".repeat(length)}s`, undefined],
    [`${"0".repeat(length)}1s`, 1000],
    [`1.${"0".repeat(length)}s`, 1000],
    ["1.s", 1000],
    [".5s", 500],
    [".s", undefined],
  ])("%#", (text, ms) => expect(parseDuration(text)).toBe(ms));
});
