import { describe, expect, it } from "vitest";
import { matchesName } from "../../src/model/name-pattern.ts";
import { isInRange, parseRange, parseVersion } from "../../src/scenario/kubernetes-version.ts";
import {
  compareSpecificity,
  isNamePattern,
  patternsMeet,
} from "../../src/scenario/name-pattern.ts";
import { nearest } from "../../src/scenario/nearest.ts";

describe("a Kubernetes version", () => {
  it.each([
    [">=1.35", "1.35", true],
    [">=1.35", "1.34", false],
    ["<=1.34", "1.9", true],
    [">1.9", "1.10", true],
    ["<1.10", "1.9", true],
    ["1.36", "1.36", true],
    ["=1.36", "1.35", false],
    [">=1.33 <1.36", "1.36", false],
    [">=1.33, <1.36", "1.34", true],
    ["<2.0", "1.99", true],
  ])("%s of %s: %s", (range, version, expected) => {
    expect(isInRange(parseVersion(version)!, parseRange(range)!)).toBe(expected);
  });

  it("is nothing else", () => {
    expect(["1", "1.36.2", "v1.36", "1.036", ""].map(parseVersion)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    expect(["", ">=", ">= 1.35", "=>1.35", "1.35+"].map(parseRange)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});

describe("a name pattern", () => {
  it.each([
    ["web", "web", true],
    ["web", "web-1", false],
    ["web-*", "web-1", true],
    ["web*", "web", true],
    ["*", "any", true],
  ])("%s matches %s: %s", (pattern, name, expected) => {
    expect(matchesName(pattern, name)).toBe(expected);
  });

  it("has its * at the end alone", () => {
    expect(["a", "a*", "*"].every(isNamePattern)).toBe(true);
    expect(["", "*a", "a*b", "a b", "a/b", "a**"].some(isNamePattern)).toBe(false);
  });

  it("is the less specific the shorter it is", () => {
    const sorted = ["*", "web-*", "web", "web-a*"].toSorted(compareSpecificity);
    expect(sorted).toEqual(["web", "web-a*", "web-*", "*"]);
  });

  it.each([
    ["web-*", "web-1*", true],
    ["web-*", "api-*", false],
    ["web", "w*", true],
    ["*", "web-*", true],
  ])("%s and %s meet: %s", (a, b, expected) => {
    expect([patternsMeet(a, b), patternsMeet(b, a)]).toEqual([expected, expected]);
  });
});

describe("the nearest name", () => {
  it.each([
    ["exitafter", ["exitCode", "exitAfter"], "exitAfter"],
    ["wbe", ["api", "web"], "web"],
    ["ap", ["app"], "app"],
    ["database", ["web", "api"], undefined],
    ["x", [], undefined],
    ["a".repeat(65), ["a".repeat(65)], undefined],
  ])("of %s", (name, candidates, expected) => {
    expect(nearest(name, candidates)).toBe(expected);
  });
});
