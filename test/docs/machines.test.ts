/** docs/machines.md shows the machines as they are, and every visualiser can read both. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AnyStateMachine, createMachine, setup } from "xstate";
import { type DirectedGraphNode, toDirectedGraph } from "xstate/graph";
import { generateMachinesPage } from "../support/generate-machines-page.ts";
import { machineTable } from "../../src/web/machines/machine-table.ts";
import { mermaidOf } from "../../src/web/machines/mermaid.ts";
import { type ChartState, statechartOf } from "../../src/web/machines/statechart.ts";

describe("docs/machines.md", () => {
  const page = readFileSync("docs/machines.md", "utf8");

  it("is up to date; if not: npm run generate", () => {
    expect(page).toBe(generateMachinesPage());
  });

  it("has every machine that there is", () => {
    const files = readdirSync("machines", { recursive: true, encoding: "utf8" });
    const exported = files
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => {
        const path = join("machines", name);
        const found = readFileSync(path, "utf8").matchAll(/^export const (\w+Machine) =/gm);
        return [...found].map(([, machine]) => `${path} ${machine}`);
      });
    const listed = machineTable.map(({ path, name }) => `${path} ${name}`);
    expect(listed.toSorted()).toEqual(exported.toSorted());
  });

  it.each(machineTable)("shows every state and event of $title", ({ title, machine }) => {
    const [, section = ""] = page.split(`\n## ${title}\n`);
    const [own = ""] = section.split("\n## ");
    const [root, ...states] = statesOf(statechartOf(machine));
    const leaves = states.filter(({ children }) => children.length === 0);
    const told = [
      ...leaves.map(({ path }) => path),
      ...[root!, ...states].flatMap(({ arrows }) => arrows.map(({ event }) => event)),
    ];
    expect(told.filter((word) => !own.includes(`\`${word}\``))).toEqual([]);
  });
});

describe.each(machineTable)("$title", ({ machine }) => {
  it("is the same chart after a way through JSON", () => {
    const json = JSON.stringify(machine.config);
    const copy = createMachine(JSON.parse(json) as Parameters<typeof createMachine>[0]);
    expect(graphOf(copy)).toEqual(graphOf(machine));
    expect(mermaidOf(statechartOf(copy))).toBe(mermaidOf(statechartOf(machine)));
  });

  it("names its actions, guards and delays and has no function for one", () => {
    const unnamed = statesOf(statechartOf(machine)).flatMap(({ entry, exit, arrows }) =>
      [...entry, ...exit, ...arrows.flatMap(({ actions }) => actions)].filter((name) => !name),
    );
    expect(unnamed).toEqual([]);
    const { actions, guards, delays } = machine.implementations;
    const names = statesOf(statechartOf(machine)).flatMap((state) => [
      ...[...state.entry, ...state.exit].map((name) => name in actions),
      ...state.arrows.flatMap(({ event, guard, actions: own }) => [
        ...own.map((name) => name in actions),
        guard === undefined || guard === "else" || guard in guards,
        !/^after [a-z]/.test(event) || event.replace("after ", "") in delays,
      ]),
    ]);
    expect(names).not.toContain(false);
  });

  it("is drawn in valid Mermaid", () => {
    expect(mistakesIn(mermaidOf(statechartOf(machine)))).toEqual([]);
  });
});

describe("a diagram", () => {
  const machine = setup({
    actions: { a: () => {}, b: () => {}, longNameOfAnAction: () => {}, another: () => {} },
    guards: { g: () => true, h: () => true },
    delays: { later: 5 },
    actors: { child: createMachine({}) },
  }).createMachine({
    id: "sample",
    initial: "class",
    invoke: { src: "child", id: "child" },
    states: {
      class: {
        description: 'Has: a {colon}; a "quote" <b>, #1.',
        entry: ["a", "b"],
        exit: "a",
        always: { guard: "g", target: "both" },
        after: { later: "done", 250: { actions: "a" } },
        on: {
          "x.one": { actions: "a" },
          "x.two": { actions: "a" },
          "x.three": [
            { guard: "g", target: "done" },
            { guard: "h", target: "done", actions: "a" },
            { actions: "b" },
          ],
          "y.long": {
            actions: ["longNameOfAnAction", "another", "longNameOfAnAction", "another", "a"],
          },
        },
      },
      both: {
        type: "parallel",
        states: {
          left: { initial: "on", states: { on: { on: { flip: "off" } }, off: {} } },
          right: {},
        },
        onDone: "done",
      },
      done: {
        type: "final",
        description: "Words that are enough for two lines of the box, and no more than that.",
      },
    },
    on: { reset: ".class", ping: { actions: "b" } },
  });

  it("has a line for each thing that a machine can have", () => {
    const text = mermaidOf(statechartOf(machine));
    expect(mistakesIn(text)).toEqual([]);
    expect(text).toMatchInlineSnapshot(`
      "stateDiagram-v2
        [*] --> class_
        class_: class
        class_: Has#58; a #123;colon#125;#59; a #34;quote#34; #60;b#62;, #35;1.
        class_: entry / a, b
        class_: exit / a
        class_: x.one, two / a
        class_: x.three [else] / b
        class_: y.long / longNameOfAnAction, another, longNameOfAnAction, another, a
        class_: after 250 ms / a
        state "both" as both {
          state "left" as both_left {
            [*] --> both_left_on
            both_left_on: on
            both_left_off: off
            both_left_on --> both_left_off: flip
          }
          --
          both_right: right
        }
        done: done
        done: Words that are enough for two lines of the box, and no more
        done: than that.
        done --> [*]
        class_ --> both: always [g]
        class_ --> done: • x.three [g | h]<br/>• after later
        both --> done: done
        in_every_state: in every state
        in_every_state: runs child
        in_every_state: ping / b
        in_every_state --> class_: reset
      "
    `);
  });

  it("has history states, and an arrow to each of several regions", () => {
    const regions = {
      l: { initial: "off", states: { off: {}, on: {} } },
      r: { initial: "off", states: { off: {}, on: {} } },
      back: { type: "history" as const, history: "deep" as const },
    };
    const text = mermaidOf(
      statechartOf(
        createMachine({
          id: "m",
          initial: "a",
          states: {
            a: { on: { both: { target: ["b.l.on", "b.r.on"] }, again: "b.back" } },
            b: { type: "parallel", states: regions },
          },
        }),
      ),
    );
    expect(mistakesIn(text)).toEqual([]);
    for (const line of ["a --> b_l_on: both", "a --> b_r_on: both", "a --> b_back: again"])
      expect(text).toContain(line);
    expect(text).toContain("b_back: back (H*)");
  });

  it.each([
    ["stateDiagram\n", "stateDiagram"],
    ["stateDiagram-v2\n  a: one\n  a --> b\n", "b is no state"],
    ["stateDiagram-v2\n  a: one: two\n", "a: one: two"],
    ["stateDiagram-v2\n  a: one; two\n", "a: one; two"],
    ["stateDiagram-v2\n  a: <i>\n", "a: <i>"],
    ["stateDiagram-v2\n  note: one\n", "note: one"],
    ['stateDiagram-v2\n  state "a" as a {\n', "a brace is open"],
  ])("is not valid: %j", (text, mistake) => {
    expect(mistakesIn(text)).toEqual([mistake]);
  });
});

function statesOf(chart: ChartState): readonly ChartState[] {
  return [chart, ...chart.children.flatMap(statesOf)];
}

/** States and arrows by id, as a visualiser lays them out. */
function graphOf(machine: AnyStateMachine): unknown {
  const plain = ({ id, edges, children }: DirectedGraphNode): unknown => ({
    id,
    edges: edges.map(({ source, target, label }) => [source.id, label.text, target.id]),
    children: children.map(plain),
  });
  return plain(toDirectedGraph(machine));
}

