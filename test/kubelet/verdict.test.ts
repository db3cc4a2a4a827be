/** The end of a run: whether the node is as declared, as the verdict's record says it. */
import { describe, expect, it } from "vitest";
import { kube } from "../support/kube-run.ts";

function verdict(yaml: string) {
  const [told] = kube(yaml).of("verdict");
  const rows = told?.rows.map((row) => `${row.container} ${row.verdict}`);
  return { agrees: told?.agrees, rows };
}

describe("the verdict", () => {
  it("agrees where a dead record is kept beside the run that followed it", () => {
    const crashed = "behaviour: {app: {runs: [{exitAfter: 10, exitCode: 1}, {}]}}";
    expect(verdict(`{pods: {web: {}}, ${crashed}}`)).toEqual({
      agrees: true,
      rows: ["app agrees"],
    });
  });

  it("says nothing of init containers and sidecars", () => {
    const yaml = `
      pods:
        web: {initContainers: [{name: init}, {name: side, restartPolicy: Always}]}
      behaviour: {init: {runs: [{exitAfter: 1, exitCode: 0}]}}`;
    expect(verdict(yaml)).toEqual({ agrees: true, rows: ["app agrees"] });
  });

  it("does not agree where the newest run is over and is to come again", () => {
    const yaml = "{pods: {web: {}}, behaviour: {app: {runs: [{exitAfter: 13, exitCode: 1}]}}}";
    expect(verdict(yaml)).toEqual({ agrees: false, rows: ["app exited"] });
  });

  it("tells of what runs and nobody declares, and not of what is dead with its pod", () => {
    const stray = "{at: 59.9, action: addContainer, pod: ghost, container: x}";
    const gone = "{at: 59.5, action: deletePod, pod: old}";
    const yaml = `{pods: {web: {}, old: {}}, stimuli: [${gone}, ${stray}]}`;
    expect(verdict(yaml).rows).toContain("x undeclared");
    expect(verdict(yaml).rows?.filter((row) => row.endsWith("undeclared"))).toHaveLength(1);
  });
});
