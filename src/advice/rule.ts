/** A rule of advice: what it looks for in a run. */
import { formatTime } from "../trace/times.ts";
import type { AdvisedContainer, AdvisedPod, AdvisedRun } from "./advised-run.ts";
import type { Finding } from "./finding.ts";

export interface AdviceRule {
  /** What a run showed when it fires; a sentence without its full stop. */
  readonly title: string;
  readonly find: (run: AdvisedRun) => readonly Finding[];
}

/** A rule about one container at a time; with its pod's other containers at hand. */
export function ofContainers(
  find: (pod: AdvisedPod, container: AdvisedContainer, run: AdvisedRun) => Told | undefined,
): AdviceRule["find"] {
  return (run) =>
    run.pods.flatMap((pod) =>
      pod.containers.flatMap((container): readonly Finding[] => {
        const told = find(pod, container, run);
        return told === undefined ? [] : [{ pod: pod.title, container: container.name, ...told }];
      }),
    );
}

/** A finding without what it is about. */
export type Told = Omit<Finding, "pod" | "container">;

/** A length of time as people say it: tenths of a second up to a minute, seconds from there on. */
export function lasting(ms: number): string {
  const step = ms < 60_000 ? 100 : 1000;
  return formatTime(Math.round(ms / step) * step);
}

/** `once`, `3 times`. */
export function often(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
