/** What the page makes of a trace, against what the trace itself says. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { prepareTexts } from "../../src/scenario/input-texts.ts";
import { formatTime } from "../../src/trace/times.ts";
import { recordAt } from "../../src/web/record-at.ts";
import { Run } from "../../src/web/run.ts";

const folder = "docs/examples";
const examples = readdirSync(folder).filter((name) => name !== "many-pods.yaml");

function runOf(name: string, overrides = {}): Run {
  const readNamed = (path: string) => ({ file: path, text: readFileSync(path, "utf8") });
  const texts = { sources: [readNamed(`${folder}/${name}`)], named: {}, overrides };
  const input = prepareTexts(texts);
  return new Run(input, runScenario(input).records);
}

describe("declared and actual at the end are what the verdict says", () => {
  it.each(examples)("%s", (name) => {
    const run = runOf(name, { durationMs: 120_000 });
    const verdict = run.records.at(-1);
    const moment = run.history.at(run.records.length);
    if (verdict?.type !== "verdict") throw new Error("the last record is the verdict");
    expect(moment.rows).toEqual(verdict.rows);
    expect(moment.agrees).toBe(verdict.agrees);
  });
});

describe("read piece by piece it is what it is at once", () => {
  const overrides = { durationMs: 60_000 };
  const said = (run: Run) => ({
    picture: run.picture,
    news: run.news,
    divergence: run.divergence,
    states: run.states.names.map((name) => [run.states.of(name), run.states.news.causeOf(name, 0)]),
    moment: run.history.at(Math.floor(run.records.length / 2)).rows,
    words: run.records.slice(-20).map((record) => run.wordsOf(record)),
  });

  it.each(examples)("%s", (name) => {
    const whole = runOf(name, overrides);
    const { input, records } = whole;
    const underWay = (nowMs: number) => ({ nowMs, spanMs: 0, origin: whole.origin });
    let grown = new Run(input, [], underWay(0));
    for (let at = 0, size = 1; at < records.length; at += size, size = (size * 3) % 17) {
      grown = grown.later(records.slice(at, at + size), underWay(0));
      // Whoever looks meanwhile changes nothing.
      said(grown);
    }
    expect(said(grown)).toEqual(said(whole));
  });

  it("and what it was at its last record, it still is later on", () => {
    const whole = runOf("bootstrap.yaml");
    const { endMs } = whole;
    const { picture } = whole.later([], { nowMs: endMs + 5000, spanMs: 0, origin: whole.origin });
    expect(picture.endMs).toBe(endMs + 5000);
    const ends = (rows: typeof picture.rows) =>
      rows.map(({ name, spans }) => [name, spans.at(-1)?.toMs]);
    const later = whole.picture.rows.map(({ name, spans }) => {
      const toMs = spans.at(-1)?.toMs;
      return [name, toMs === endMs ? endMs + 5000 : toMs];
    });
    expect(ends(picture.rows)).toEqual(later);
  });
});

describe("every record", () => {
  it.each(examples)("of %s has words and causes", (name) => {
    const run = runOf(name, { durationMs: 60_000 });
    const told = run.records.map((record) => run.wordsOf(record));
    expect(told).not.toContain("");
    const causes = run.records
      .filter(({ type }) => type !== "warning")
      .map((record) => run.explain(record).steps.length);
    expect(causes).not.toContain(0);
  });
});

describe("the bootstrap, moment by moment", () => {
  const run = runOf("bootstrap.yaml");
  const at = (ms: number) => {
    const { agrees, rows, link, kubelet, lists } = run.history.at(run.countAt(ms));
    const shown = rows.map(({ pod, state, verdict }) => `${pod} ${state ?? "-"} ${verdict}`);
    return { agrees, shown, link, kubelet, lists };
  };

  it.each([
    [0, "kube-apiserver Creating agrees", false, 1],
    [8_600, "kube-apiserver Running agrees, web Exited exited, worker Running agrees", false, 9],
    [13_500, "kube-apiserver Running agrees, stray Running undeclared", false, 14],
  ])("at %i ms", (ms, shown, link, lists) => {
    const moment = at(ms);
    expect(moment.shown.join(", ")).toContain(shown);
    expect(moment).toMatchObject({ link, lists, kubelet: true });
    expect(moment.agrees).toBe(!/exited|undeclared/.test(shown));
  });

  it("begins with nothing", () => {
    expect(run.history.at(0)).toMatchObject({ rows: [], lists: 0, kubelet: false, link: false });
  });
});

describe("a place in the timeline", () => {
  const run = runOf("bootstrap.yaml");
  const row = run.picture.rows.find(({ name }) => name === "web/app");
  if (row === undefined) throw new Error("web/app has a lane");
  const said = (ms: number, near: number) => {
    const record = recordAt(row, ms, near);
    return record && `${formatTime(run.msOf(record.seq))} ${run.wordsOf(record)}`;
  };

  it("means the sign that is near", () => {
    expect(said(8_400, 200)).toMatch(/^8.5s web\/app#1 .*137/);
  });

  it("means what made the lane what it is there", () => {
    expect(said(7_000, 200)).toBe("4s web/app#1 starts");
    expect(said(12_000, 200)).toBe("11s web/app#2 starts");
  });

  it("means nothing before anything was told of it", () => {
    expect(said(1_000, 200)).toBeUndefined();
  });
});

describe("steps", () => {
  const run = runOf("bootstrap.yaml");

  it("to the next list and back", () => {
    const first = run.listBeside(1, 1);
    const second = run.listBeside(first?.seq ?? 0, 1);
    expect(second).toMatchObject({ type: "relist", number: 2 });
    expect(run.listBeside(second?.seq ?? 0, -1)).toBe(first);
    expect(run.listBeside(first?.seq ?? 0, -1)).toBeUndefined();
  });

  it("to a time take all records of that instant", () => {
    const count = run.countAt(0);
    expect(run.msOf(count)).toBe(0);
    expect(run.msOf(count + 1)).toBeGreaterThan(0);
  });
});
