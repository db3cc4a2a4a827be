/** Models: the kubelets 1.32.13 to 1.36.2, as the table of differences was read and recorded. */
import { describe, expect, it } from "vitest";
import type { KubeletFeatures } from "../../../src/decide/kubelet/features.ts";
import { versionRows } from "../../../src/decide/kubelet/version-rows.ts";
import {
  featuresOf,
  kubeletVersions,
  newestKubeletVersion,
  parseKubeletVersion,
  rowOfFeature,
  rowsOf,
} from "../../../src/decide/kubelet/versions.ts";
import { allFeatures } from "../../support/kube.ts";

describe("the versions", () => {
  it("are five minors, and the last is the newest", () => {
    expect(kubeletVersions).toEqual(["1.32", "1.33", "1.34", "1.35", "1.36"]);
    expect(newestKubeletVersion).toBe(kubeletVersions.at(-1));
  });

  it.each(kubeletVersions)("%s is known by its name", (version) => {
    expect(parseKubeletVersion(version)).toBe(version);
  });

  it.each(["1.31", "1.37", "v1.36", "1.36.2", "", "latest"])("%j is unknown", (text) => {
    expect(parseKubeletVersion(text)).toEqual({
      error: "unknownKubeletVersion",
      version: text,
      known: kubeletVersions,
      message: `no kubelet ${JSON.stringify(text)}; there are 1.32, 1.33, 1.34, 1.35, 1.36`,
    });
  });
});

/** Feature, the row of § 16 it stands for, and the minors that have it. */
const sides: readonly (readonly [keyof KubeletFeatures, number, string])[] = [
  ["requeueAtBackoffExpiry", 1, "1.35 1.36"],
  ["eventsWithoutNames", 5, "1.35 1.36"],
  ["pulledTextTellsAccess", 6, "1.35 1.36"],
  ["probeErrorTellsState", 7, "1.33 1.34 1.35 1.36"],
  ["keepReadyOverKubeletRestart", 8, "1.35 1.36"],
  ["keepStartedByName", 10, "1.35 1.36"],
  ["cancelExecProbesOnTermination", 11, "1.35"],
  ["sidecarProbesGoOn", 12, "1.33 1.34 1.35 1.36"],
  ["refuseStaticApiReferences", 15, "1.34 1.35 1.36"],
  ["containerRestartRules", 17, "1.35 1.36"],
  ["restartAllContainers", 19, "1.36"],
  ["statusOutlivesRecords", 20, "1.36"],
  ["relistOnDemand", 22, "1.36"],
  ["readyToStartWithSandbox", 23, "1.36"],
  ["lostInitRecordIsCompleted", 24, "1.36"],
  ["observedGeneration", 25, "1.34 1.35 1.36"],
  ["sendVanishedConditions", 26, "1.33 1.34 1.35 1.36"],
  ["backoffKeyHasResources", 27, "1.34 1.35 1.36"],
  ["initialisedByActiveSandbox", 28, "1.33 1.34 1.35 1.36"],
  ["crashBackoffMax", 29, "1.35 1.36"],
  ["expiredGraceIsOne", 31, "1.33 1.34 1.35 1.36"],
  ["syncReinspectedPods", 35, "1.36"],
  ["probeWorkerEndsByRestartRules", 36, "1.35 1.36"],
  ["podAsNewAsItsList", 38, "1.36"],
  ["nodeReportIsSpread", 39, "1.34 1.35 1.36"],
  ["taintsAtOnce", 40, "1.34 1.35 1.36"],
];

describe("the features of a version", () => {
  it("are all in the table below", () => {
    expect(sides.map(([feature]) => feature).toSorted()).toEqual(
      Object.keys(allFeatures).toSorted(),
    );
  });

  it.each(sides)("row of %s: number %i, in %s and no other", (feature, number, versions) => {
    const having = kubeletVersions.filter((version) => featuresOf(version)[feature]);
    expect(having.join(" ")).toBe(versions);
    expect(rowOfFeature(feature)?.number).toBe(number);
  });

  it("has none in the oldest", () => {
    expect(Object.values(featuresOf("1.32"))).not.toContain(true);
  });
});

describe("the rows", () => {
  it("can end: row 11 is in force in one minor", () => {
    const having = kubeletVersions.filter((version) =>
      rowsOf(version).some(({ number }) => number === 11),
    );
    expect(having).toEqual(["1.35"]);
  });

  it("are numbered without gaps, so that a number names one for good", () => {
    expect(versionRows.map((row) => row.number)).toEqual(versionRows.map((_, index) => index + 1));
  });

  it.each(versionRows)("$number: $what says both sides and where from", (row) => {
    expect(row.old).not.toBe(row.new);
    expect(row.source).not.toBe("");
    // A difference between versions that are there has a side on which it is not in force.
    expect(rowsOf("1.32")).not.toContain(row);
    expect(rowsOf(row.first)).toContain(row);
  });
});
