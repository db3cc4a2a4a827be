/** Which init containers have to be done before something else begins. */
import type { KubeContainer } from "../../model/kube-pod.ts";
import { toMs } from "../../trace/times.ts";
import { type Scene, isSidecar } from "./scene.ts";

export function firstUndone(
  scene: Scene,
  containers: readonly KubeContainer[],
): KubeContainer | undefined {
  return containers.find((container) => !isDone(scene, container));
}

/** In the sandbox that the pod has now. */
function isDone(scene: Scene, container: KubeContainer): boolean {
  const { name } = container;
  if (isSidecar(container)) return scene.isRunning(name) && scene.status(name)?.started === true;
  const run = scene.run(name);
  const sinceMs = scene.sandbox === undefined ? 0 : toMs(scene.sandbox.t);
  const isOfNow = run !== undefined && run.createdMs >= sinceMs;
  return isOfNow && scene.stateOf(run) === "Exited" && run.exitCode === 0;
}

/** A container that comes after all of them has been created in this sandbox. */
export function hasBegun(scene: Scene): boolean {
  const { sandbox } = scene;
  const sinceMs = sandbox === undefined ? 0 : toMs(sandbox.t);
  return (scene.spec?.containers ?? []).some(({ name }) => {
    const run = scene.run(name);
    return run !== undefined && run.createdMs >= sinceMs;
  });
}
