/** What is told of probes and of pulls of images. */
import { formatTime, toMs } from "../trace/times.ts";
import { behaviourOf, probeGround, pullGround } from "./behaviour-grounds.ts";
import { type Ground, granted } from "./ground.ts";
import type { Of, Story } from "./story.ts";
import { type Told, times } from "./told.ts";

export function tellProbe(story: Story, record: Of<"probe">): Told {
  const { probe, result, failures, successes, changed } = record;
  const name = story.name(record);
  const cause = story.causeOf(record);
  const failed = result === "failure";
  const key = failed ? "failureThreshold" : "successThreshold";
  const field = (name_: string) => story.containerField(record, `${probe}Probe`, name_);
  const threshold = field(key);
  const period = field("periodSeconds");
  const count = failed ? failures : successes;
  const limit = Number(threshold[0]?.value ?? 1);
  const turned = changed && count >= limit ? ": the threshold is reached" : "";
  const needed = count < limit ? `, ${limit} needed` : turned;
  const row = count === 1 ? "once" : `${times(count)} in a row`;
  const verb = { success: "passes", failure: "fails", error: "could not be carried out" }[result];
  const isEarly = overtakes(story, record);
  const counted = `${failed ? "failed" : "passed"} ${row}${needed}`;
  const early = "it is asked before the startup probe of this run has passed";
  const details = [...(result === "error" ? [] : [counted]), ...(isEarly ? [early] : [])];
  const rule = isEarly ? ("probe/early" as const) : (`probe/${result}` as const);
  const what = `the ${probe} probe of ${name} ${verb}`;
  const numbers = result === "error" ? [] : [...threshold, ...period];
  if (cause?.type === "container" && cause.to === "Exited") {
    const grounds = [...numbers, granted("what does not run answers no probe")];
    return { what, details, rule, grounds };
  }
  if (cause?.type === "stimulus") {
    const told = story.stimulus(cause.id);
    const takesMs = told?.action === "setProbe" ? told.takes?.ms : undefined;
    const late = timeout(story, record, takesMs);
    return { what, details, rule, grounds: [...numbers, ...late, story.stimulusGround(cause)] };
  }
  const answer = answerTo(story, record, cause);
  const scripts = behaviourOf(story, record).probes?.[probe] ?? [];
  const longestMs = Math.max(0, ...scripts.map(({ takesMs = 0 }) => takesMs));
  const grounds = [...numbers, ...timeout(story, record, longestMs), answer];
  // What it answers because it was told to stop follows from that.
  if (cause?.type === "signal") return { what, details, rule, grounds };
  return { what, details, rule, grounds, root: "world" };
}

/** Whether it does not wait for the startup probe, though this run has not passed that. */
function overtakes(story: Story, record: Of<"probe">): boolean {
  if (record.probe === "startup") return false;
  if (story.containerField(record, "startupProbe").length === 0) return false;
  return !story
    .ofPod(record)
    .some(
      (each) =>
        each.type === "probe" &&
        each.id === record.id &&
        each.seq < record.seq &&
        each.probe === "startup" &&
        each.result === "success",
    );
}

function answerTo(story: Story, record: Of<"probe">, cause: ReturnType<Story["causeOf"]>): Ground {
  const run = story.run(record.id);
  const takesMs = 0;
  const sinceStartMs = toMs(record.t) - takesMs - (run?.startMs ?? 0);
  const signalled = run?.sigtermMs === undefined ? {} : { at: run.sigtermMs - (run.startMs ?? 0) };
  const isSignalled = cause?.type === "signal" && signalled.at !== undefined;
  const age = isSignalled ? { sinceStartMs, signalledAfterMs: signalled.at } : { sinceStartMs };
  return probeGround(story, record, record.probe, startOf(story, record, age));
}

/** An answer that takes its time was given for what was so when it was asked. */
function startOf<Age extends { readonly sinceStartMs: number }>(
  story: Story,
  record: Of<"probe">,
  age: Age,
): Age {
  const scripts = behaviourOf(story, record).probes?.[record.probe] ?? [];
  const [timeoutSeconds] = story.containerField(record, `${record.probe}Probe`, "timeoutSeconds");
  const limitMs = Number(timeoutSeconds?.value ?? 1) * 1000;
  const slow = scripts.find(({ fromMs, takesMs = 0 }) => {
    const askedMs = age.sinceStartMs - Math.min(takesMs, limitMs);
    return takesMs > 0 && typeof fromMs === "number" && fromMs <= askedMs;
  });
  return { ...age, sinceStartMs: age.sinceStartMs - Math.min(slow?.takesMs ?? 0, limitMs) };
}

/** Only where an answer takes longer than it may. */
function timeout(story: Story, record: Of<"probe">, takesMs = 0): readonly Ground[] {
  const field = story.containerField(record, `${record.probe}Probe`, "timeoutSeconds");
  const limitMs = Number(field[0]?.value ?? 1) * 1000;
  return takesMs > limitMs && record.result !== "success" ? field : [];
}

export function tellPull(story: Story, record: Of<"pull">): Told {
  const name = story.name(record);
  const cause = story.causeOf(record);
  if (record.phase === "start") {
    const policy = story.containerField(record, "imagePullPolicy");
    const image = story.containerField(record, "image");
    const again = story.nearest(record, "pull")?.result === "failure";
    const rule = again ? ("pull/again" as const) : ("pull/needed" as const);
    const what = `the image ${record.image} is pulled for ${name}`;
    return { what, rule, grounds: [...image, ...policy] };
  }
  const took = cause ? ` after ${formatTime(toMs(record.t) - toMs(cause.t))}` : "";
  const failed = record.result === "failure";
  const what = `the pull for ${name} ${failed ? "fails" : "is done"}${took}`;
  const rule = failed ? ("pull/again" as const) : ("pull/needed" as const);
  const ground = pullGround(story, record);
  if (!failed) return { what, rule, grounds: [ground] };
  const down = story.lastStimulus(record.seq, "registryDown", "registryUp");
  const isDown = behaviourOf(story, record).pull?.result === "byRegistry" && down !== undefined;
  const grounds = isDown ? [ground, story.stimulusGround(down)] : [ground];
  return { what, rule, grounds, root: isDown ? story.rootOf(down) : "world" };
}
