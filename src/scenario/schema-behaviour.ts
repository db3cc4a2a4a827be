/** What the world does: the `behaviour` of a container, as it is written in a file. */
import { z } from "zod";
import { duration, durationExpected, exitCode, strict, time } from "./schema-parts.ts";
import { durationPattern, parseDuration, secondsToMs } from "./duration.ts";
import type { Duration } from "./duration.ts";

/** A duration or the one word that may stand in its place. */
function durationOr<Word extends string>(word: Word) {
  return time<Duration | Word>(
    `${durationExpected}, or ${word}`,
    (value) => {
      if (value === word) return word;
      const ms = typeof value === "number" ? secondsToMs(value) : parseDuration(value);
      return ms === undefined ? undefined : { ms };
    },
    `^(?:${durationPattern}|${word})$`,
  );
}

const run = strict({
  startup: duration
    .describe("How long the run stays Creating after its start. Default: 0s.")
    .prefault("0s"),
  exitAfter: duration
    .describe("When the run exits by itself, counted from Running. Absent: it runs for ever.")
    .optional(),
  exitCode: exitCode
    .describe("The code of that exit, 0 to 255. Default: 0, or 137 where it is oomKilled.")
    .optional(),
  oomKilled: z
    .boolean()
    .describe("The exit is the kernel's doing: it ran out of memory (reason OOMKilled).")
    .optional(),
  startHangs: z.boolean().describe("The start never returns: the run stays Creating.").optional(),
  childOomAfter: duration
    .describe("When a child process, not the container, is killed for want of memory.")
    .optional(),
});

const sigterm = z
  .union(
    [
      z.literal("ignored"),
      strict({
        exitAfter: duration.describe("From the signal to the exit. Default: 0s.").prefault("0s"),
        exitCode: exitCode.describe("The code of that exit, 0 to 255. Default: 143.").default(143),
      }),
    ],
    { error: "ignored, or an object {exitAfter, exitCode}" },
  )
  .describe(
    "What SIGTERM does: `ignored` (only SIGKILL ends it, with 137), or an exit of its own. " +
      "Absent: it exits at once with 143.",
  );

const probeTime = durationOr("sigterm");

const windowExpected = "a time after `from`: until then the answer holds";

/** One answer of a probe, whenever it holds. */
export const probeAnswer = {
  result: z
    .enum(["success", "warning", "failure", "error"])
    .describe(
      "What the probe finds; warning: success of an HTTP probe that is sent to another host; " +
        "error: the kubelet cannot carry it out (no failure).",
    ),
  takes: duration.describe("How long the answer takes. Default: 0s.").optional(),
  output: z.string().describe("The text it gives; unique: another each time.").optional(),
};

const probeAnswers = z.array(
  strict({
    from: probeTime
      .describe("From when the answer holds: a time since the start of the run, or sigterm.")
      .prefault("0s"),
    to: probeTime.describe("Until when it holds. Absent: to the end of the run.").optional(),
    ...probeAnswer,
  }).refine(({ from, to }) => from === "sigterm" || !isTime(to) || to.ms > from.ms, {
    path: ["to"],
    error: windowExpected,
  }),
);

function isTime(to: "sigterm" | Duration | undefined): to is Duration {
  return to !== undefined && to !== "sigterm";
}

const probes = strict({
  liveness: probeAnswers.describe("Answers of the liveness probe.").optional(),
  readiness: probeAnswers.describe("Answers of the readiness probe.").optional(),
  startup: probeAnswers.describe("Answers of the startup probe.").optional(),
}).describe(
  "What probes find, by kind. The first entry that covers a moment counts; with none it succeeds.",
);

const hook = strict({
  takes: durationOr("forever")
    .describe("How long it runs, or forever. Default: 0s.")
    .prefault("0s"),
  result: z
    .enum(["success", "failure"])
    .describe("How it ends. Default: success.")
    .default("success"),
});

const pull = strict({
  takes: duration.describe("How long the pull takes. Default: 0s.").prefault("0s"),
  result: z
    .enum(["success", "failure", "byRegistry"])
    .describe("How it ends; byRegistry: as long as the registry is up. Default: success.")
    .default("success"),
  output: z
    .string()
    .describe("The runtime's error when it fails. Default: containerd's.")
    .optional(),
});

export const containerBehaviourSchema = strict({
  runs: z
    .array(run)
    .min(1)
    .describe("One entry for each run (start) of the container; the last one repeats.")
    .optional(),
  sigterm: sigterm.optional(),
  probes: probes.optional(),
  postStart: hook.describe("The postStart hook. Absent: it succeeds at once.").optional(),
  preStop: hook.describe("The preStop hook. Absent: it succeeds at once.").optional(),
  pull: pull.describe("The pull of the image. Absent: the image is present.").optional(),
});

export const behaviourSchema = z
  .record(z.string(), containerBehaviourSchema)
  .describe(
    "What the world does, by container: `container` where the scenario has one pod, else " +
      "`pod/container`; `pod@2/container` is the second pod of that name; * stands for all.",
  );

export type ContainerBehaviourInput = z.output<typeof containerBehaviourSchema>;
