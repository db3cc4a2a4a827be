/** A rule of the kubelet or of what is beside it, as an explanation tells it. */
import type { PlegKind } from "../decide/kubelet/evented-pleg.ts";
import type { KubeletMinor, VersionRow } from "../decide/kubelet/version-rows.ts";
import { kubeletVersions } from "../decide/kubelet/versions.ts";
import { versionRows } from "../decide/kubelet/version-rows.ts";

export interface Rule {
  /** A sentence without its full stop. */
  readonly says: string;
  /** In its place, of a kubelet that watches events. */
  readonly observed?: Readonly<Record<"evented" | "edge", string>>;
  /** As docs/kubelet.md names it: of `pkg/kubelet` unless it says more. */
  readonly file: string;
  readonly symbol: string;
  /** Numbers of the rows of differences that are about it. */
  readonly rows?: readonly number[];
}

export type Rules = Readonly<Record<string, Rule>>;

/** As it holds for a kubelet that observes like that. */
export function saysOf({ says, observed }: Rule, observe: PlegKind): string {
  return observe === "level" ? says : (observed?.[observe] ?? says);
}

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
