/**
 * What is missing at a moment: for each pod of each scenario file, each state that one may ask for
 * and some moments, the answer is what the trace shows.
 */
import { describe, expect, it } from "vitest";
import { Story } from "../../src/explain/story.ts";
import type { Lack } from "../../src/explain/why-not/lack.ts";
import { type WhyNot, type WhyNotQuestion, whyNot } from "../../src/explain/why-not/why-not.ts";
import { toMs } from "../../src/trace/times.ts";
import { play, readScenario, scenarioFiles } from "../support/scenario-files.ts";

const files = scenarioFiles().filter((file) => !file.startsWith("test/parity"));
const states = [
  "Ready",
  "ContainersReady",
  "Initialized",
  "PodScheduled",
  "PodReadyToStartContainers",
  "Running",
  "Succeeded",
  "Failed",
  "removed",
  "there",
];
const moments = 4;

describe("what is missing", () => {
  it.each(files)("is told of %s as it is there", (file) => {
    const input = readScenario(file);
    if (input === undefined || input.scenario.model === "textbook") return;
    const story = new Story(input, play(input));
    const { endMs } = story.facts;
    const times = Array.from({ length: moments }, (_, index) => (index * endMs) / (moments - 1));
    const answers = states.map((state) =>
      times.map((ms) => whyNot(story, { whyNot: state, at: `${ms / 1000}` })),
    );
    const wrong = answers.flatMap((ofState) =>
      ofState.flatMap((each, index) =>
        each.flatMap((answer, pod) => [
          ...wrongIn(answer),
          ...wrongLater(
            answer,
            ofState.slice(index + 1).map((all) => all[pod]),
          ),
        ]),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

/** Either it is so, or something is missing that was there before, and comes later or never. */
function wrongIn({ instead, asked, atMs, isSo, since, lacks, later }: WhyNot): readonly string[] {
  const which = `${isSo ? asked : instead} at ${atMs}`;
  if (isSo) return since !== undefined && toMs(since.t) <= atMs ? [] : [`${which}, since never`];
  const leaves = leavesOf(lacks);
  return [
    ...(leaves.length > 0 ? [] : [`${which}, and nothing is missing`]),
    ...(later === undefined || toMs(later.t) >= atMs ? [] : [`${which} becomes so before`]),
    ...leaves.flatMap((leaf) => wrongLack(leaf, atMs).map((text) => `${which}: ${text}`)),
    ...(later === undefined ? [] : lateLeaves(leaves, later.t)).map((text) => `${which}: ${text}`),
  ];
}

function leavesOf(lacks: readonly Lack[]): readonly Lack[] {
  return lacks.flatMap((lack) => {
    const own = leavesOf(lack.lacks ?? []);
    return own.length > 0 ? own : [lack];
  });
}

function wrongLack({ what, since, later }: Lack, atMs: number): readonly string[] {
  return [
    ...(since === undefined || toMs(since.t) <= atMs ? [] : [`${what} since later`]),
    ...(later === undefined || toMs(later.t) >= atMs ? [] : [`${what} is over before`]),
  ];
}

/** What is missing has come before that which waited for it. */
function lateLeaves(leaves: readonly Lack[], t: number): readonly string[] {
  return leaves.flatMap(({ what, later }) =>
    later === undefined || later.t > t ? [`${what} until ${later?.t ?? "ever"}, not ${t}`] : [],
  );
}

/** What is said to become so is so at some later moment, and what is said never to is at none. */
function wrongLater(
  { instead, atMs, isSo, later }: WhyNot,
  after: readonly (WhyNot | undefined)[],
): readonly string[] {
  if (isSo || later !== undefined) return [];
  const so = after.find((other) => other?.isSo === true);
  return so === undefined ? [] : [`${instead} at ${atMs} and never, but is so at ${so.atMs}`];
}

describe("an answer", () => {
  it.each([
    ["docs/examples/sidecar-in-job.yaml", "Ready", "1s", "report/proxy#1 is being created"],
    ["docs/examples/init-fails.yaml", "app started", "5s", "web/migrate#2 runs"],
    ["docs/examples/init-fails.yaml", "Initialized", "20s", "web/migrate#2 has ended with 1"],
    ["docs/examples/slow-starter.yaml", "Ready", "15s", "the readiness probe of web/app#1 fails"],
    [
      "docs/examples/liveness-before-startup.yaml",
      "app started",
      "25s",
      "startup probe of web/app",
    ],
    ["docs/examples/crash-loop.yaml", "Ready", "40s", "web/app#3 has ended with 1"],
    ["docs/examples/crash-loop.yaml", "app#9", "100s", "web/app#5 runs"],
    [
      "docs/examples/exit-0-crash-loop.yaml",
      "Succeeded",
      "40s",
      "is started again whenever it ends",
    ],
    [
      "docs/examples/deleted-during-pull.yaml",
      "removed",
      "40s",
      "the image of web/app is being pulled",
    ],
    ["docs/examples/graceful-stop.yaml", "removed", "57s", "the preStop hook of web/app#1 runs"],
    ["docs/examples/graceful-stop.yaml", "gone", "65s", "web/proxy#1 runs, and waits for others"],
    ["docs/examples/graceful-stop.yaml", "app ended", "65s", "web/app#1 has got SIGTERM"],
    ["test/cases/readiness-gates.yaml", "Ready", "10s", "example.com/traffic of gated"],
    ["test/cases/readiness-gates.yaml", "example.com/traffic", "10s", "readiness gate, is not set"],
    ["test/cases/im-01.yaml", "Ready", "20s", "the image of badimage/app could not be pulled"],
    ["test/cases/hk-01.yaml", "a/c2 running", "5s", "the postStart hook of a/c1#1 runs"],
    ["test/cases/rj-01.yaml", "b Ready", "20s", "b has failed (OutOfcpu)"],
    ["test/cases/rj-01.yaml", "c there", "20s", "c is not there yet"],
    ["test/cases/delete-in-back-off.yaml", "crash removed", "9m", "finalizers: example.com/keep"],
    ["test/cases/reboot.yaml", "web/app#2", "70s", "the node is down"],
    ["test/cases/ep-01.yaml", "stuck Ready", "60s", "stuck/setup#1 runs"],
    ["test/cases/api-outage.yaml", "leave removed", "100s", "the API server cannot be reached"],
    ["test/cases/st-04.yaml", "web removed", "5s", "the file of web is there"],
  ])("of %s, why not %s at %s: %s", (file, state, at, said) => {
    const told = whatOf(file, { whyNot: state, at });
    expect(told.some((text) => text.includes(said)) || told).toBe(true);
  });

  it("tells before it how it came, of what is so in the end and no moment is named", () => {
    const [so, before] = whyNot(storyOf("docs/examples/init-fails.yaml"), { whyNot: "app ready" });
    expect(so).toMatchObject({ isSo: true, since: { t: 24.614 } });
    expect(before).toMatchObject({ isSo: false, atMs: 24_613, later: { t: 24.614 } });
  });

  it.each([
    ["docs/examples/pod.yaml", "raedy", 'did you mean "ready"'],
    ["docs/examples/pod.yaml", "nobody ready", "there is no pod or container nobody"],
    ["docs/examples/pod.yaml", "app gone", "of a container: ready, started, running or ended"],
    ["docs/examples/crash-loop-textbook.yaml", "Ready", "asks of statuses, which the textbook"],
  ])("of %s, why not %s, is that it is not understood: %s", (file, state, said) => {
    expect(() => whyNot(storyOf(file), { whyNot: state })).toThrow(said);
  });
});

function storyOf(file: string): Story {
  const input = readScenario(file);
  if (input === undefined) throw new Error(`${file} can not be read`);
  return new Story(input, play(input));
}

function whatOf(file: string, question: WhyNotQuestion): readonly string[] {
  return whyNot(storyOf(file), question).flatMap(({ lacks }) =>
    leavesOf(lacks).map(({ what }) => what),
  );
}
