/** What is explored: how many pods and containers, and how many moves deep. */
import { type Explored, explore } from "./explore.ts";
import type { Kubelet, Pods } from "./textbook-world.ts";

export interface Case {
  readonly title: string;
  readonly pods: Pods;
  /** More than it takes to get everywhere is no limit. */
  readonly depth: Readonly<Record<Kubelet, number>>;
  /** How many there are so deep: a number that changes says that the world or the rules did. */
  readonly states: Readonly<Record<Kubelet, number>>;
}

export const cases: readonly Case[] = [
  {
    title: "one pod, one container",
    pods: { web: ["app"] },
    depth: { level: 99, edge: 99 },
    states: { level: 280, edge: 765 },
  },
  {
    title: "one pod, two containers",
    pods: { web: ["app", "side"] },
    depth: { level: 12, edge: 6 },
    states: { level: 1831, edge: 1480 },
  },
  {
    title: "two pods, one container each",
    pods: { web: ["app"], api: ["app"] },
    depth: { level: 12, edge: 6 },
    states: { level: 2505, edge: 1281 },
  },
  {
    title: "two pods, two containers each",
    pods: { web: ["app", "side"], api: ["app", "side"] },
    depth: { level: 7, edge: 4 },
    states: { level: 4110, edge: 1121 },
  },
];

export function exploreCase({ pods, depth }: Case, kubelet: Kubelet): Explored {
  return explore(kubelet, pods, depth[kubelet]);
}
