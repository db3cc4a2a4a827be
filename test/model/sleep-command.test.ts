/** Commands that sleep, and what only looks like one. */
import { describe, expect, it } from "vitest";
import { sleepMs } from "../../src/model/sleep-command.ts";
import { kube } from "../support/kube-run.ts";

describe("a command that sleeps", () => {
  it.each([
    [["sleep", "15"], 15_000],
    [["/bin/sleep", "0.5"], 500],
    [["sleep", "2m"], 120_000],
    [["sh", "-c", "sleep 15"], 15_000],
    [["/bin/bash", "-c", " sleep  1h "], 3_600_000],
    [["sh", "-c", "exec sleep 15"], 15_000],
    [["sleep", "infinity"], Infinity],
  ])("%j takes %d ms", (command, expected) => {
    expect(sleepMs(command)).toBe(expected);
  });

  it.each([
    [["drain"]],
    [["sleep"]],
    [["sleep", "15", "20"]],
    [["sleep", "a while"]],
    [["sh", "-c", "sleep 15; drain"]],
    [["sh", "-c", "sleep 15 && drain"]],
    [["sh", "sleep", "15"]],
    [["exec", "sleep", "15"]],
    [["sh", "-c", "sleep $N"]],
  ])("%j is none", (command) => {
    expect(sleepMs(command)).toBeUndefined();
  });
});

describe("a preStop hook", () => {
  const hook = "lifecycle: {preStop: {exec: {command: [sh, -c, sleep 15]}}}";
  const spec = (behaviour: string): string => `
pods: {web: {containers: [{name: app, ${hook}}]}}
behaviour: {${behaviour}}
stimuli: [{id: delete, at: 10s, action: deletePod, pod: web}]
`;
  const termOf = (text: string): number | undefined =>
    kube(text).records.find(({ type }) => type === "signal")?.t;

  it("that only sleeps takes its time", () => {
    expect(termOf(spec(""))).toBe(25);
  });

  it("takes what the scenario says, whatever its command is", () => {
    expect(termOf(spec("app: {preStop: {takes: 5s}}"))).toBe(15);
  });
});
