/** All rules of advice, in the order in which they are told; each has a page in docs/advice. */
import type { AdviceRule } from "./rule.ts";
import { assumedToRun } from "./rules/assumed-to-run.ts";
import { deadlineExceeded } from "./rules/deadline-exceeded.ts";
import { killedAfterGrace } from "./rules/killed-after-grace.ts";
import { killedBeforeReady } from "./rules/killed-before-ready.ts";
import { livenessRestartsAll } from "./rules/liveness-restarts-all.ts";
import { neverReady } from "./rules/never-ready.ts";
import { oomKilled } from "./rules/oom-killed.ts";
import { preStopUsesUpGrace } from "./rules/pre-stop-uses-up-grace.ts";
import { probeTimeout } from "./rules/probe-timeout.ts";
import { readinessFlaps } from "./rules/readiness-flaps.ts";
import { readyLate } from "./rules/ready-late.ts";
import { restartLoop } from "./rules/restart-loop.ts";
import { sidecarHoldsJob } from "./rules/sidecar-holds-job.ts";
import { startupBudget } from "./rules/startup-budget.ts";

export const adviceRules = {
  "assumed-to-run": assumedToRun,
  "probe-timeout": probeTimeout,
  "startup-budget": startupBudget,
  "killed-before-ready": killedBeforeReady,
  "liveness-restarts-all": livenessRestartsAll,
  "oom-killed": oomKilled,
  "restart-loop": restartLoop,
  "never-ready": neverReady,
  "pre-stop-uses-up-grace": preStopUsesUpGrace,
  "killed-after-grace": killedAfterGrace,
  "sidecar-holds-job": sidecarHoldsJob,
  "deadline-exceeded": deadlineExceeded,
  "readiness-flaps": readinessFlaps,
  "ready-late": readyLate,
} as const satisfies Readonly<Record<string, AdviceRule>>;

export type AdviceRuleName = keyof typeof adviceRules;

/** What need not be told of a container where one of these tells why it is so. */
export const toldBy: Readonly<Partial<Record<AdviceRuleName, readonly AdviceRuleName[]>>> = {
  "startup-budget": ["probe-timeout"],
  "killed-before-ready": ["probe-timeout", "startup-budget"],
  "restart-loop": [
    "probe-timeout",
    "startup-budget",
    "killed-before-ready",
    "liveness-restarts-all",
  ],
  "never-ready": [
    "assumed-to-run",
    "probe-timeout",
    "startup-budget",
    "killed-before-ready",
    "restart-loop",
  ],
};
