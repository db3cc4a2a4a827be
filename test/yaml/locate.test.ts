import { describe, expect, it } from "vitest";
import { fieldPath } from "../../src/yaml/document.ts";
import type { Path } from "../../src/yaml/document.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const text = `kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: app
    image: a:1
  - &side
    name: side
    ports: [{containerPort: 80}]
  - *side
  - <<: *side
    name: other
  empty:
`;

function locate(path: Path, of?: "key" | "value"): string {
  const [document] = parseYaml({ file: "f", text });
  const { line, column } = document!.locate(path, of);
  return `${line}:${column}`;
}

describe("locate", () => {
  it.each<[Path, "key" | "value", string]>([
    [[], "value", "1:1"],
    [["kind"], "key", "1:1"],
    [["kind"], "value", "1:7"],
    [["metadata"], "value", "3:3"],
    [["spec", "containers", 0], "value", "6:5"],
    [["spec", "containers", 0, "image"], "value", "7:12"],
    [["spec", "containers", 0, "image"], "key", "7:5"],
    [["spec", "containers", 1, "ports", 0, "containerPort"], "value", "10:29"],
    // Behind an alias stands the text it refers to.
    [["spec", "containers", 2, "name"], "value", "9:11"],
    [["spec", "containers", 2], "value", "11:5"],
    [["spec", "containers", 3, "name"], "value", "13:11"],
    [["spec", "containers", 3, "ports"], "key", "10:5"],
    // What is missing is looked for at the key of what would hold it.
    [["spec", "nodeName"], "value", "4:1"],
    [["spec", "containers", 0, "ports", 2, "name"], "value", "6:5"],
    [["spec", "containers", 9], "value", "5:3"],
    [["status", "phase"], "value", "1:1"],
    [["kind", "x"], "value", "1:1"],
    [["spec", "empty"], "key", "14:3"],
    [["spec", "empty"], "value", "14:9"],
  ])("%j (%s) is at %s", (path, of, expected) => {
    expect(locate(path, of)).toBe(expected);
  });
});

describe("fieldPath", () => {
  it.each<[Path, string]>([
    [[], ""],
    [["spec", "containers", 0, "image"], "spec.containers[0].image"],
    [["metadata", "labels", "app.kubernetes.io/name"], 'metadata.labels["app.kubernetes.io/name"]'],
    [[0, "kind"], "[0].kind"],
  ])("%j is %s", (path, expected) => {
    expect(fieldPath(path)).toBe(expected);
  });
});
