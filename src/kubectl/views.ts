/** What kubectl would have printed of a run, from its trace: one text for each command. */
import { newestKubeletVersion, parseKubeletVersion } from "../decide/kubelet/versions.ts";
import type { TraceRecord } from "../model/trace.ts";
import { formatTime } from "../trace/times.ts";
import { describePod } from "./describe-pod.ts";
import { eventsTable } from "./events-view.ts";
import { type PrintFeatures, printFeatures } from "./features.ts";
import { namespaceFlag, noneFound, scopeOf } from "./namespaces.ts";
import { podYaml } from "./pod-object.ts";
import { podsTable, podsWatch } from "./pods-view.ts";
import { eventsAt } from "./stored-events.ts";
import { type PodChange, type StoredPod, podChanges, podsAt } from "./stored-pods.ts";
import type { KubectlView } from "./view-names.ts";
import { WallClock } from "./wall-clock.ts";

export interface Moment {
  /** In virtual milliseconds. Absent: the end, and of `pods` all that a watch prints up to it. */
  readonly atMs?: number;
  readonly endMs: number;
}

/** Under a line that is a comment to YAML and to a shell, and names the command. */
export function renderKubectl(
  view: KubectlView,
  records: readonly TraceRecord[],
  { atMs, endMs }: Moment,
): string {
  const views = new RunViews(records, atMs ?? endMs);
  return view === "pods" && atMs === undefined ? views.watch() : views[view]();
}

class RunViews {
  readonly #records: readonly TraceRecord[];
  readonly #ms: number;
  readonly #changes: readonly PodChange[];
  readonly #features: PrintFeatures;
  readonly #clock: WallClock;

  constructor(records: readonly TraceRecord[], ms: number) {
    this.#records = records;
    this.#ms = ms;
    this.#changes = podChanges(records);
    this.#features = featuresOf(records);
    this.#clock = new WallClock(records);
  }

  watch(): string {
    const scope = scopeOf(new Set(this.#changes.map(({ pod }) => pod.namespace)));
    const view = { scope, features: this.#features };
    const title = `# 0s to ${formatTime(this.#ms)}: kubectl get pods --watch${scope.flag}\n`;
    return title + podsWatch(this.#changes, view);
  }

  pods(): string {
    const scope = scopeOf(new Set(this.#pods().map(({ namespace }) => namespace)));
    const view = { scope, features: this.#features };
    return this.#title(`get pods${scope.flag}`) + podsTable(this.#changes, this.#ms, view);
  }

  events(): string {
    const events = eventsAt(this.#records, this.#ms);
    const scope = scopeOf(new Set(events.map(({ namespace }) => namespace)));
    const table = eventsTable(this.#records, this.#ms, scope);
    return this.#title(`events${scope.flag}`) + table;
  }

  describe(): string {
    const moment = {
      ms: this.#ms,
      events: eventsAt(this.#records, this.#ms),
      clock: this.#clock,
      features: this.#features,
    };
    return this.#each("describe pod", "", "\n", (pod) => describePod({ ...moment, pod }));
  }

  status(): string {
    return this.#each("get pod", " -o yaml", "---\n", (pod) => podYaml(pod, this.#clock));
  }

  /** One command for each pod that there is. */
  #each(command: string, options: string, gap: string, print: (pod: StoredPod) => string): string {
    const pods = this.#pods();
    if (pods.length === 0) {
      return (
        this.#title(`${command}s${options}`) + `# ${noneFound("resources", scopeOf(new Set()))}`
      );
    }
    return pods
      .map((pod) => {
        const flag = namespaceFlag(pod.namespace);
        return this.#title(`${command} ${pod.name}${flag}${options}`) + print(pod);
      })
      .join(gap);
  }

  #title(command: string): string {
    return `# at ${formatTime(this.#ms)}: kubectl ${command}\n`;
  }

  #pods(): readonly StoredPod[] {
    return podsAt(this.#changes, this.#ms);
  }
}

/** kubectl and the API server are as old as the kubelet that the run begins with. */
function featuresOf(records: readonly TraceRecord[]): PrintFeatures {
  const first = records.find((record) => record.type === "kubelet");
  const version = parseKubeletVersion(first?.version ?? newestKubeletVersion);
  return printFeatures(typeof version === "string" ? version : newestKubeletVersion);
}
