/** A manifest that is edited: as it is declared at a moment, and as the stimulus it becomes. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SimulatedNode } from "../../src/library/simulated-node.ts";
import type { StimulusEntry } from "../../src/library/stimulus-entry.ts";
import { InputError } from "../../src/model/diagnostic.ts";
import { prepareTexts } from "../../src/scenario/input-texts.ts";
import { changesBetween } from "../../src/web/editing/changes-between.ts";
import { declaredManifest } from "../../src/web/editing/manifest-edit.ts";
import { Run } from "../../src/web/run.ts";

function nodeOf(file: string, text: string, seconds: number): SimulatedNode {
  const sources = [{ file, text }];
  const node = new SimulatedNode(prepareTexts({ sources, named: {}, overrides: {} }));
  return node.advanceTo(seconds);
}

/** Of the pod of that name, as it stands. */
function manifestOf({ input, trace }: SimulatedNode, name: string) {
  const moment = new Run(input, trace).history.at(trace.length);
  const row = moment.rows.find(({ pod }) => pod === name);
  if (row === undefined) throw new Error(`there is no ${name}`);
  return declaredManifest(input, moment, row);
}

/** Edits it, and applies what has come of that. */
function edit(node: SimulatedNode, name: string, change: (text: string) => string): void {
  const manifest = manifestOf(node, name);
  if (manifest === undefined) throw new Error(`${name} cannot be edited`);
  const entry = manifest.toEntry(change(manifest.text));
  if (entry === undefined) throw new Error("nothing has changed");
  node.apply(entry as unknown as StimulusEntry).advance(0);
}

/** The containers that were made, and where the trace has them, of which images. */
const madeOf = (node: SimulatedNode) =>
  node.trace.flatMap((record) => {
    if (record.type !== "container" || record.to !== "Creating") return [];
    const { pod, container, image } = record;
    return [`${pod}/${container}${image === undefined ? "" : ` ${image}`}`];
  });

describe("a pod of the API", () => {
  const web = `
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {tier: front, "example.com/a": b}
spec:
  activeDeadlineSeconds: 300
  containers:
  - {name: app, image: "example.com/web:1"}
`;
  const at10 = () => nodeOf("web.yaml", web, 10);

  it("is shown as the API server has it, and changed by what is edited alone", () => {
    const manifest = manifestOf(at10(), "web");
    expect(manifest?.text).toContain("restartPolicy: Always");
    const edited = (manifest?.text ?? "").replace("web:1", "web:2").replace("front", "back");
    expect(manifest?.toEntry(edited)).toEqual({
      action: "updateObject",
      pod: "web",
      set: { "metadata.labels.tier": "back", "spec.containers[0].image": "example.com/web:2" },
    });
    expect(manifest?.toEntry(manifest.text)).toBeUndefined();
  });

  it("has its container started anew for another image, and is then shown with that", () => {
    const node = at10();
    edit(node, "web", (text) => text.replace("web:1", "web:2"));
    node.advance(5);
    expect(madeOf(node).at(-1)).toBe("web/app example.com/web:2");
    expect(manifestOf(node, "web")?.text).toContain("web:2");
  });

  it("loses a label that is taken out", () => {
    const node = at10();
    edit(node, "web", (text) => text.replace(/,? ?example.com\/a: b/, ""));
    expect(manifestOf(node, "web")?.text).not.toContain("example.com/a");
    expect(manifestOf(node, "web")?.text).toContain("tier: front");
  });

  it("is refused in the words of the API server where a field cannot be changed", () => {
    const node = at10();
    edit(node, "web", (text) => text.replace("restartPolicy: Always", "restartPolicy: Never"));
    const refused = node.trace.findLast(({ type }) => type === "rejected");
    expect(refused).toMatchObject({ message: expect.stringContaining("Forbidden: pod updates") });
  });

  it("that is no YAML, or more than one object, is no stimulus", () => {
    const manifest = manifestOf(at10(), "web");
    expect(() => manifest?.toEntry("a: [")).toThrow(InputError);
    expect(() => manifest?.toEntry("a: 1\n---\nb: 1\n")).toThrow(
      "the manifest:3:1: error: the text has more than one object, expected the object itself",
    );
    expect(() => manifest?.toEntry("")).toThrow(
      "error: the text is empty, expected the object itself",
    );
  });

  it("that has a field which a Pod has not, or lacks one, is told with its place", () => {
    const manifest = manifestOf(at10(), "web");
    const misspelt = (manifest?.text ?? "").replace("image: example.com", "imgae: example.com");
    const line = misspelt.split("\n").findIndex((each) => each.includes("imgae")) + 1;
    expect(line).toBeGreaterThan(0);
    expect(() => manifest?.toEntry(misspelt)).toThrow(
      new RegExp(`the manifest:${line}:\\d+: error: .*imgae.*did you mean .image`),
    );
  });

  // SetDefaults_Probe, SetDefaults_HTTPGetAction, SetDefaults_PodSpec
  it("that lacks only what the API server fills in has not changed", () => {
    const probe = "livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}";
    const probed = web.replace('web:1"', `web:1", ${probe}`);
    const manifest = manifestOf(nodeOf("web.yaml", probed, 10), "web");
    const text = manifest?.text ?? "";
    for (const filled of [
      /\n\s*restartPolicy: Always/,
      /,? ?scheme: HTTP/,
      /,? ?timeoutSeconds: 1/,
    ]) {
      expect(text).toMatch(filled);
      expect(manifest?.toEntry(text.replace(filled, ""))).toBeUndefined();
    }
  });
});

