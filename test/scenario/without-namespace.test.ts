import { describe, expect, it } from "vitest";
import { loadManifests } from "../../src/manifest/load-manifests.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { withoutNamespace } from "../../src/scenario/without-namespace.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const pod = (namespace: string, name: string): string =>
  `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: ${namespace}}
spec: {containers: [{name: app, image: "a:1"}]}
---
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: orders, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: orders}}
  template:
    metadata: {labels: {app: orders}}
    spec: {containers: [{name: app, image: "a:1"}]}
---
`;

const manifestsOf = (text: string) => loadManifests(parseYaml({ file: "m.yaml", text })).pods;

describe("a namespace before a name in a flag", () => {
  it.each([
    ["shop/web", "web"],
    ["shop/web/app", "web/app"],
    ["shop/orders", "orders"],
    ["web/app", "web/app"],
    ["web", "web"],
    ["other/web", "other/web"],
  ])("%s is %s", (name, plain) => {
    expect(withoutNamespace(name, manifestsOf(deployment + pod("shop", "web")))).toBe(plain);
  });

  it("stays where it may be a pod, or where others have the name that follows", () => {
    expect(withoutNamespace("a/app", manifestsOf(pod("a", "a") + pod("a", "app")))).toBe("a/app");
    expect(withoutNamespace("a/x", manifestsOf(pod("a", "x") + pod("b", "x")))).toBe("a/x");
  });

  it("is understood by each flag, and a note tells of several pods that are deleted", () => {
    const { diagnostics, scenario } = prepareInput(
      parseYaml({ file: "m.yaml", text: deployment }),
      { overrides: { behave: ["shop/orders/app: ready 8s"], deletions: ["shop/orders at 5s"] } },
    );
    const notes = diagnostics.map(({ message }) => message);
    expect(notes).toContain("orders is 3 pods, and all are deleted");
    expect(scenario.stimuli).toHaveLength(1);
  });
});
