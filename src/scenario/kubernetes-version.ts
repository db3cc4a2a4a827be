/** Kubernetes versions (`1.36`) and ranges of them (`>=1.35`, `>=1.33 <1.36`). */

import { type KubeletVersion, parseKubeletVersion } from "../decide/kubelet/versions.ts";

export interface KubernetesVersion {
  readonly major: number;
  readonly minor: number;
}

/** One of the kubelets that are imitated; any other was refused when the scenario was read. */
export function knownVersion(version: KubernetesVersion): KubeletVersion {
  const known = parseKubeletVersion(formatVersion(version));
  if (typeof known !== "string") throw new Error("the version was refused before");
  return known;
}

/** As it is written, such as `1.36`. */
export function formatVersion({ major, minor }: KubernetesVersion): string {
  return `${major}.${minor}`;
}

type Operator = "<" | "<=" | "=" | ">=" | ">";

interface Comparison {
  readonly operator: Operator;
  readonly version: KubernetesVersion;
}

/** All must hold; never empty. */
export type KubernetesRange = readonly Comparison[];

export const versionExpected = 'a version in quotes, such as "1.36"';
export const rangeExpected = 'a range such as ">=1.35", "<=1.34" or ">=1.33 <1.36"';

export const versionPattern = "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$";
const versionText = new RegExp(versionPattern);
const comparisonText = /^(<=|>=|<|>|=?)(\d+\.\d+)$/;

export function parseVersion(text: string): KubernetesVersion | undefined {
  const [, major, minor] = versionText.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { major: Number(major), minor: Number(minor) };
}

export function parseRange(text: string): KubernetesRange | undefined {
  const comparisons: Comparison[] = [];
  for (const part of text.trim().split(/[\s,]+/)) {
    const [, operator, digits = ""] = comparisonText.exec(part) ?? [];
    const version = parseVersion(digits);
    if (version === undefined) return undefined;
    comparisons.push({ operator: (operator || "=") as Operator, version });
  }
  return comparisons;
}

export function isInRange(version: KubernetesVersion, range: KubernetesRange): boolean {
  return range.every((comparison) => holds(version, comparison));
}

function holds(version: KubernetesVersion, { operator, version: other }: Comparison): boolean {
  const order = version.major - other.major || version.minor - other.minor;
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case "=":
      return order === 0;
    case ">=":
      return order >= 0;
    case ">":
      return order > 0;
  }
}
