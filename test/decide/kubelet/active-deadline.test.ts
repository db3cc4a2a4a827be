/** Models: kubernetes/pkg/kubelet/active_deadline_test.go; recorded run c20. */
import { expect, it } from "vitest";
import {
  deadlineExceeded,
  deadlineExceededEvent,
  isPastActiveDeadline,
} from "../../../src/decide/kubelet/active-deadline.ts";
import { pod } from "../../support/kube.ts";

const limited = pod({ spec: { activeDeadlineSeconds: 15 } });

it.each([
  ["before its time", limited, 1_000, 15_999, false],
  ["to the millisecond", limited, 1_000, 16_000, true],
  ["B25: a second early at most, for the start is cut to seconds", limited, 1_000, 16_000, true],
  ["without a start", limited, undefined, 99_000, false],
  ["without a limit", pod(), 1_000, 99_000, false],
])("a pod is past its deadline or not: %s", (_what, of, startMs, nowMs, expected) => {
  expect(isPastActiveDeadline(of, startMs, nowMs)).toBe(expected);
});

it("says so in the status and in a Normal event", () => {
  const message = "Pod was active on the node longer than the specified deadline";
  expect(deadlineExceeded).toEqual({ phase: "Failed", reason: "DeadlineExceeded", message });
  expect(deadlineExceededEvent).toEqual({
    eventType: "Normal",
    reason: "DeadlineExceeded",
    message,
  });
});
