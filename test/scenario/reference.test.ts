import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatReference,
  formatRun,
  isStimulusId,
  parseBound,
  parseMoment,
  parsePod,
  parsePull,
  parseRun,
} from "../../src/scenario/reference.ts";
import type { PodReference, Reference } from "../../src/scenario/reference.ts";

const web: PodReference = { kind: "pod", name: "web" };

describe("a pod", () => {
  it.each([
    ["web", web],
    ["web.example-1", { kind: "pod", name: "web.example-1" }],
    ["web@2", { kind: "pod", name: "web", instance: 2 }],
    ["mirror(web)", { kind: "mirror", name: "web" }],
  ])("%s", (text, expected) => {
    expect(parsePod(text)).toEqual(expected);
  });

  it.each(["", "web@", "web@0", "web@x", "mirror()", "mirror(web", "a/b", "web*", "a b", "web#1"])(
    "%j is none",
    (text) => expect(parsePod(text)).toBeUndefined(),
  );
});

describe("a run", () => {
  it.each([
    ["app#1", { container: "app", run: 1 }],
    ["web/app#12", { pod: web, container: "app", run: 12 }],
    ["web@2/app#1", { pod: { ...web, instance: 2 }, container: "app", run: 1 }],
    ["mirror(web)/app#1", { pod: { kind: "mirror", name: "web" }, container: "app", run: 1 }],
    ["app#next", { container: "app", run: { next: 1 } }],
    ["web/app#next2", { pod: web, container: "app", run: { next: 2 } }],
    ["web.1/app#1", { pod: { kind: "pod", name: "web.1" }, container: "app", run: 1 }],
  ])("%s", (text, expected) => {
    expect(parseRun(text)).toEqual(expected);
  });

  it.each(["app", "app#", "app#0", "app#-1", "app#1.5", "app#next1", "app#next0", "#1", "/app#1"])(
    "%j is none",
    (text) => expect(parseRun(text)).toBeUndefined(),
  );

  it.each(["a/b/app#1", "app#1#2", "app#1.start", "ap*#1", "app #1"])("%j is none", (text) =>
    expect(parseRun(text)).toBeUndefined(),
  );
});

describe("a pull", () => {
  it("is numbered like a run", () => {
    expect(parsePull("app.pull#1")).toEqual({ container: "app", pull: 1 });
    expect(parsePull("web/app.pull#2")).toEqual({ pod: web, container: "app", pull: 2 });
  });

  it.each(["app#1", "app.pull", "app.pull#0", "app.pull#next"])("%j is none", (text) =>
    expect(parsePull(text)).toBeUndefined(),
  );
});

describe("a moment", () => {
  const appRun = { container: "app", run: 2 };
  it.each<[string | number, Reference]>([
    [20, { kind: "t0", offsetMs: 20_000 }],
    ["1m30s", { kind: "t0", offsetMs: 90_000 }],
    ["t0", { kind: "t0", offsetMs: 0 }],
    ["t0+1s", { kind: "t0", offsetMs: 1_000 }],
    ["end", { kind: "end", offsetMs: 0 }],
    ["end-10s", { kind: "end", offsetMs: -10_000 }],
    ["del", { kind: "stimulus", id: "del", offsetMs: 0 }],
    ["del-2", { kind: "stimulus", id: "del-2", offsetMs: 0 }],
    ["del-5s", { kind: "stimulus", id: "del", offsetMs: -5_000 }],
    ["del-5s-1s", { kind: "stimulus", id: "del-5s", offsetMs: -1_000 }],
    ["app#2.start", { kind: "run", run: appRun, moment: "start", offsetMs: 0 }],
    ["app#2.exit-0s", { kind: "run", run: appRun, moment: "exit", offsetMs: 0 }],
    ["app#2.sigterm+1m30s", { kind: "run", run: appRun, moment: "sigterm", offsetMs: 90_000 }],
    ["app#2.preStop+.5s", { kind: "run", run: appRun, moment: "preStop", offsetMs: 500 }],
    ["app#2.postStart", { kind: "run", run: appRun, moment: "postStart", offsetMs: 0 }],
    [
      "app.pull#1.end+5s",
      { kind: "pull", pull: { container: "app", pull: 1 }, moment: "end", offsetMs: 5_000 },
    ],
    ["pod.status.startTime+20s", { kind: "podStart", offsetMs: 20_000 }],
    ["web.status.startTime", { kind: "podStart", pod: web, offsetMs: 0 }],
    [
      "mirror(web).status.startTime",
      { kind: "podStart", pod: { kind: "mirror", name: "web" }, offsetMs: 0 },
    ],
  ])("%s", (text, expected) => {
    expect(parseMoment(text)).toEqual(expected);
  });

  it.each(["", "app#2", "app#2.stop", "app.start", "t0+", "t0+5", "+5s", "-5s", "a b", "1del"])(
    "%j is none",
    (text) => expect(parseMoment(text)).toBeUndefined(),
  );

  it.each(["app#0.start", "app.pull#1.exit", "web.status.phase", -1, Number.NaN])(
    "%j is none",
    (value) => expect(parseMoment(value)).toBeUndefined(),
  );

  it("is told from a time after `from` in a window", () => {
    expect(parseBound(3)).toEqual({ kind: "after", ms: 3_000 });
    expect(parseBound("3s")).toEqual({ kind: "after", ms: 3_000 });
    expect(parseBound("t0+3s")).toEqual({ kind: "t0", offsetMs: 3_000 });
  });
});

