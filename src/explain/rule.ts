/** A rule of the kubelet or of what is beside it, as an explanation tells it. */
import type { KubeletMinor, VersionRow } from "../decide/kubelet/version-rows.ts";
import { kubeletVersions } from "../decide/kubelet/versions.ts";
import { versionRows } from "../decide/kubelet/version-rows.ts";

export interface Rule {
  /** A sentence without its full stop. */
  readonly says: string;
  /** As docs/kubelet.md names it: of `pkg/kubelet` unless it says more. */
  readonly file: string;
  readonly symbol: string;
  /** Numbers of the rows of differences that are about it. */
  readonly rows?: readonly number[];
}

export type Rules = Readonly<Record<string, Rule>>;

/** Whether a version does it the new way of that row. */
export function isInForce({ first, until }: VersionRow, version: KubeletMinor): boolean {
  const at = kubeletVersions.indexOf(version);
  const isBegun = kubeletVersions.indexOf(first) <= at;
  return isBegun && (until === undefined || at < kubeletVersions.indexOf(until));
}

/** The rows of a rule. */
export function rowsOfRule({ rows = [] }: Rule): readonly VersionRow[] {
  return versionRows.filter(({ number }) => rows.includes(number));
}
