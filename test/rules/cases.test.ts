/** What the scenarios of test/cases expect holds, with the versions that they are about. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkScenario } from "../../src/check/check-scenario.ts";
import { InputError } from "../../src/model/diagnostic.ts";
import { parseVersion } from "../../src/scenario/kubernetes-version.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { since, versions } from "../support/kube-run.ts";

const folder = new URL("../cases/", import.meta.url);
const cases = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

/**
 * What the API server of an older version refuses, or, with fields behind a feature gate that is
 * closed, drops without a word (kubernetes/pkg/api/pod/util.go dropDisabledFields).
 */
const firstVersions = {
  "container-policy.yaml": { first: "1.35", before: "dropped" },
  "crash-longest-back-off.yaml": { first: "1.35", before: "refused" },
  "restart-all-containers.yaml": { first: "1.36", before: "refused" },
  "rr-01.yaml": { first: "1.35", before: "dropped" },
} as const;

/** Scenarios that ask for parts of the program that are not there. */
const notYet = ["ru-01.yaml"];

/** What fails, in the words of `relist check`. */
function failuresOf(name: string, version: string, seed: number): readonly string[] {
  const documents = parseYaml({ file: name, text: readFileSync(new URL(name, folder), "utf8") });
  const kubernetes = parseVersion(version);
  const input = prepareInput(documents, {
    readFile: () => ({ unreadable: "no such file" }),
    overrides: { model: "kubernetes", seed, ...(kubernetes && { kubernetes }) },
  });
  const failed = checkScenario(input).results.filter(({ outcome }) => outcome === "failed");
  return failed.map(({ expected, seen }) => `${expected}; seen: ${seen}`);
}

/** The newest, and one of the others in turn: all of them with all cases would take too long. */
function versionsOf(name: string): readonly string[] {
  const needs = Object.entries(firstVersions).find(([each]) => each === name)?.[1];
  const known = since(needs?.first ?? versions[0]);
  const older = known.slice(0, -1);
  const inTurn = older[cases.indexOf(name) % older.length];
  return [...(inTurn === undefined ? [] : [inTurn]), versions.at(-1) ?? ""];
}

describe.each(cases.filter((name) => !notYet.includes(name)))("%s", (name) => {
  it.each(versionsOf(name))("holds with %s", (version) => {
    // Other random choices for each case and version.
    const seed = cases.indexOf(name) + 10 * versions.findIndex((known) => known === version);
    expect(failuresOf(name, version, seed)).toEqual([]);
  });
});

it.each(Object.entries(firstVersions))("%s does not hold with less", (name, { first, before }) => {
  const last = versions[versions.findIndex((version) => version === first) - 1] ?? "";
  expect(outcomeOf(name, last)).toBe(before);
});

function outcomeOf(name: string, version: string): "refused" | "dropped" | "holds" {
  try {
    return failuresOf(name, version, 1).length > 0 ? "dropped" : "holds";
  } catch (error) {
    if (error instanceof InputError) return "refused";
    throw error;
  }
}
