import { describe, expect, it } from "vitest";
import { isScenario } from "../../src/manifest/kinds.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { errorsOf, goodPod, namesOf, notesOf } from "./load.ts";

function pod(name: string, extra = ""): string {
  return (
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}${extra}}\nspec: {containers:` +
    ` [{name: a, image: b}]}\n`
  );
}

const objectForm = "expected a mapping with apiVersion, kind and metadata";

describe("documents", () => {
  it("reads several, and skips empty ones, as `helm template` writes them", () => {
    expect(namesOf(`---\n# Source: a.yaml\n---\n${pod("a")}---\n---\n${pod("b")}`)).toEqual([
      "a",
      "b",
    ]);
  });

  it("reads lists, also lists in lists and typed ones", () => {
    const text = `
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: b}]}}
- apiVersion: v1
  kind: PodList
  items:
  - {metadata: {name: b}, spec: {containers: [{name: a, image: b}]}}
- {apiVersion: v1, kind: List, items: null}
`;
    expect(namesOf(text)).toEqual(["a", "b"]);
  });

  it("names the path inside a list", () => {
    const item = pod("a").replaceAll("\n", "\n  ");
    const text = `apiVersion: v1\nkind: List\nitems:\n- ${item}\n- 5\n`;
    expect(errorsOf(text.replace("image: b", "image: 5"))).toEqual([
      "f:7:40: error: items[0].spec.containers[0].image: wrong type, found 5, expected a" +
        " string; put the value in quotes",
      `f:9:3: error: items[1]: not a Kubernetes object, found 5, ${objectForm}`,
    ]);
  });

  it("reads JSON", () => {
    expect(
      namesOf(
        JSON.stringify({
          apiVersion: "v1",
          kind: "Pod",
          metadata: { name: "j" },
          spec: { containers: [{ name: "a", image: "b" }] },
        }),
      ),
    ).toEqual(["j"]);
  });

  it("reads what `kubectl get pod -o yaml` writes, without a word on what the server wrote", () => {
    const text = goodPod
      .replace(
        "metadata:\n",
        "metadata:\n  uid: u\n  resourceVersion: '1'\n  generation: 1\n  creationTimestamp:" +
          " '2026-01-10T09:12:44Z'\n  managedFields: [{manager: m, x: y}]\n",
      )
      .replace(
        "spec:\n",
        "status: {phase: Running, containerStatuses: [{anything: 1}]}\nspec:\n  dnsPolicy:" +
          " ClusterFirst\n  schedulerName: default-scheduler\n  securityContext: {}\n " +
          " enableServiceLinks: true\n  priority: 0\n  preemptionPolicy: PreemptLowerPriority\n",
      );
    expect(namesOf(text)).toEqual(["web"]);
    expect(notesOf(text)).toEqual(
      notesOf(goodPod).map((note) =>
        note.replace(/f:(\d+)/, (_, line) => `f:${Number(line) + 12}`),
      ),
    );
  });

  it("leaves scenarios to others", () => {
    const scenario = "apiVersion: relist.dev/v1alpha1\nkind: Scenario\nspec: {seed: 1}\n";
    const documents = parseYaml({ file: "f", text: `${scenario}---\n${pod("a")}` });
    expect(documents.map(isScenario)).toEqual([true, false]);
    expect(namesOf(`${scenario}---\n${pod("a")}`)).toEqual(["a"]);
    expect(namesOf(scenario, { allowNone: true })).toEqual([]);
  });
});

