/** What a person can do to the node of a page, as the entries of a scenario that do it. */
import type { VerdictRow } from "../model/trace.ts";
import type { ModelName } from "../scenario/model-name.ts";
import type { Moment } from "./history.ts";

export interface Deed {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>> & { readonly action: string };
}

/** Of the node as a whole. */
export function nodeDeeds(model: ModelName, { link }: Moment): readonly Deed[] {
  return [
    link
      ? { name: "Cut the link", entry: { action: "apiDown" } }
      : { name: "Restore the link", entry: { action: "apiUp" } },
    { name: "Restart the kubelet", entry: { action: "kubeletRestart", downFor: "2s" } },
    {
      name: "Add a stray",
      entry: { action: "addContainer", pod: "stray", container: "x" },
    },
    { name: "Drop the next event", entry: dropNext(model) },
  ];
}

/** What a kubelet lives by: of the textbook's the runtime's events, else those of its lists. */
function dropNext(model: ModelName): Deed["entry"] {
  return { action: "dropEvents", stream: model === "textbook" ? "runtime" : "pleg", nth: 1 };
}

/** Of one container, and of the pod that it belongs to. `name`: its run, such as `web/app#2`. */
export function containerDeeds(
  model: ModelName,
  { source, state, pod, namespace, container }: VerdictRow,
  name: string | undefined,
): readonly Deed[] {
  const inPod = namespace === "default" ? pod : `${namespace}/${pod}`;
  const ofRun: readonly Deed[] =
    name === undefined
      ? []
      : [
          ...(state === "Exited"
            ? []
            : [
                {
                  name: "Kill its process",
                  entry: { action: "killContainer", of: name, exitCode: 137 },
                },
              ]),
          { name: "Remove the container", entry: { action: "removeContainer", of: name } },
          { name: "Drop its next event", entry: { ...dropNext(model), pod, container } },
        ];
  if (source !== "api") return ofRun;
  const sandbox: Deed = { name: "Kill the sandbox", entry: { action: "killSandbox", pod: inPod } };
  return [
    ...ofRun,
    { name: "Delete the pod", entry: { action: "deletePod", pod: inPod } },
    ...(model === "textbook" ? [] : [sandbox]),
  ];
}
