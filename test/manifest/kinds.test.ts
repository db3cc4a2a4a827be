/** What is no kind that is read is told with its place, and with what was meant. */
import { describe, expect, it } from "vitest";
import { escapeControls, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { errorsOf, goodPod, notesOf } from "./load.ts";

const object = (apiVersion: string, kind: string) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`;

describe("a kind that is not known", () => {
  it.each([
    ["relist.dev/v1alpha1", "Scenarioo", /^f:\d+:7: error: kind: no kind of relist, .*Scenario\?$/],
    ["relist.dev/v1alpha1", "Banana", /found "Banana", expected Scenario; write Scenario/],
    ["relist.de/v1alpha1", "Scenario", /apiVersion: .*did you mean relist\.dev\/v1alpha1\?$/],
    [
      "v1",
      "Podd",
      /^f:\d+:7: error: kind: no kind of Kubernetes, found "Podd"; did you mean Pod\?/,
    ],
    ["batch/v1", "Jbo", /did you mean Job\?$/],
  ])("%s %s is an error, beside a pod and alone", (apiVersion, kind, expected) => {
    for (const pod of ["", `---\n${goodPod}`]) {
      const errors = errorsOf(`${object(apiVersion, kind)}${pod}`);
      expect(errors[0]).toMatch(expected);
    }
  });

  it.each(["Node", "Role", "ConfigMap", "Secret", "Event", "Lease"])("%s is a note", (kind) => {
    expect(notesOf(`${object("v1", kind)}---\n${goodPod}`)).toContain(
      `note: kinds that are not simulated: ${kind}`,
    );
  });

  it("is told with its place where there is nothing else", () => {
    expect(errorsOf(object("example.com/v1", "Banana"))).toEqual([
      "f:2:7: error: nothing to simulate, found Banana, expected a Pod, or an object that stands" +
        " for pods such as a Deployment",
    ]);
  });

  it("is shortened, in quotes and without control characters", () => {
    const [error = ""] = errorsOf(object("a/v1", `"\\e[31m${"x".repeat(10_000)}\\x9b"`));
    expect(error.length).toBeLessThan(250);
    expect(error).toContain(String.raw`found "\u001b[31mxx`);
  });
});

describe("control characters in a diagnostic", () => {
  it.each([
    ["\u001b[2J", String.raw`\u{1b}[2J`],
    ["a\nb\tc", String.raw`a\u{a}b\u{9}c`],
    ["\u007f\u0085\u009b", String.raw`\u{7f}\u{85}\u{9b}`],
    ["\u202ex\u2066\u2069", String.raw`\u{202e}x\u{2066}\u{2069}`],
    ["é“…” 中 😀", "é“…” 中 😀"],
  ])("%j", (text, expected) => {
    expect(escapeControls(text)).toBe(expected);
    const position = { file: text, line: 1, column: 1 };
    const parts = { path: text, message: text, found: text, expected: text, fix: text };
    const shown = formatDiagnostic({ severity: "error", position, ...parts });
    expect(shown.split(expected)).toHaveLength(7);
  });
});
