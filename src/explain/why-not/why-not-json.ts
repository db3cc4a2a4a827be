/** What something lacks, as data: docs/explain.md names every field. */
import type { TraceRecord } from "../../model/trace.ts";
import { inForce } from "../explain.ts";
import { groundJson, ruleJson } from "../explanation-json.ts";
import type { Story } from "../story.ts";
import { tell } from "../tell.ts";
import type { Lack } from "./lack.ts";
import type { WhyNot } from "./why-not.ts";

export function whyNotAsJson(story: Story, answers: readonly WhyNot[]): string {
  const data = answers.map(({ asked, atMs, isSo, since, lacks, later }) => ({
    asked,
    at: atMs / 1000,
    isSo,
    ...(since && { since: happened(story, since) }),
    lacks: lacks.map((lack) => lackJson(story, lack)),
    ...(later && { later: happened(story, later) }),
  }));
  return `${JSON.stringify({ whyNot: data }, undefined, 2)}\n`;
}

function lackJson(story: Story, lack: Lack): object {
  const { what, since, needs, details = [], grounds = [], rule, later, lacks = [] } = lack;
  const record = since ?? story.records.at(-1);
  return {
    what,
    ...(since && { since: happened(story, since) }),
    needs,
    details,
    grounds: grounds.map(groundJson),
    ...(record && { rule: ruleJson(inForce(story, record, rule)) }),
    ...(later && { later: happened(story, later) }),
    lacks: lacks.map((each) => lackJson(story, each)),
  };
}

function happened(story: Story, record: TraceRecord): object {
  const { t, seq, type } = record;
  return { t, seq, type, what: tell(story, record).what };
}
