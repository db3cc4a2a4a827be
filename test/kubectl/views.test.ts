/** What is shown of a run, as kubectl prints it. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type KubectlView, kubectlViews } from "../../src/kubectl/view-names.ts";
import { renderKubectl } from "../../src/kubectl/views.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

function recordsOf(text: string): readonly TraceRecord[] {
  return runScenario(prepareInput(parseYaml({ file: "test.yaml", text }))).records;
}

const here = new URL("./", import.meta.url);
const endMs = 180_000;

describe("a pod of which kubectl has much to tell", () => {
  let records: readonly TraceRecord[] = [];
  beforeAll(() => {
    records = recordsOf(readFileSync(new URL("rich.yaml", here), "utf8"));
  });

  // The same objects were given to kubectl 1.33.1, which printed this.
  it.each<[KubectlView, number]>([
    ["describe", 40_000],
    ["describe", 155_000],
    ["status", 40_000],
    ["events", 155_000],
  ])("is shown by %s at %d ms as in the file", async (view, atMs) => {
    const text = renderKubectl(view, records, { atMs, endMs });
    await expect(text).toMatchFileSnapshot(`rich-${view}-${atMs / 1000}s.txt`);
  });

  it("is gone at the end", () => {
    const texts = kubectlViews
      .filter((view) => view !== "events")
      .map((view) => renderKubectl(view, records, { atMs: endMs, endMs }));
    expect(texts).toEqual([
      "# at 3m: kubectl get pods\nNo resources found in default namespace.\n",
      "# at 3m: kubectl describe pods\n# No resources found in default namespace.\n",
      "# at 3m: kubectl get pods -o yaml\n# No resources found in default namespace.\n",
    ]);
  });
});

const pods = (namespaces: readonly string[], more = ""): string => `
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: test}
spec:
  duration: 30s
  behaviour:
    loop/app: {runs: [{exitAfter: 4s, exitCode: 1}]}
  stimuli:
  - {at: 20s, action: deletePod, pod: loop}
${more}
---
apiVersion: v1
kind: List
items:
${namespaces
  .map(
    (namespace, index) => `- apiVersion: v1
  kind: Pod
  metadata: {name: ${index === 0 ? "loop" : `other-${index}`}, namespace: ${namespace}}
  spec:
    terminationGracePeriodSeconds: 5
    containers: [{name: app, image: "example.com/app:1"}]
`,
  )
  .join("")}`;

describe("kubectl get pods --watch", () => {
  it("has a line for each change that the API server stored, and one for what goes", () => {
    const records = recordsOf(pods(["default"]));
    expect(renderKubectl("pods", records, { endMs: 30_000 })).toBe(
      [
        "# 0s to 30s: kubectl get pods --watch",
        "NAME   READY   STATUS    RESTARTS   AGE",
        "loop   0/1     Pending   0          0s",
        "loop   0/1     ContainerCreating   0          0s",
        "loop   0/1     ContainerCreating   0          0s",
        "loop   1/1     Running             0          0s",
        "loop   0/1     Error               0          5s",
        "loop   1/1     Running             1 (1s ago)   5s",
        "loop   0/1     Error               1 (5s ago)   9s",
        "loop   0/1     Terminating         1 (16s ago)   20s",
        "loop   0/1     Error               1 (16s ago)   20s",
        "loop   0/1     Error               1 (17s ago)   21s",
        "loop   0/1     Error               1 (17s ago)   21s",
        "",
      ].join("\n"),
    );
  });

  it("tells the same as the table of a moment", () => {
    const records = recordsOf(pods(["default"]));
    expect(renderKubectl("pods", records, { atMs: 7000, endMs: 30_000 })).toBe(
      [
        "# at 7s: kubectl get pods",
        "NAME   READY   STATUS    RESTARTS     AGE",
        "loop   1/1     Running   1 (3s ago)   7s",
        "",
      ].join("\n"),
    );
  });
});

describe("a namespace", () => {
  const at = { atMs: 7000, endMs: 30_000 };

  it("that is another than default is asked for", () => {
    const text = renderKubectl("pods", recordsOf(pods(["shop"])), at);
    expect(text).toMatch(/^# at 7s: kubectl get pods --namespace shop\nNAME {3}READY/);
    const described = renderKubectl("describe", recordsOf(pods(["shop"])), at);
    expect(described).toMatch(/^# at 7s: kubectl describe pod loop --namespace shop\n/);
  });

  it("has a column where there are several", () => {
    const records = recordsOf(pods(["shop", "default"]));
    expect(renderKubectl("pods", records, at).split("\n").slice(0, 3)).toEqual([
      "# at 7s: kubectl get pods --all-namespaces",
      "NAMESPACE   NAME      READY   STATUS    RESTARTS     AGE",
      "default     other-1   1/1     Running   0            7s",
    ]);
    expect(renderKubectl("events", records, at)).toMatch(/^# .*\nNAMESPACE {3}LAST SEEN/);
    expect(renderKubectl("status", records, at).match(/^---$/gm)).toHaveLength(1);
  });
});

describe("what depends on the version", () => {
  // describe.go of 1.33 to 1.36: describeContainerPorts, DescribeEvents.
  it.each([
    ["1.33", "8080/TCP,", / {2}Created container: app\n/],
    ["1.34", "8080/TCP (http),", / {2}Created container: app\n/],
    ["1.36", "8080/TCP (http),", / {2}spec\.containers\{app\}: Container created\n/],
  ])("describe of %s", (version, port, event) => {
    const rich = readFileSync(new URL("rich.yaml", here), "utf8");
    const records = recordsOf(rich.replace('kubernetes: "1.33"', `kubernetes: "${version}"`));
    const text = renderKubectl("describe", records, { atMs: 40_000, endMs });
    expect(text).toContain(`    Ports:         ${port}`);
    expect(text).toMatch(event);
  });
});

it("shows a static pod by its mirror, with the Events of the kubelet's own", () => {
  const records = recordsOf(`
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: static}
spec:
  duration: 20s
  stimuli:
  - {at: 1s, action: writeFile, path: web.yaml, content: web}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: app, image: "example.com/app:1"}]
`);
  const text = renderKubectl("describe", records, { atMs: 10_000, endMs: 20_000 });
  expect(text).toMatch(/^Name: +web-node-1$/m);
  expect(text).toMatch(/^ {2}Normal {2}Started /m);
});
