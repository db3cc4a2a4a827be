/** Makes docs/edge-vs-level.md: the argument, with figures that are measured when it is made. */
import { readFileSync } from "node:fs";
import { CompareFold, type FoldedVariant } from "../../src/compare/compare-fold.ts";
import { measureText } from "../../src/compare/measure-text.ts";
import { measureRun } from "../../src/compare/measured-run.ts";
import { shrink } from "../../src/compare/shrink/shrink.ts";
import { variantOf } from "../../src/compare/variant.ts";
import type { Observe } from "../../src/node/node-options.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { cases, exploreCase } from "../explore/cases.ts";

/** The page, in which a word in capitals stands for a figure or a table. */
const template = readFileSync("test/support/edge-page.txt", "utf8");
const seeds = { from: 1, to: 200 };
const demo = "docs/examples/bootstrap.yaml";
const documents = parseYaml({ file: demo, text: readFileSync(demo, "utf8") });

export function generateEdgePage(): string {
  const parts = {
    LOSSES: table(
      ["events lost", "level converges", "edge converges", "evented converges", "at worst after"],
      ["0 %", "1 %", "5 %", "20 %", "100 %"].map((loss) => lossRow(loss)),
    ),
    ORDER: table(
      ["what becomes of events", "edge converges", "at worst after", "level at worst after"],
      [
        ["all come 5 s late", "delay=5s"],
        ["all come twice", "duplicate=1"],
        ["all overtake each other, by up to 5 s", "reorder=5s"],
      ].map(([words = "", faults = ""]) => orderRow(words, faults)),
    ),
    EXPLORED: table(
      ["world", "kubelet", "states", "moves deep", "never converge", "the others within"],
      cases.flatMap((one) =>
        (["level", "edge"] as const).map((kubelet) => {
          const { states, depth, isComplete, never, slowest } = exploreCase(one, kubelet);
          const deep = isComplete ? "all there are" : String(depth);
          return [one.title, kubelet, String(states), deep, String(never), `${slowest} rounds`];
        }),
      ),
    ),
    COSTS: table(
      ["containers", "level: lists", "entries read", "evented: lists", "entries read"],
      [10, 110, 1000].map(costRow),
    ),
    SMALLEST: smallest(),
    ...singleLosses(),
    SEEDS: String(seeds.to),
  };
  return Object.entries(parts).reduce((page, [key, text]) => page.replace(key, text), template);
}

function inputOf(faults: string | undefined): PreparedInput {
  return prepareInput(documents, { overrides: faults === undefined ? {} : { faults } });
}

function foldOf(faults: string, observe: Observe): FoldedVariant {
  // Who lists each second is done with the scenario; the others may take longer.
  const isExact = observe === "level";
  const fold = new CompareFold(inputOf(faults), { variants: [variantOf(observe)], isExact });
  for (let seed = seeds.from; seed <= seeds.to; seed++) fold.take(seed);
  const [folded] = fold.folded();
  if (folded === undefined) throw new Error("one variant was compared");
  return folded;
}

function lossRow(loss: string): readonly string[] {
  const faults = `drop=${Number.parseFloat(loss) / 100}`;
  const [level, edge, evented] = (["level", "edge", "evented"] as const).map((observe) =>
    foldOf(faults, observe),
  );
  return [loss, share(level), share(edge), share(evented), worst(evented)];
}

function orderRow(words: string, faults: string): readonly string[] {
  const [edge, level] = [foldOf(faults, "edge"), foldOf(faults, "level")];
  return [words, share(edge), worst(edge), worst(level)];
}

function share(variant: FoldedVariant | undefined): string {
  return `${variant?.converged} of ${seeds.to}`;
}

function worst(variant: FoldedVariant | undefined): string {
  return measureText("converge", variant?.worst.converge?.value);
}

/** In an hour in which nothing happens, from the difference of two runs. */
function costRow(containers: number): readonly string[] {
  const pods = Array.from({ length: containers }, (_, index) =>
    JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: `web-${index}` },
      spec: { containers: [{ name: "app", image: "a" }] },
    }),
  );
  const text = pods.join("\n---\n");
  const input = prepareInput(parseYaml({ file: "pods.yaml", text }), {
    overrides: { model: "textbook" },
  });
  const [level, evented] = (["level", "evented"] as const).map((observe) => {
    const [fromS, toS] = observe === "level" ? [10, 40] : [10, 310];
    const [before, after] = [fromS, toS].map(
      (endS) => measureRun(input, variantOf(observe), endS, { keepRecords: false }).measures,
    );
    const perHour = 3600 / (toS - fromS);
    return (["lists", "entries"] as const).map((name) =>
      String(((after?.[name] ?? 0) - (before?.[name] ?? 0)) * perHour),
    );
  });
  return [String(containers), ...(level ?? []), ...(evented ?? [])];
}

/** Each event of the demo lost alone: how many there are, and how many of them matter. */
function singleLosses() {
  const whole = inputOf(undefined);
  const { records } = runScenario(whole, { observe: "edge" });
  const counts = new Map<string, number>();
  const losses = records.flatMap((record) => {
    if (record.type !== "runtimeEvent" || record.container === undefined) return [];
    const { pod, container, event } = record;
    const nth = (counts.get(`${pod} ${container} ${event}`) ?? 0) + 1;
    counts.set(`${pod} ${container} ${event}`, nth);
    return [{ at: 0, action: "dropEvents", pod, container, event, nth }];
  });
  const harmful = losses.filter((loss) => {
    const [scenario, ...pods] = documents;
    const value = structuredClone(scenario?.value) as { spec: { stimuli: object[] } };
    value.spec.stimuli.unshift(loss);
    const locate = () => ({ file: demo, line: 1, column: 1 });
    const input = prepareInput([{ file: demo, value, locate }, ...pods]);
    const last = runScenario(input, { observe: "edge" }).records.at(-1);
    return last?.type === "verdict" && !last.agrees;
  });
  const names = harmful.map(({ pod, container, event }) => `${event} of ${pod}/${container}`);
  return { HEARD: String(losses.length), HARMFUL: String(harmful.length), WHICH: names.join(", ") };
}

function smallest(): string {
  const variants = [variantOf("level"), variantOf("edge")];
  const found = shrink(documents, inputOf("drop=0.05"), { variants, seeds });
  if (found === undefined) throw new Error("edge does not converge with some seed");
  return found.text.trimEnd();
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
