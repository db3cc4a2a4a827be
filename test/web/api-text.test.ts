/** What the table of the page says of the API server's side. */
import { expect, it } from "vitest";
import { apiText } from "../../src/web/api-text.ts";
import type { StatusTrace } from "../../src/model/trace.ts";

const status: StatusTrace = {
  type: "status",
  namespace: "default",
  pod: "web",
  phase: "Failed",
  conditions: [],
  containerStatuses: [],
  sent: true,
};

/** Upstream: pkg/kubelet/lifecycle/predicate.go rejects a pod too many with OutOfpods. */
it("tells why a pod that was not let in has failed", () => {
  expect(apiText({ ...status, reason: "OutOfpods" }, "app")).toBe("Failed, OutOfpods");
});

it("tells the phase alone where there is no reason", () => {
  expect(apiText({ ...status, phase: "Pending" }, "app")).toBe("Pending");
});

it.each([
  [{ running: { startedAtMs: 1 } }, true, 0, "Running, Ready"],
  [{ running: { startedAtMs: 1 } }, false, 2, "Running, not Ready, ↻2"],
  [{ waiting: { reason: "CrashLoopBackOff" } }, false, 1, "CrashLoopBackOff, ↻1"],
] as const)("tells of a container %j", (state, ready, restartCount, expected) => {
  const own = { name: "app", image: "a", imageID: "", ready, restartCount, state, lastState: {} };
  expect(apiText({ ...status, containerStatuses: [own] }, "app")).toBe(expected);
});
