/** What is told of the decision of a pod's sync: what is started or killed, and why. */
import { findMatchingRestartRule } from "../decide/kubelet/container-restart.ts";
import { featuresOf } from "../decide/kubelet/versions.ts";
import type { PodSyncAction, TraceRecord } from "../model/trace.ts";
import { containerIn } from "./declared.ts";
import type { Ground } from "./ground.ts";
import { keptText, unheardRuns } from "./lost-news.ts";
import type { RuleName } from "./rules.ts";
import type { Of, PodSync as Sync, Story } from "./story.ts";
import type { Told } from "./told.ts";
import { longestWait, waitedText, waitsText } from "./wait-text.ts";

/** `effect`: what followed from it; it tells which of the actions is meant. */
export function tellPodSync(story: Story, record: Sync, effect?: TraceRecord): Told {
  const [first] = record.actions;
  if (first?.action === "killPod") return tellPod(story, record);
  if (first?.action === "reset") return tellReset(story, record, first.container);
  const about = effect && "container" in effect ? effect.container : undefined;
  const kill = record.actions.find(
    (action) => action.action === "kill" && (about === undefined || action.container === about),
  );
  if (kill?.action === "kill") return tellKill(story, record, kill);
  const named = record.actions.map((action) => containerOf(story, record, action));
  const container = named.find((name) => name === about) ?? named[0] ?? "a container";
  return tellStart(story, record, container, effect);
}

/** The container of an action, by its place in the spec. */
function containerOf(story: Story, record: Sync, action: PodSyncAction): string | undefined {
  if (!("index" in action)) return "container" in action ? action.container : undefined;
  const spec = story.declared(record)?.pod.spec;
  const lists = {
    start: spec?.containers,
    startInit: spec?.initContainers,
    startEphemeral: spec?.ephemeralContainers,
  };
  return lists[action.action]?.[action.index]?.name;
}

function tellPod(story: Story, record: Sync): Told {
  const pod = story.podName(record);
  const created = record.actions.find(({ action }) => action === "createSandbox");
  const policy = story.field(record, ["spec", "restartPolicy"]);
  if (created?.action === "createSandbox") {
    if (created.attempt === 0) {
      return { what: `${pod} is to get a sandbox and containers`, rule: "sync/newPod" };
    }
    return { what: `${pod} is to begin again in a new sandbox`, rule: "sync/newSandbox" };
  }
  const cause = story.causeOf(record);
  const what = `${pod} is to be stopped`;
  if (cause?.type === "sandbox") return { what, rule: "sync/lostSandbox", grounds: policy };
  const declared = story.declared(record);
  const name = cause && "container" in cause ? (cause.container ?? "") : "";
  const isInit = declared && containerIn(declared, name)?.list === "initContainers";
  return { what, rule: isInit ? "sync/initFailed" : "sync/done", grounds: policy };
}

function tellReset(story: Story, record: Sync, container: string): Told {
  const name = `${story.podName(record)}/${container}`;
  const cause = story.causeOf(record);
  const by = cause?.type === "container" ? story.containerField(cause, "restartPolicyRules") : [];
  return { what: `${name} and its whole pod are to restart`, rule: "sync/reset", grounds: by };
}

const killRules: Readonly<Record<string, RuleName>> = {
  liveness: "sync/liveness",
  startup: "sync/startup",
  definitionChanged: "sync/definitionChanged",
  restartAllContainers: "sync/reset",
};

function tellKill(
  story: Story,
  record: Sync,
  { container, reason, id }: Extract<PodSyncAction, { readonly action: "kill" }>,
): Told {
  const run = story.run(id)?.run;
  const about = { ...record, container, ...(run === undefined ? {} : { run }) };
  const name = story.name(about);
  const rule = killRules[reason] ?? "sync/unknown";
  const again = record.actions.some((action) => containerOf(story, record, action) === container);
  const starts = record.actions.some(
    (action) => "index" in action && containerOf(story, record, action) === container,
  );
  const what = `${name} is to be killed${again && starts ? ", and started again" : ""}`;
  const probe = reason === "liveness" || reason === "startup" ? `${reason}Probe` : undefined;
  const grounds = probe === undefined ? [] : story.containerField(about, probe, "failureThreshold");
  return { what, rule, grounds };
}

