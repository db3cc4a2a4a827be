/** What tests of decisions share. */
import { containerRecord } from "../../src/decide/container-record.ts";
import type { Moment, Plan, Remembered } from "../../src/decide/textbook-plan.ts";
import { type ContainerKey, containerKey } from "../../src/model/container-key.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { ContainerRecord } from "../../src/model/runtime.ts";

export function keyOf(podName: string, containerName = "app"): ContainerKey {
  return containerKey("default", podName, containerName);
}

export function pod(name: string, rest: Partial<DeclaredPod> = {}): DeclaredPod {
  return {
    namespace: "default",
    name,
    uid: `uid-${name}`,
    source: "file",
    restartPolicy: "Always",
    gracePeriodMs: 30_000,
    containers: [{ name: "app", image: "image" }],
    ...rest,
  };
}

export function containers(...names: readonly string[]): Pick<DeclaredPod, "containers"> {
  return { containers: names.map((name) => ({ name, image: "image" })) };
}

/** `web` or `web/app`; the state and the rest as given. */
export function container(
  id: string,
  name: string,
  facts: Partial<ContainerRecord> = {},
): ContainerRecord {
  const [podName = "", containerName = "app"] = name.split("/");
  return containerRecord(
    {
      key: keyOf(podName, containerName),
      namespace: "default",
      pod: podName,
      podUid: `uid-${podName}`,
      container: containerName,
      image: "image",
      gracePeriodMs: 30_000,
    },
    { run: 1, createdAtMs: 0, ...facts, id },
  );
}

export const nothing: Remembered = {
  backoffs: new Map(),
  creating: new Set(),
  starting: new Set(),
  removing: new Set(),
  left: new Set(),
};

export const moment: Moment = { nowMs: 10_000, periodMs: 1000 };

/** One line for each decision: `create web/app`, `remove web/app (duplicate)`. */
export function told({ actions }: Plan): readonly string[] {
  return actions.map((action) => {
    const name = `${action.action} ${action.pod}/${action.container}`;
    return action.action === "remove" ? `${name} (${action.why})` : name;
  });
}