describe("a pod of a file", () => {
  const bootstrap = readFileSync("docs/examples/bootstrap.yaml", "utf8");
  const at8 = () => nodeOf("bootstrap.yaml", bootstrap, 8);

  it("is what the file says, and is written again as it is edited", () => {
    const node = at8();
    const manifest = manifestOf(node, "kube-apiserver");
    expect(manifest?.title).toBe("File kube-apiserver.yaml");
    edit(node, "kube-apiserver", (text) => text.replace("name: apiserver", "name: server"));
    node.advance(5);
    expect(madeOf(node)).toContain("kube-apiserver/server");
    expect(manifestOf(node, "kube-apiserver")?.text).toContain("name: server");
  });

  it("is that of a kubelet of Kubernetes, too", () => {
    const text = readFileSync("docs/examples/static-pod.yaml", "utf8");
    const node = nodeOf("static-pod.yaml", text, 20);
    const { trace, input } = node;
    const moment = new Run(input, trace).history.at(trace.length);
    const row = moment.rows.find(({ source }) => source === "file");
    const manifest = row && declaredManifest(input, moment, row);
    expect(manifest?.title).toMatch(/^File .*\.yaml$/);
    expect(manifest?.toEntry("kind: Pod")).toMatchObject({ action: "writeFile" });
  });
});

it("a stray, and a pod of an API that takes no updates, cannot be edited", () => {
  const node = nodeOf("b.yaml", readFileSync("docs/examples/bootstrap.yaml", "utf8"), 8);
  node.apply({ action: "addContainer", pod: "stray", container: "x" }).advance(0);
  expect(manifestOf(node, "stray")).toBeUndefined();
  expect(manifestOf(node, "web")).toBeUndefined();
});

describe("the changes between two objects", () => {
  it.each([
    [{ a: 1 }, { a: 1 }, {}],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, { "a.c": null }],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, { "a[1].b": 3 }],
    [{ a: [1] }, { a: [1, 2] }, { a: [1, 2] }],
    [{ a: { "b.c/d": 1 } }, { a: { "b.c/d": 2 } }, { 'a["b.c/d"]': 2 }],
    [{ a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
  ])("%j, %j: %j", (before, after, changes) => {
    expect(changesBetween(before, after)).toEqual(changes);
  });
});
