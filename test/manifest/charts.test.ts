/**
 * Manifests in the shape of well-known charts and operators: each is read without an error, and
 * every field that is not simulated is named, found here by a walk of its own through the text.
 */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { knownKinds } from "../../src/manifest/kinds.ts";
import { fieldsOf } from "../../src/manifest/schema.ts";
import { fieldSupport, isSupportedType } from "../../src/manifest/support.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { load, notesOf } from "./load.ts";

type Mapping = Readonly<Record<string, unknown>>;

const folder = "test/charts";
const charts = readdirSync(folder).toSorted();
const templates: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  CronJob: ["spec", "jobTemplate", "spec", "template"],
};
/** What says how many pods there are, and what they are called. */
const countedBy = /^(replicas|selector|template|jobTemplate|parallelism|completions|suspend)$/;
/** What the API server writes into each object, and what it would fill in. */
const serverMade = /^(uid|resourceVersion|generation|creationTimestamp|managedFields|status)$/;
const asDefault: Mapping = {
  dnsPolicy: "ClusterFirst",
  enableServiceLinks: true,
  preemptionPolicy: "PreemptLowerPriority",
  schedulerName: "default-scheduler",
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
  protocol: "TCP",
  scheme: "HTTP",
};

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, key) => (holder as Mapping | undefined)?.[key], value);
}

/** Below a value of that type, each path that the tables do not call simulated. */
function unsimulated(value: unknown, type: string, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unsimulated(item, type, `${path}[]`));
  if (!isSupportedType(type)) return [];
  return Object.entries(value as Mapping).flatMap(([name, inner]) => {
    const field = path === "" ? name : `${path}.${name}`;
    const isEmpty = typeof inner === "object" && inner !== null && Object.keys(inner).length === 0;
    const isUnset = isEmpty || inner === false || inner === 0 || inner === asDefault[name];
    if (serverMade.test(name) || isUnset) return [];
    const { models } = fieldSupport[type][name] ?? {};
    if (models?.kubernetes !== "simulated") return [field];
    const inside = fieldsOf(type).get(name)?.type;
    const of = inside?.kind === "list" ? inside.of : inside;
    return of?.kind === "object" ? unsimulated(inner, of.name, field) : [];
  });
}

function expectedNames(text: string): readonly string[] {
  return parseYaml({ file: "f", text }).flatMap(({ value }) => {
    const kind = String(at(value, ["kind"]));
    if (!knownKinds.has(kind)) return [kind];
    const template = at(value, templates[kind] ?? ["spec", "template"]);
    const own = kind === "Pod" ? [] : Object.entries(at(value, ["spec"]) as Mapping);
    return [
      ...unsimulated(at(template, ["metadata"]) ?? {}, "ObjectMeta", "metadata"),
      ...unsimulated(at(template, ["spec"]), "PodSpec", "spec"),
      ...own.flatMap(([name, inner]) =>
        countedBy.test(name) || inner === 0 ? [] : [`spec.${name}`],
      ),
    ];
  });
}

describe.each(charts)("%s", (name) => {
  const text = readFileSync(`${folder}/${name}`, "utf8");

  it("is read without an error, and stands for pods", () => {
    expect(load(text).pods.length).toBeGreaterThan(0);
  });

  it("has each field and kind named that is not simulated", () => {
    const said = notesOf(text).join("\n");
    const names = [...new Set(expectedNames(text))];
    expect(names.length).toBeGreaterThan(5);
    const isNamed = (field: string): boolean =>
      new RegExp(`(^|[ (,])${field.replaceAll(/[.[\]]/g, "\\$&")}([ ,:).]|$)`, "m").test(said);
    expect(names.filter((field) => !isNamed(field))).toEqual([]);
  });

  it("is told of in a few lines", () => {
    expect(notesOf(text).length).toBeLessThan(10);
  });
});

it("has five charts", () => {
  expect(charts).toHaveLength(5);
});