describe("what is no object", () => {
  it.each([
    ["- a\n", `f:1:1: error: not a Kubernetes object, found a list, ${objectForm}`],
    ["hello\n", `f:1:1: error: not a Kubernetes object, found "hello", ${objectForm}`],
    ["{}\n", `f:1:1: error: not a Kubernetes object, found an empty mapping, ${objectForm}`],
    [
      "services: {}\nvolumes: {}\nname: x\nversion: 3\n",
      `f:1:1: error: not a Kubernetes object, found a mapping with services, volumes, name, …,` +
        ` ${objectForm}`,
    ],
    [
      "kind: Pod\n",
      "f:1:1: error: apiVersion: a required field is missing, found nothing, expected a string" +
        " such as v1",
    ],
    [
      "apiVersion: v1\n",
      "f:1:1: error: kind: a required field is missing, found nothing, expected a string such" +
        " as Pod",
    ],
    [
      "apiVersion: 1\nkind: Pod\n",
      "f:1:13: error: apiVersion: wrong type, found 1, expected a string such as v1",
    ],
    [
      "apiVersion: extensions/v1beta1\nkind: Deployment\n",
      "f:1:13: error: apiVersion: not the version of Deployment that is read," +
        ' found "extensions/v1beta1", expected apps/v1; write apps/v1',
    ],
    [
      "apiVersion: v1\nkind: pods\n",
      'f:2:7: error: kind: no kind of Kubernetes, found "pods"; did you mean Pod?',
    ],
    [
      "apiVersion: apps/v1\nkind: Deploymnet\n",
      'f:2:7: error: kind: no kind of Kubernetes, found "Deploymnet"; did you mean Deployment?',
    ],
    [
      "apiVersion: v1\nkind: List\nitems: {}\n",
      "f:3:8: error: items: wrong type, found a mapping, expected a list of objects",
    ],
  ])("%j", (text, expected) => {
    expect(errorsOf(text)).toEqual([expected]);
  });
});

describe("other kinds", () => {
  const others = `apiVersion: v1\nkind: Service\n---\napiVersion: v1\nkind: Service\n---
apiVersion: v1\nkind: Node\n---\napiVersion: batch.volcano.sh/v1alpha1\nkind: Job\n`;

  it("are counted and named in one note", () => {
    expect(notesOf(`${pod("a")}---\n${others}`)).toEqual([
      "note: kinds that are not simulated: Job, Node, 2 Service",
    ]);
  });

  it("alone are nothing to simulate", () => {
    const expected = "expected a Pod, or an object that stands for pods such as a Deployment";
    expect(errorsOf(others)).toEqual([
      `f:2:7: error: nothing to simulate, found Job, Node, 2 Service, ${expected}`,
    ]);
    expect(errorsOf("")).toEqual([
      `error: nothing to simulate, found no object at all, ${expected}`,
    ]);
  });
});

describe("names", () => {
  it("are in the namespace default where none is given", () => {
    expect(namesOf(`${pod("a")}---\n${pod("a", ", namespace: x")}`)).toEqual(["a", "x/a"]);
  });

  it("may not be given twice", () => {
    expect(errorsOf(`${pod("a")}---\n${pod("a", ", namespace: default")}`)).toEqual([
      "f:8:18: error: metadata.name: an object is given twice, found a second Pod a;" +
        " the first is at f:3:18, expected each name once in a namespace; rename one of them",
    ]);
  });

  it.each([
    ["metadata: {labels: {a: b}}", "f:3:1: error: metadata.name: a Pod without a name"],
    ["metadata: {name: ''}", "f:3:18: error: metadata.name: a Pod without a name"],
  ])("are needed: %s", (metadata, start) => {
    const text = pod("a").replace("metadata: {name: a}", metadata);
    expect(errorsOf(text)).toEqual([
      `${start}, expected a name, or generateName; add metadata.name`,
    ]);
  });

  it("are made of generateName, always the same, with a note", () => {
    const text = pod("x").replace("name: x", "generateName: web-");
    const [name] = namesOf(text);
    expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(namesOf(text)).toEqual([name]);
    expect(new Set(namesOf(`${text}---\n${text}`)).size).toBe(2);
    expect(notesOf(text)).toEqual([
      `f:3:26: note: this pod has no name of its own and is called ${name}`,
    ]);
  });
});