describe("an id", () => {
  it.each(["del", "del-2", "del_b", "A1", "_x"])("%s can be referred to", (id) => {
    expect(isStimulusId(id)).toBe(true);
    expect(parseMoment(id)).toEqual({ kind: "stimulus", id, offsetMs: 0 });
  });

  it.each(["t0", "end", "del-5s", "del-0s", "5s", "", "a.b", "a b", "a#1"])("%j cannot", (id) => {
    expect(isStimulusId(id)).toBe(false);
  });
});

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z][a-z0-9]{0,5})?$/);
const pod: fc.Arbitrary<PodReference> = fc.oneof(
  name.map((text) => ({ kind: "pod" as const, name: text })),
  fc
    .tuple(name, fc.integer({ min: 1, max: 99 }))
    .map(([text, instance]) => ({ kind: "pod" as const, name: text, instance })),
  name.map((text) => ({ kind: "mirror" as const, name: text })),
);
const container = fc
  .tuple(fc.option(pod, { nil: undefined }), name)
  .map(([owner, text]) => (owner ? { pod: owner, container: text } : { container: text }));
const number = fc.integer({ min: 1, max: 1_000 });
const run = fc
  .tuple(
    container,
    fc.oneof(
      number,
      number.map((next) => ({ next })),
    ),
  )
  .map(([reference, count]) => ({ ...reference, run: count }));
const moments = ["start", "exit", "sigterm", "preStop", "postStart"] as const;
const anchor = fc.oneof(
  fc.constantFrom({ kind: "t0" as const }, { kind: "end" as const }),
  name.filter(isStimulusId).map((id) => ({ kind: "stimulus" as const, id })),
  fc
    .tuple(run, fc.constantFrom(...moments))
    .map(([reference, moment]) => ({ kind: "run" as const, run: reference, moment })),
  fc
    .tuple(container, number, fc.constantFrom("start" as const, "end" as const))
    .map(([reference, pull, moment]) => ({
      kind: "pull" as const,
      pull: { ...reference, pull },
      moment,
    })),
  pod
    .filter((reference) => reference.name !== "pod")
    .map((reference) => ({
      kind: "podStart" as const,
      pod: reference,
    })),
);

describe("properties", () => {
  it("reads back what it writes", () => {
    const offset = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(anchor, offset, (parts, offsetMs) => {
        const reference: Reference = { ...parts, offsetMs };
        expect(parseMoment(formatReference(reference))).toEqual(reference);
      }),
    );
    fc.assert(
      fc.property(run, (reference) => {
        expect(parseRun(formatRun(reference))).toEqual(reference);
      }),
    );
  });

  it("answers any text, and fast", () => {
    const word = fc.constantFrom(
      "app",
      "#",
      ".",
      "start",
      "+",
      "-",
      "5s",
      "/",
      "(",
      "mirror",
      "@2",
      "next",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), (words) => {
        expect(() => parseMoment(words.join(""))).not.toThrow();
      }),
    );
  });
});
