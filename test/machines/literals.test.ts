/** Each machine is in its file for an editor to read: one literal, of which nothing is lost. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { machineTable } from "../../src/web/machines/machine-table.ts";
import { statechartOf } from "../../src/web/machines/statechart.ts";
import { machineLiterals } from "../support/machine-literal.ts";

const literalsIn = (path: string) => machineLiterals(path, readFileSync(path, "utf8"));

describe.each(machineTable)("$path", ({ path, machine }) => {
  it("holds one machine, which an editor reads as it runs", () => {
    const literals = literalsIn(path);
    expect(literals.map(({ flaws }) => flaws)).toEqual([[]]);
    const [{ config } = { config: {} }] = literals;
    const read = createMachine(config as Parameters<typeof createMachine>[0]);
    expect(statechartOf(read)).toEqual(statechartOf(machine));
    expect(read.id).toBe(machine.id);
  });
});

it("no other file has a machine", () => {
  const paths = readdirSync("machines", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `machines/${name}`);
  expect(paths.filter((path) => literalsIn(path).length > 0).toSorted()).toEqual(
    machineTable.map(({ path }) => path).toSorted(),
  );
});

describe("an editor", () => {
  const flawsOf = (config: string) =>
    machineLiterals("a.ts", `export const m = setup({}).createMachine(${config});`).map(
      ({ flaws }) => flaws,
    );

  it.each([
    ["a config from elsewhere", "config", "line 1: config is no object literal"],
    ["a spread", "{ ...shared }", "line 1: ...shared is no property with a literal key"],
    ["a computed key", '{ on: { [name]: "a" } }', '[name]: "a" is no property'],
    ["a state from elsewhere", "{ states: { a } }", "line 1: a is no property"],
    ["states that are built", "{ states: statesOf(3) }", "statesOf(3) is no object literal"],
    ["an initial state that is computed", "{ initial: first }", "line 1: first is no text"],
    ["a description that is put together", '{ description: "a" + "b" }', '"a" + "b" is no text'],
    ["a transition from elsewhere", "{ on: { go: next } }", "line 1: next is no object literal"],
    ["a target that is computed", "{ always: { target: next } }", "line 1: next is no text"],
    ["an action without a name", "{ entry: () => {} }", "() => {} is no object literal"],
    ["a guard without a name", "{ always: { guard: () => true } }", "() => true is no object"],
    ["an actor without a name", "{ invoke: { src: logic } }", "line 1: logic is no text"],
    ["a key that it does not know", "{ parallel: true }", 'true of "parallel" is not known'],
  ])("loses %s", (_, config, flaw) => {
    expect(flawsOf(config)).toEqual([[expect.stringContaining(flaw)]]);
  });

  it("finds no machine where nothing makes one", () => {
    expect(machineLiterals("a.ts", "createActor(machine)")).toEqual([]);
  });
});
