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
  run: string | undefined,
  moment: Moment,
): readonly Deed[] {
  // A scenario names pods without their namespaces.
  const name = run?.startsWith(`${namespace}/`) ? run.slice(namespace.length + 1) : run;
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
          ...probeDeeds(moment, { namespace, pod, container, name }),
        ];
  if (source !== "api") return ofRun;
  const sandbox: Deed = { name: "Kill the sandbox", entry: { action: "killSandbox", pod } };
  return [
    ...ofRun,
    { name: "Delete the pod", entry: { action: "deletePod", pod } },
    ...(model === "textbook" ? [] : [sandbox]),
  ];
}

const probes = ["startup", "readiness", "liveness"] as const;

type Named = Pick<VerdictRow, "namespace" | "pod" | "container"> & { readonly name: string };

/** Of each of its probes: from now on it fails, or succeeds again. */
function probeDeeds(moment: Moment, { namespace, pod, container, name }: Named): readonly Deed[] {
  const spec = moment.podOf(namespace, pod)?.spec;
  const all = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  const own = all.find((each) => each.name === container);
  const of = name.replace(/#\d+$/, "");
  return probes
    .filter((probe) => own?.[`${probe}Probe`] !== undefined)
    .map((probe) => {
      const told = moment.stimuli.find(
        ({ action, target }) => action === "setProbe" && target?.startsWith(`${of} ${probe}: `),
      );
      const fails = told?.target?.endsWith(": failure") ?? false;
      return {
        name: fails ? `Let its ${probe} probe succeed` : `Fail its ${probe} probe`,
        entry: { action: "setProbe", of, probe, result: fails ? "success" : "failure" },
      };
    });
}