/**
 * The part of Mermaid's grammar that is used, strictly: mermaid itself wants a newer Node and a
 * browser. What it allows was tried with mermaid 11.
 */
function mistakesIn(text: string): readonly string[] {
  const taken = "state|note|default|class|classDef|style|click|scale|end";
  const id = String.raw`(?!(?:${taken})\b)[a-zA-Z_]\w*`;
  const words = String.raw`(?:[^:;#"<>{}\n]|#\d+;|<br/>)+`;
  const line = new RegExp(
    String.raw`^ +(?:\[\*\] --> ${id}|${id} --> (?:\[\*\]|${id}(?:: ${words})?)|${id}: ${words}|` +
      String.raw`state "${words}" as ${id} \{|\}|--)$`,
  );
  const [head = "", ...lines] = text.trimEnd().split("\n");
  if (head !== "stateDiagram-v2") return [head];
  const wrong = lines.filter((one) => !line.test(one)).map((one) => one.trim());
  const declared = new Set(lines.map((one) => /^ *(?:state ".*" as )?(\w+)[: ]/.exec(one)?.[1]));
  const led = lines.flatMap((one) => / --> (\w+)/.exec(one)?.[1] ?? []);
  const lost = led.filter((to) => !declared.has(to)).map((to) => `${to} is no state`);
  const braces = lines.filter((one) => one.endsWith("{")).length;
  const closed = lines.filter((one) => one.trim() === "}").length;
  return [...wrong, ...lost, ...(braces === closed ? [] : ["a brace is open"])];
}
