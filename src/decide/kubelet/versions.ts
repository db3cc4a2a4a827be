/** Which kubelet has which of the differences; all other code asks `KubeletFeatures`. */
import type { KubeletFeatures } from "./features.ts";
import { type KubeletMinor, type VersionRow, versionRows } from "./version-rows.ts";

/** Oldest first. */
export const kubeletVersions = [
  "1.32",
  "1.33",
  "1.34",
  "1.35",
  "1.36",
] as const satisfies readonly KubeletMinor[];

export type KubeletVersion = (typeof kubeletVersions)[number];

export const newestKubeletVersion: KubeletVersion = "1.36";

export interface UnknownKubeletVersion {
  readonly error: "unknownKubeletVersion";
  readonly version: string;
  readonly known: readonly KubeletVersion[];
  readonly message: string;
}

export function parseKubeletVersion(text: string): KubeletVersion | UnknownKubeletVersion {
  const version = kubeletVersions.find((known) => known === text);
  if (version !== undefined) return version;
  return {
    error: "unknownKubeletVersion",
    version: text,
    known: kubeletVersions,
    message: `no kubelet ${JSON.stringify(text)}; there are ${kubeletVersions.join(", ")}`,
  };
}

/** The row that each switch stands for. The other rows follow from these, or no decision asks. */
const rowOf = {
  requeueAtBackoffExpiry: 1,
  eventsWithoutNames: 5,
  pulledTextTellsAccess: 6,
  probeErrorTellsState: 7,
  keepReadyOverKubeletRestart: 8,
  keepStartedByName: 10,
  cancelExecProbesOnTermination: 11,
  sidecarProbesGoOn: 12,
  refuseStaticApiReferences: 15,
  containerRestartRules: 17,
  restartAllContainers: 19,
  statusOutlivesRecords: 20,
  relistOnDemand: 22,
  readyToStartWithSandbox: 23,
  lostInitRecordIsCompleted: 24,
  observedGeneration: 25,
  sendVanishedConditions: 26,
  backoffKeyHasResources: 27,
  initialisedByActiveSandbox: 28,
  crashBackoffMax: 29,
  expiredGraceIsOne: 31,
  syncReinspectedPods: 35,
  probeWorkerEndsByRestartRules: 36,
  podAsNewAsItsList: 38,
  nodeReportIsSpread: 39,
  taintsAtOnce: 40,
} satisfies Record<keyof KubeletFeatures, number>;

export function featuresOf(version: KubeletVersion): KubeletFeatures {
  const inForce = new Set(rowsOf(version).map((row) => row.number));
  return Object.fromEntries(
    Object.entries(rowOf).map(([feature, number]) => [feature, inForce.has(number)]),
  ) as unknown as KubeletFeatures;
}

/** What this version does the new way. */
export function rowsOf(version: KubeletVersion): readonly VersionRow[] {
  const at = kubeletVersions.indexOf(version);
  return versionRows.filter(
    ({ first, until }) =>
      kubeletVersions.indexOf(first) <= at &&
      (until === undefined || at < kubeletVersions.indexOf(until)),
  );
}

/** The row behind a switch, for texts that explain a difference. */
export function rowOfFeature(feature: keyof KubeletFeatures): VersionRow | undefined {
  return versionRows.find((row) => row.number === rowOf[feature]);
}
