/**
 * `npm run parity`: plays what is not current over all seeds, on all cores, and writes the results
 * and the pages, and removes those of scenarios that are gone. Names of scenarios limit it to
 * those; `--all` plays also what is current; `--try=20` shows what does not fit over so many seeds,
 * and writes nothing.
 */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { scenarioNames } from "./folder.ts";
import { pagesFolder, parityPages } from "./page.ts";
import { Stage, digestOf, minorsOf, seedsChecked, seedsPlayed } from "./play.ts";
import {
  type RunResult,
  inputsOf,
  readResult,
  removeResult,
  resultNames,
  writeResult,
} from "./results.ts";

interface Job {
  readonly name: string;
  readonly minor: string;
}

interface Done extends Job {
  readonly digests: Readonly<Record<string, string>>;
  readonly runs: readonly RunResult[];
  readonly error?: string;
}

if (process.send) work();
else await direct(process.argv.slice(2));

function work(): void {
  process.on("message", ({ name, minor }: Job) => {
    try {
      process.send?.({ name, minor, ...play(name, minor) });
    } catch (error) {
      process.send?.({ name, minor, error: error instanceof Error ? error.message : "failed" });
    }
  });
}

/** How a scenario does over a few seeds, while it is written; nothing is kept. */
function tryOut(name: string, seeds: number): void {
  for (const minor of minorsOf(name)) {
    const stage = new Stage(name, minor);
    const played = Array.from({ length: seeds }, (_, index) => stage.play(index + 1));
    for (const { index, rows, surplus } of stage.compare(played)) {
      const run = stage.runs.find((mapped) => mapped.index === index)?.run;
      console.log(`\n${run?.pod} ${run?.kubernetes}: ${rows.length} milestones`);
      for (const { name: milestone, t, earliest, latest, found, swapped, fits } of rows) {
        const order = swapped === undefined ? "" : `; always before ${swapped}`;
        const span = `${earliest} – ${latest} in ${found} of ${seeds}${order}`;
        if (!fits) console.log(`  ${t}  ${milestone}: ${span}`);
      }
      for (const { name: milestone, earliest, latest, found } of surplus) {
        console.log(`  only simulated  ${milestone}: ${earliest} – ${latest} in ${found}`);
      }
    }
  }
}

function play(name: string, minor: string): Pick<Done, "digests" | "runs"> {
  const stage = new Stage(name, minor);
  const digests: Record<string, string> = {};
  const seeds = Array.from({ length: seedsPlayed }, (_, index) => {
    const seed = index + 1;
    const milestones = stage.play(seed);
    if ((seedsChecked as readonly number[]).includes(seed)) digests[seed] = digestOf(milestones);
    return milestones;
  });
  return { digests, runs: stage.compare(seeds) };
}

async function direct(args: readonly string[]): Promise<void> {
  const all = scenarioNames();
  const named = args.filter((arg) => !arg.startsWith("--"));
  const unknown = named.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`no such scenario: ${unknown.join(", ")}`);
  const chosen = named.length > 0 ? named : all;
  const seeds = args.find((arg) => arg.startsWith("--try="))?.slice("--try=".length);
  if (seeds !== undefined) return chosen.forEach((name) => tryOut(name, Number(seeds)));
  const stale = chosen.filter((name) => args.includes("--all") || !isCurrent(name));
  const jobs = stale.flatMap((name) => minorsOf(name).map((minor) => ({ name, minor })));
  const done: Done[] = [];
  const workers = Math.min(jobs.length, availableParallelism());
  await Promise.all(
    Array.from({ length: workers }, () => {
      const worker = fork(import.meta.filename, [], { execArgv: ["--import", "tsx"] });
      return new Promise<void>((resolve) => {
        const next = (): void => {
          const job = jobs.shift();
          if (job) return void worker.send(job);
          worker.kill();
          resolve();
        };
        worker.on("message", (result: Done) => {
          done.push(result);
          const { name, minor, error } = result;
          console.error(`${name} ${minor}${error === undefined ? "" : `: ${error}`}`);
          save(name, done);
          next();
        });
        next();
      });
    }),
  );
  writePages();
  if (done.some(({ error }) => error !== undefined)) process.exitCode = 1;
}

function writePages(): void {
  const scenarios = new Set(scenarioNames());
  for (const name of resultNames()) if (!scenarios.has(name)) removeResult(name);
  const pages = parityPages();
  mkdirSync(pagesFolder, { recursive: true });
  for (const name of readdirSync(pagesFolder)) {
    if (!pages.has(`${pagesFolder}/${name}`)) rmSync(`${pagesFolder}/${name}`);
  }
  for (const [path, text] of pages) writeFileSync(path, text);
}

/** Whether a few seeds still bring what they brought when all were played. */
function isCurrent(name: string): boolean {
  const result = readResult(name);
  if (result?.inputs !== inputsOf(name) || result.seeds !== seedsPlayed) return false;
  return minorsOf(name).every((minor) => {
    const stage = new Stage(name, minor);
    return seedsChecked.every(
      (seed) => result.digests[minor]?.[seed] === digestOf(stage.play(seed)),
    );
  });
}

/** Once all of its minors are there. */
function save(name: string, done: readonly Done[]): void {
  const parts = done.filter((part) => part.name === name && part.error === undefined);
  const minors = minorsOf(name);
  if (parts.length < minors.length) return;
  writeResult(name, {
    inputs: inputsOf(name),
    seeds: seedsPlayed,
    digests: Object.fromEntries(
      minors.map((minor) => [minor, parts.find((part) => part.minor === minor)?.digests ?? {}]),
    ),
    runs: parts.flatMap(({ runs }) => runs).toSorted((a, b) => a.index - b.index),
  });
}
