import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFiles } from "../../src/files/read-files.ts";
import { prepare } from "../../src/library/prepare.ts";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";

const pod = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: a}]}
`;
const scenario = `
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: with-a-file}
spec: {manifests: [pods/web.yaml]}
`;

const folder = mkdtempSync(join(tmpdir(), "relist-"));
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  mkdirSync(at("pods"));
  writeFileSync(at("pods/web.yaml"), pod);
  writeFileSync(at("pods/notes.txt"), "none");
  writeFileSync(at("scenario.yaml"), scenario);
  writeFileSync(at("empty.yaml"), "# nothing\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("files", () => {
  it("are a folder's manifests, with notes about the rest", () => {
    const { pods, diagnostics } = prepare(readFiles(at("pods")));
    expect(pods.map((manifest) => manifest.pod.metadata.name)).toEqual(["web"]);
    expect(diagnostics.map(formatDiagnostic).join()).toContain("notes.txt");
  });

  it("are read that a scenario names, as seen from it", () => {
    const { scenario: read, pods } = prepare(readFiles([at("scenario.yaml")]));
    expect(read.name).toBe("with-a-file");
    expect(pods).toHaveLength(1);
  });

  it("may stand beside other inputs", () => {
    const job = { apiVersion: "v1", kind: "Pod", metadata: { name: "job" } };
    const { pods } = prepare([
      readFiles(at("scenario.yaml")),
      { ...job, spec: { containers: [{ name: "app", image: "a" }] } },
    ]);
    expect(pods.map((manifest) => manifest.pod.metadata.name).toSorted()).toEqual(["job", "web"]);
  });

  it.each([
    ["nowhere.yaml", "does not exist"],
    ["empty.yaml", "nothing to simulate, found no document in"],
  ])("that are of no use are an InputError: %s", (name, text) => {
    expect(() => prepare(readFiles(at(name)))).toThrow(InputError);
    expect(() => prepare(readFiles(at(name)))).toThrow(text);
  });
});
