/** Container statuses as the API shows them, one builder a state. */
import type { ContainerApiState, ContainerApiStatus } from "../../src/model/kube-status.ts";

type Sketch = Partial<ContainerApiStatus>;

/** Runs since 1 s, started and ready. */
export function running(name = "app", given: Sketch = {}): ContainerApiStatus {
  return {
    ...base(name),
    containerID: `containerd://${name}-0`,
    state: { running: { startedAtMs: 1_000 } },
    started: true,
    ready: true,
    ...given,
  };
}

export function waiting(
  name = "app",
  reason = "ContainerCreating",
  given: Sketch = {},
): ContainerApiStatus {
  return { ...base(name), state: { waiting: { reason } }, started: false, ...given };
}

export function terminated(name = "app", exitCode = 0, given: Sketch = {}): ContainerApiStatus {
  return {
    ...base(name),
    containerID: `containerd://${name}-0`,
    state: ended(exitCode),
    started: false,
    ...given,
  };
}

export function ended(
  exitCode: number,
  reason = exitCode === 0 ? "Completed" : "Error",
): {
  readonly terminated: NonNullable<ContainerApiState["terminated"]>;
} {
  return { terminated: { exitCode, reason } };
}

function base(name: string): ContainerApiStatus {
  return {
    name,
    image: "example.com/app:1",
    state: {},
    lastState: {},
    ready: false,
    restartCount: 0,
  };
}
