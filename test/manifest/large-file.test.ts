/** A file as large and as dense as one may be: 2,000 pods as `kubectl get -o json` prints them. */
import { expect, it } from "vitest";
import { defaultYamlLimits } from "../../src/yaml/limits.ts";
import { namesOf } from "./load.ts";

it("two thousand pods in one minified file of nearly 4 MiB are read", () => {
  const labels = Object.fromEntries(Array.from({ length: 68 }, (_, index) => [`l${index}`, "v"]));
  const ports = Array.from({ length: 36 }, (_, index) => ({
    containerPort: 1000 + index,
    name: `p${index}`,
  }));
  const items = Array.from({ length: 2000 }, (_, index) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${index}`, labels },
    spec: { containers: [{ name: "app", image: "w:1", ports }] },
  }));
  const text = JSON.stringify({ apiVersion: "v1", kind: "List", items });
  expect(text.length).toBeLessThan(defaultYamlLimits.maxBytes);
  expect(text.length).toBeGreaterThan(0.95 * defaultYamlLimits.maxBytes);
  expect(namesOf(text)).toHaveLength(2000);
});
