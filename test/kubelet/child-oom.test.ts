/**
 * A child process of a container is killed for want of memory, and the container goes on: nothing
 * is told of it before the container ends, and the runtime then gives that as the reason.
 *
 * Models: containerd/internal/cri/server/events.go TaskOOM, container_status.go
 * toCRIContainerStatus; kubernetes/pkg/kubelet/oom/oom_watcher_linux.go, whose Event SystemOOM is
 * of processes outside of containers.
 */
import { describe, expect, it } from "vitest";
import { kube } from "../support/kube-run.ts";

const play = (run: string, more = "") =>
  kube(`pods: {web: {restartPolicy: Never}}\nbehaviour: {app: {runs: [${run}]}}\n${more}`);

describe("a container whose child is killed for memory", () => {
  it("goes on, and nobody is told", () => {
    const run = play("{childOomAfter: 10}");
    expect(run.lives("app")).toMatchObject([{ end: undefined }]);
    expect(run.events("SystemOOM")).toEqual([]);
    expect(run.lastStatus?.containerStatuses[0]).toMatchObject({ ready: true, restartCount: 0 });
    expect(run.records.filter(({ t, type }) => t === 10 && type !== "relist")).toEqual([]);
  });

  it.each([
    ["whatever its code", "{childOomAfter: 10, exitAfter: 20, exitCode: 3}", "", 3, "OOMKilled"],
    ["also where that is 0", "{childOomAfter: 10, exitAfter: 20}", "", 0, "OOMKilled"],
    ["not before it", "{childOomAfter: 10, exitAfter: 5, exitCode: 3}", "", 3, "Error"],
    [
      "also where it is stopped",
      "{childOomAfter: 10}",
      "stimuli: [{at: 20, action: killContainer, of: app#1, exitCode: 9}]",
      9,
      "OOMKilled",
    ],
  ])("ends with that reason, %s", (_, script, more, exitCode, reason) => {
    const run = play(script, more);
    const terminated = run.lastStatus?.containerStatuses[0]?.state.terminated;
    expect(terminated).toMatchObject({ exitCode, reason });
  });
});
