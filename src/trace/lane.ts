/** A lane of the timeline: what one container name of one pod was over time. */
import type { ContainerKey } from "../model/container-key.ts";

/**
 * `missing` is declared and not there, `waiting` is so on purpose; `exited` ended badly,
 * `completed` well; `undeclared` runs though nobody asks for it, `stopping` has been told to end.
 * The kubelet of Kubernetes has more to tell: `pending` waits for its turn, `pulling` for its
 * image, `unready` runs and is not ready, and while a `hook` runs all else of it waits.
 */
export type LaneState =
  | "absent"
  | "missing"
  | "waiting"
  | "creating"
  | "running"
  | "exited"
  | "completed"
  | "undeclared"
  | "stopping"
  | "pending"
  | "pulling"
  | "unready"
  | "hook";

/**
 * `stop`: an end that was asked for. `lost`: a notification about it went astray. `term`, `kill`:
 * a signal that ended nothing at once, or ended it by force. `probe`: a probe begins to fail.
 */
export type LaneMark = "crash" | "end" | "stop" | "lost" | "term" | "kill" | "probe";

export interface LaneSpan<State> {
  readonly fromMs: number;
  readonly toMs: number;
  readonly state: State;
}

export interface Lane {
  readonly key: ContainerKey;
  readonly name: string;
  /** In order, none of them empty; what they leave open is absent. */
  readonly spans: readonly LaneSpan<LaneState>[];
  readonly marks: readonly { readonly atMs: number; readonly mark: LaneMark }[];
  /** Containers after the first one of the pod that is there last. */
  readonly restarts: number;
}

/** Which kubelet left the trace: they have different things to say. */
export type TraceModel = "textbook" | "kubernetes";

export interface Lanes {
  readonly model: TraceModel;
  readonly endMs: number;
  /** In the order in which they first appear. */
  readonly lanes: readonly Lane[];
  readonly link: Uptime;
  readonly kubelet: Uptime;
}

/** Something that is up or down, such as the link to the API or the kubelet itself. */
export type Uptime = readonly LaneSpan<"up" | "down">[];
