/** Advice from a run: what its rules find in it, each thing once. */
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { AccountBook } from "./account-book.ts";
import { AdvisedRun } from "./advised-run.ts";
import type { Finding } from "./finding.ts";
import { type AdviceRuleName, adviceRules, toldBy } from "./rules.ts";

export interface Advice extends Finding {
  readonly rule: AdviceRuleName;
  /** Of how many more pods of the same owner the same is to be said. */
  readonly others: number;
}

/** Sees the records of a run as they come, and keeps what advice needs of them. */
export class AdviceBook {
  readonly #input: PreparedInput;
  readonly #accounts = new AccountBook();
  readonly #stimuli: TraceRecord[] = [];

  constructor(input: PreparedInput) {
    this.#input = input;
  }

  see(record: TraceRecord): void {
    this.#accounts.see(record);
    if (record.type === "stimulus") this.#stimuli.push(record);
  }

  /** What the run did, in the order of the pods' coming. */
  get accounts(): Pick<AccountBook, "pods" | "nodeAway"> {
    return this.#accounts;
  }

  get run(): AdvisedRun {
    return new AdvisedRun(this.#input, this.#accounts.pods, this.#stimuli);
  }

  /** The textbook has neither probes nor statuses, and is given no advice. */
  get advice(): readonly Advice[] {
    return this.#input.scenario.model === "textbook" ? [] : adviceOn(this.run);
  }
}

/** Advice from a whole trace. */
export function adviceOf(input: PreparedInput, records: readonly TraceRecord[]): readonly Advice[] {
  const book = new AdviceBook(input);
  for (const record of records) book.see(record);
  return book.advice;
}

const names = Object.keys(adviceRules) as readonly AdviceRuleName[];

function adviceOn(run: AdvisedRun): readonly Advice[] {
  const found = names.flatMap((rule) =>
    adviceRules[rule].find(run).map((finding): Advice => ({ rule, others: 0, ...finding })),
  );
  // The replicas of an owner have one template, so what is said of one is said of all.
  const templates = new Map(run.pods.map(({ title, manifest }) => [title, manifest.source]));
  const subjects = new Map<unknown, number>(
    [...new Set(templates.values())].map((source, index) => [source, index]),
  );
  const subjectOf = ({ pod, container = "" }: Advice): string =>
    `${subjects.get(templates.get(pod))} ${container}`;
  return withoutLikes(withoutTold(found, subjectOf), subjectOf);
}

type SubjectOf = (advice: Advice) => string;

function withoutTold(found: readonly Advice[], subjectOf: SubjectOf): readonly Advice[] {
  const told = new Set(found.map((each) => `${each.rule} ${subjectOf(each)}`));
  return found.filter((each) => {
    const tellers = toldBy[each.rule] ?? [];
    return !tellers.some((rule) => told.has(`${rule} ${subjectOf(each)}`));
  });
}

/** Of those of one rule about one template the first stands for all. */
function withoutLikes(found: readonly Advice[], subjectOf: SubjectOf): readonly Advice[] {
  const firsts = new Map<string, Advice>();
  for (const advice of found) {
    const key = `${advice.rule} ${subjectOf(advice)} ${advice.fixes[0]?.path}`;
    const first = firsts.get(key);
    firsts.set(key, first === undefined ? advice : { ...first, others: first.others + 1 });
  }
  return [...firsts.values()];
}
