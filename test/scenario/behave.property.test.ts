/** Any behaviour of a file can be said with `--behave`, and is then the same behaviour. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ContainerBehaviour, ProbeScript, RunScript } from "../../src/model/behaviour.ts";
import { InputError } from "../../src/model/diagnostic.ts";
import { parseBehave } from "../../src/scenario/behave-text.ts";
import { behaviourParts, wordsOfPart } from "../../src/scenario/behave-words.ts";
import { behaviourTable } from "../../src/scenario/behaviour-table.ts";
import { containerBehaviourSchema } from "../../src/scenario/schema-behaviour.ts";

const ms = fc.nat({ max: 7_200_000 });
const code = fc.nat({ max: 255 });
const wanted = { requiredKeys: [] };

const run = fc.oneof(
  fc.record({ startupMs: ms, exitAfterMs: ms, exitCode: code, oomKilled: fc.constant(true) }),
  // Of one whose start hangs nothing else is said.
  fc.constant({ startHangs: true, startupMs: 0, exitCode: 0 }),
  fc.record({ exitAfterMs: ms, childOomAfterMs: ms }, wanted).chain((fields) =>
    fc.record({
      ...Object.fromEntries(Object.entries(fields).map(([key, x]) => [key, fc.constant(x)])),
      startupMs: ms,
      // Of a run that does not end by itself it says nothing.
      exitCode: "exitAfterMs" in fields ? code : fc.constant(0),
    }),
  ),
) as fc.Arbitrary<RunScript>;

const time = fc.oneof(ms, fc.constant("sigterm" as const));
const probe = fc.record(
  {
    fromMs: time,
    toMs: fc.oneof(time, fc.constant(Infinity)),
    result: fc.constantFrom("success", "failure", "error", "warning"),
    takesMs: ms,
    output: fc.string(),
  },
  { requiredKeys: ["fromMs", "toMs", "result"] },
) as fc.Arbitrary<ProbeScript>;
/** One that ends before it begins is refused. */
const window = probe.filter(
  ({ fromMs, toMs }) => fromMs === "sigterm" || toMs === "sigterm" || toMs > fromMs,
);
const answers = fc.array(window, { minLength: 1, maxLength: 3 });
const ending = fc.constantFrom("success", "failure");
const hook = fc.record({ takesMs: fc.oneof(ms, fc.constant("forever")), result: ending });

const behaviour = fc.record(
  {
    runs: fc.array(run, { minLength: 1, maxLength: 3 }),
    sigterm: fc.oneof(fc.constant("ignored"), fc.record({ exitAfterMs: ms, exitCode: code })),
    probes: fc
      .record({ liveness: answers, readiness: answers, startup: answers }, wanted)
      .filter((kinds) => Object.keys(kinds).length > 0),
    postStart: hook,
    preStop: hook,
    pull: fc.record(
      { takesMs: ms, result: fc.oneof(ending, fc.constant("byRegistry")), output: fc.string() },
      { requiredKeys: ["takesMs", "result"] },
    ),
  },
  { requiredKeys: ["runs", "sigterm"] },
) as fc.Arbitrary<ContainerBehaviour>;

function print(meant: ContainerBehaviour): string {
  return behaviourParts.flatMap((part) => wordsOfPart(meant, part) ?? []).join(", ");
}

it("is the same after a way through words", () => {
  fc.assert(
    fc.property(behaviour, (meant) => {
      const text = `app: ${print(meant)}`;
      const { written } = parseBehave({ flag: "--behave", line: 1, text });
      const position = { file: "f.yaml", line: 1, column: 1 };
      const key = { container: "app", place: { path: [], position } };
      const input = containerBehaviourSchema.parse(written);
      expect(behaviourTable([{ key, input }])[0]?.behaviour).toEqual(meant);
    }),
  );
});

/** Where a mistake is, or nothing where a file might say the same. */
function placeOfMistake(text: string): string {
  try {
    const { written } = parseBehave({ flag: "--behave", line: 1, text });
    return containerBehaviourSchema.safeParse(written).success ? "" : "no behaviour";
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics[0]?.position?.file ?? "no place";
  }
}

it("is said, or refused with a place, whatever the words are", () => {
  const clauses = "app : , then exit 1 after 5s ready sigterm liveness fails takes saying runs";
  const text = fc.array(fc.constantFrom(...clauses.split(" "), '"', '"x"', "until", "\\"));
  fc.assert(
    fc.property(text, (parts) => {
      expect(["", "--behave"]).toContain(placeOfMistake(`app: ${parts.join(" ")}`));
    }),
  );
});
