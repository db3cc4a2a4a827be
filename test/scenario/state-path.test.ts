import { describe, expect, it } from "vitest";
import { parseFields, parseStatePath } from "../../src/scenario/state-path.ts";
import type { StatePath } from "../../src/scenario/state-path.ts";

const app = { kind: "container", container: { container: "app" } } as const;
const web = { kind: "pod", name: "web" } as const;

describe("a state path", () => {
  it.each<[string, StatePath]>([
    ["pod.status.phase", { source: "api", subject: { kind: "pod" }, fields: ["status", "phase"] }],
    [
      "web.conditions.Ready",
      { source: "api", subject: { kind: "pod", pod: web }, fields: ["conditions", "Ready"] },
    ],
    [
      "web.1.metadata.uid",
      {
        source: "api",
        subject: { kind: "pod", pod: { kind: "pod", name: "web.1" } },
        fields: ["metadata", "uid"],
      },
    ],
    ["app.restartCount", { source: "api", subject: app, fields: ["restartCount"] }],
    [
      "app.state.waiting.reason",
      { source: "api", subject: app, fields: ["state", "waiting", "reason"] },
    ],
    [
      "web/app.ready",
      {
        source: "api",
        subject: { kind: "container", container: { pod: web, container: "app" } },
        fields: ["ready"],
      },
    ],
    [
      "web@2/app.ready",
      {
        source: "api",
        subject: {
          kind: "container",
          container: { pod: { ...web, instance: 2 }, container: "app" },
        },
        fields: ["ready"],
      },
    ],
    ["runtime:app#1", { source: "runtime", subject: { ...app, run: 1 }, fields: [] }],
    ["runtime:app#1.image", { source: "runtime", subject: { ...app, run: 1 }, fields: ["image"] }],
    ["api:app.state", { source: "api", subject: app, fields: ["state"] }],
    [
      'mirror.web.metadata.annotations["kubernetes.io/config.source"]',
      {
        source: "api",
        subject: { kind: "pod", pod: { kind: "mirror", name: "web" } },
        fields: ["metadata", "annotations", "kubernetes.io/config.source"],
      },
    ],
    [
      "node.conditions.Ready",
      { source: "api", subject: { kind: "node" }, fields: ["conditions", "Ready"] },
    ],
  ])("%s", (text, expected) => {
    expect(parseStatePath(text)).toEqual(expected);
  });

  it.each([
    "",
    "pod",
    "app",
    "app#1",
    "app#1.state",
    "pod.status.",
    "pod.status..phase",
    "app.state[x]",
  ])("%j is none", (text) => expect(parseStatePath(text)).toBeUndefined());

  it("has fields as a manifest has them", () => {
    expect(parseFields("spec.containers[0].image")).toEqual(["spec", "containers", 0, "image"]);
    expect(parseFields('metadata.labels["a.b/\\"c"].x')).toEqual([
      "metadata",
      "labels",
      'a.b/"c',
      "x",
    ]);
    expect(["", ".a", "a.", "a.[0]", "a[0]b", "a b"].map(parseFields)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });
});
