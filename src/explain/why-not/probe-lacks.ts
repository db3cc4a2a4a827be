/** What a container that runs still lacks: the end of its postStart hook, an answer to a probe. */
import { containerIn } from "../declared.ts";
import type { Ground } from "../ground.ts";
import { hookGrounds } from "../tell-stop.ts";
import { times } from "../told.ts";
import { answerAt } from "./answers.ts";
import type { Lack } from "./lack.ts";
import type { Scene } from "./scene.ts";

/** While its postStart hook runs its start is not over. */
export function hookLacks(scene: Scene, container: string): readonly Lack[] {
  const hook = scene.last(
    "hook",
    (each) => each.hook === "postStart" && each.container === container,
  );
  if (hook?.phase !== "start") return [];
  const run = scene.run(container);
  if (run === undefined || scene.stateOf(run) !== "Running") return [];
  return [
    {
      what: `the postStart hook of ${scene.story.name(hook)} runs`,
      since: hook,
      needs: "the hook to end",
      rule: "hook/postStart",
      grounds: hookGrounds(scene.story, hook),
      later: scene.next(
        "hook",
        (each) => each.hook === "postStart" && each.id === hook.id && each.phase === "end",
      ),
    },
  ];
}

/** The probe has not passed, by what the kubelet stores of it. */
export function probeLacks(
  scene: Scene,
  container: string,
  kind: "startup" | "readiness",
): readonly Lack[] {
  const run = scene.run(container);
  const declared = scene.story.declared(scene.about);
  const own = declared && containerIn(declared, container)?.container;
  const probe = own?.[`${kind}Probe`];
  if (run === undefined || probe === undefined) return [];
  const isMeant = (each: { readonly id: string; readonly probe: string }): boolean =>
    each.id === run.id && each.probe === kind;
  const last = scene.last("probe", isMeant);
  const stored = scene.last("probe", (each) => isMeant(each) && each.changed);
  if (stored?.result === "success") return [];
  const passes = scene.next(
    "probe",
    (each) => isMeant(each) && each.changed && each.result === "success",
  );
  const ends = scene.next("container", ({ id, to }) => id === run.id && to === "Exited");
  const later = passes ?? ends;
  const about = { ...scene.about, container, run: run.run };
  const name = scene.story.name(about);
  const field = (key: string): readonly Ground[] =>
    scene.story.containerField(about, `${kind}Probe`, key);
  const needed = probe.successThreshold;
  const needs = needed === 1 ? "it to pass" : `it to pass ${times(needed)} in a row`;
  const rule = kind === "startup" ? ("wait/startup" as const) : ("wait/readiness" as const);
  const started = scene.story.records.find(
    (each) => each.type === "container" && each.id === run.id && each.to === "Running",
  );
  if (last === undefined) {
    const delay = probe.initialDelaySeconds > 0 ? field("initialDelaySeconds") : [];
    const grounds = [...delay, ...field("periodSeconds")];
    const what = `the ${kind} probe of ${name} has not been made yet`;
    return [{ what, since: started, needs, rule, grounds, later }];
  }
  const { failures, successes, result } = last;
  const budget = probe.failureThreshold;
  const kills = kind === "startup" ? `: with ${budget} it is killed` : "";
  const details =
    result === "success"
      ? [`passed ${times(successes)} in a row, of ${needed} needed`]
      : result === "failure"
        ? [`failed ${times(failures)} in a row${kills}`]
        : [];
  const verb = { success: "has not passed often enough", failure: "fails", error: "has no result" };
  const what = `the ${kind} probe of ${name} ${verb[result]}`;
  const key = result === "success" ? "successThreshold" : "failureThreshold";
  const grounds = [...field(key), ...field("periodSeconds"), answerAt(scene.story, last)];
  return [{ what, since: stored ?? started, needs, details, rule, grounds, later }];
}
