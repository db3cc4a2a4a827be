/** Texts as `kubectl get -o yaml` 1.33.1 wrote them. */
import { parse } from "yaml";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toGoYaml } from "../../src/kubectl/go-yaml.ts";

describe("a text", () => {
  it.each([
    ["k8s.io/x", "k8s.io/x"],
    ["12:30:45", '"12:30:45"'],
    ["=", "="],
    ["y", '"y"'],
    ["a:b", "a:b"],
    ["!x", "'!x'"],
    ["%x", "'%x'"],
    ["`x", "'`x'"],
    ["& x", "'& x'"],
    ["* x", "'* x'"],
    ["? x", "'? x'"],
    [": x", "': x'"],
    ["x:", "'x:'"],
    [".5", '".5"'],
    ["1_000", '"1_000"'],
    ["+1", '"+1"'],
    ["0o17", '"0o17"'],
    ["2026-01-01", '"2026-01-01"'],
    ["true", '"true"'],
    ["1.35", '"1.35"'],
    ["x: y", "'x: y'"],
    ["line1\nline2\n", "|\n  line1\n  line2"],
    ["one\ntwo", "|-\n  one\n  two"],
    ["", '""'],
    [" lead", "' lead'"],
    ["2026-01-01T00:00:00Z", '"2026-01-01T00:00:00Z"'],
    ["null", '"null"'],
    ["~", '"~"'],
    ["0x1f", '"0x1f"'],
    ["- a", "'- a'"],
    ["#c", "'#c'"],
    ["it's", "it's"],
    ["a #b", "'a #b'"],
    ["1e3", '"1e3"'],
    ["012", '"012"'],
    ["ünï", "ünï"],
    ["tab\there", String.raw`"tab\there"`],
    ["@x", "'@x'"],
    ["on", '"on"'],
    ["[a]", "'[a]'"],
    ["a,b", "a,b"],
    ["{}", "'{}'"],
  ])("%j is %s", (text, written) => {
    expect(toGoYaml({ k: text })).toBe(`k: ${written}\n`);
  });

  it("is folded at the first blank behind column 80", () => {
    const plain =
      "back-off 5m0s restarting failed container=app pod=web_default(0123456789) and some more " +
      "words that go on and on";
    const quoted =
      "containers with unready status: [app] and many more words that go on and on and on past " +
      "eighty columns";
    expect(toGoYaml({ metadata: { annotations: { p: plain, q: quoted } } })).toBe(
      `metadata:
  annotations:
    p: back-off 5m0s restarting failed container=app pod=web_default(0123456789) and
      some more words that go on and on
    q: 'containers with unready status: [app] and many more words that go on and on
      and on past eighty columns'
`,
    );
  });

  it("is read as what was written", () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."ab :#-\n'\"\\0.ye~[\t") }),
      fc.string({ unit: "grapheme" }),
      fc.lorem({ maxCount: 40 }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const object = { k: value, list: [value, [value]] };
        expect(parse(toGoYaml(object))).toEqual(object);
      }),
    );
  });
});

it("sorts keys as Go does: other characters before letters, runs of digits as numbers", () => {
  const keys = ["a", "Z", "a10", "a9", "a.b", "a/b", "_", "ab"];
  const read = toGoYaml(Object.fromEntries(keys.map((key) => [key, {}])));
  expect(read.match(/^[^:]+/gm)).toEqual(["_", "Z", "a", "a.b", "a/b", "a9", "a10", "ab"]);
});

it("puts a list below its key, and an object of a list behind its dash", () => {
  const value = {
    list: [{ b: ["x"], a: { c: null } }, [1, true]],
    none: [],
    empty: {},
    not: undefined,
  };
  expect(toGoYaml(value)).toBe(`empty: {}
list:
- a:
    c: null
  b:
  - x
- - 1
  - true
none: []
`);
});
