/** One thing that happened in a run, under a name that it has in each run of another seed too. */

export type MilestoneKind =
  /** Of a container, as the runtime has it. */
  | "created"
  | "start"
  | "exit"
  | "removed"
  | "signal"
  | "hook"
  | "probe"
  | "pull"
  | "sandbox"
  /** Of the pod's object, and of its status as the API server stores it. */
  | "pod"
  | "phase"
  | "condition"
  | "state"
  | "event"
  /** Of what surrounds them. */
  | "node"
  | "link"
  | "kubelet"
  | "stimulus";

export interface Milestone {
  /** `web/app#2.start`, `web.condition.Ready=True@1`: see docs/milestones.md. */
  readonly key: string;
  /** Seconds of virtual time. */
  readonly t: number;
  readonly kind: MilestoneKind;
  /** What the key does not say, such as the exit code; under the names of the trace. */
  readonly detail?: MilestoneDetail;
}

export type MilestoneDetail = Readonly<Record<string, string | number | boolean>>;