function tellStart(story: Story, record: Sync, container: string, effect?: TraceRecord): Told {
  const about = { ...record, container };
  const name = story.name(about);
  const cause = story.causeOf(record);
  const wait = isHeldUp(story, about) ? waitsText(story, about) : undefined;
  if (wait !== undefined) {
    const { rule, grounds } = restart(story, about, cause);
    const what = `${name} is not started yet`;
    if (rule === "sync/pullAgain") return { what, details: [wait], rule, grounds };
    const bounds = [...grounds, ...longestWait(story)];
    return { what, details: [wait], rule: "sync/backOff", grounds: bounds };
  }
  const unheard = unheardRuns(story, record, container);
  if (unheard.length > 0) {
    const details = unheard.map((event) => keptText(story, event));
    return { what: `${name} is to be started, though it runs`, details, rule: "sync/stale" };
  }
  const { rule, grounds } = restart(story, about, cause);
  const again = ["sync/always", "sync/onFailure", "sync/restartRule"].includes(rule);
  const waited = again && effect?.type !== "container" ? waitedText(story, about) : undefined;
  const what = `${name} is to be started${again ? " again" : ""}`;
  return { what, rule, grounds, ...(waited ? { details: [waited] } : {}) };
}

/** Whether the sync met its back-off. */
function isHeldUp(
  story: Story,
  { seq, container, ...sync }: Sync & { container: string },
): boolean {
  return story
    .ofPod(sync)
    .some(
      (each) =>
        each.cause === seq &&
        each.type === "event" &&
        each.reason === "BackOff" &&
        each.container === container,
    );
}

/** By which rule a container is started. */
function restart(
  story: Story,
  about: Sync & { readonly container: string },
  cause: TraceRecord | undefined,
): { readonly rule: RuleName; readonly grounds: readonly Ground[] } {
  const declared = story.declared(about);
  const own = declared && containerIn(declared, about.container);
  if (cause?.type === "pull" || cause?.type === "sync" || cause?.type === "sandbox") {
    const grounds = story.containerField(about, "imagePullPolicy");
    return { rule: "sync/pullAgain", grounds };
  }
  if (own?.list === "ephemeralContainers") return { rule: "sync/ephemeral", grounds: [] };
  const isOther =
    cause !== undefined && "container" in cause && cause.container !== about.container;
  if (isOther) {
    const isEnd = cause.type === "container" && cause.to === "Exited";
    return { rule: isEnd ? "sync/afterInit" : "sync/afterSidecar", grounds: [] };
  }
  if (cause?.type !== "container" || cause.to !== "Exited") {
    return {
      rule: own?.list === "initContainers" ? "sync/firstInit" : "sync/first",
      grounds: [],
    };
  }
  if (own?.list === "initContainers" && own.container.restartPolicy !== "Always") {
    const grounds = story.field(about, ["spec", "restartPolicy"]);
    return { rule: "sync/initAgain", grounds };
  }
  return byPolicy(story, about, cause);
}

function byPolicy(
  story: Story,
  about: Sync & { readonly container: string },
  { exitCode = 0 }: Of<"container">,
): { readonly rule: RuleName; readonly grounds: readonly Ground[] } {
  const version = story.version(about);
  const declared = story.declared(about);
  const own = declared && containerIn(declared, about.container);
  const hasOwn =
    own?.container.restartPolicy !== undefined &&
    (own.list === "initContainers" ||
      (version !== undefined && featuresOf(version).containerRestartRules));
  if (hasOwn && findMatchingRestartRule(own.container, exitCode)) {
    const grounds = story.containerField(about, "restartPolicyRules");
    return { rule: "sync/restartRule", grounds };
  }
  const grounds = hasOwn
    ? story.containerField(about, "restartPolicy")
    : story.field(about, ["spec", "restartPolicy"]);
  const isAlways = grounds[0]?.value !== "OnFailure";
  return { rule: isAlways ? "sync/always" : "sync/onFailure", grounds };
}
