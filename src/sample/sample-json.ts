/** A sample for programs. */
import type { Scenario } from "../scenario/scenario.ts";
import type { Sample } from "./sample.ts";

/** One object, with all milestones. */
export function sampleAsJson({ name, model, observe }: Scenario, sample: Sample): string {
  const { milestones, ...what } = sample;
  const lines = milestones.map((milestone) => `    ${JSON.stringify(milestone)}`);
  const head = JSON.stringify({ scenario: name, model, observe, ...what }, null, 2);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `${head.slice(0, -2)},\n  "milestones": ${list}\n}\n`;
}

/** One milestone a line. */
export function sampleAsLines({ milestones }: Sample): string {
  return milestones.map((milestone) => `${JSON.stringify(milestone)}\n`).join("");
}
