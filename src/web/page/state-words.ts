/** What the states and signs of the timeline are called. */
import type { LaneMark } from "../../trace/lane.ts";
import type { RowState } from "../picture.ts";

export const stateWords: Readonly<Record<RowState, string>> = {
  absent: "is not there",
  missing: "is declared and not there",
  waiting: "is in back-off",
  creating: "is being created",
  running: "runs",
  exited: "has failed",
  completed: "has completed",
  undeclared: "runs, and nobody declares it",
  stopping: "is being stopped",
  pending: "is pending",
  pulling: "waits for its image",
  unready: "runs and is not ready",
  hook: "runs a hook",
  up: "is up",
  down: "is down",
};

export const stateNames: readonly (readonly [RowState, string])[] = [
  ["running", "running"],
  ["unready", "not ready"],
  ["creating", "creating"],
  ["pulling", "pulling"],
  ["hook", "hook"],
  ["stopping", "stopping"],
  ["waiting", "back-off"],
  ["exited", "failed"],
  ["completed", "completed"],
  ["undeclared", "undeclared"],
  ["pending", "pending"],
  ["missing", "missing"],
  ["down", "down"],
];

export const markNames: readonly (readonly [LaneMark, string])[] = [
  ["probe", "probe fails"],
  ["term", "SIGTERM"],
  ["kill", "SIGKILL"],
  ["crash", "ended badly"],
  ["end", "ended well"],
  ["stop", "stopped"],
  ["lost", "event lost"],
];
