/** Random behaviour of containers: how runs end, what probes find, how hooks and pulls go. */
import * as fc from "fast-check";
import { type Json, maybe, rarely, seconds, some } from "./json.ts";

/** The longest of what a behaviour may hold and still end, in seconds. */
const longestOf = { hook: 4, pull: 3, life: 20, sigterm: 8, startup: 2 } as const;

const exit: fc.Arbitrary<Json> = some(
  {
    exitAfter: seconds(longestOf.life),
    exitCode: fc.constantFrom(0, 1, 3, 137),
    startup: rarely(3, seconds(longestOf.startup), fc.constant(0)),
    oomKilled: fc.constant(true),
  },
  ["exitAfter"],
);

const probeTime = fc.nat(15);
const answer: fc.Arbitrary<Json> = fc
  .tuple(
    rarely<number | "sigterm">(5, fc.constant("sigterm"), probeTime),
    fc.integer({ min: 1, max: 10 }),
    some(
      {
        result: fc.constantFrom("failure", "failure", "success", "error"),
        takes: seconds(3),
        output: fc.constantFrom("unique", "down"),
      },
      ["result"],
    ),
  )
  .map(([from, span, rest]) => {
    // What begins with the signal lasts to the end; all else ends, so that a pod can get well.
    return { from, ...(from === "sigterm" ? {} : { to: from + span }), ...rest };
  });
const answers = fc.array(answer, { maxLength: 2 });

function hook(forever: boolean): fc.Arbitrary<Json> {
  const takes: fc.Arbitrary<number | "forever"> = seconds(longestOf.hook);
  return fc.record({
    takes: forever ? rarely(8, fc.constant("forever"), takes) : takes,
    result: fc.constantFrom("success", "success", "failure"),
  }) as fc.Arbitrary<Json>;
}

const pull: fc.Arbitrary<Json> = fc.record({
  takes: seconds(longestOf.pull),
  result: rarely(3, fc.constant("byRegistry"), fc.constant("success")),
});

const sigterm = fc.oneof(
  fc.constant("ignored"),
  fc.record({ exitAfter: seconds(longestOf.sigterm), exitCode: fc.constantFrom(0, 143) }),
);

/**
 * All runs but the last end by themselves; the last lasts, or is what an init container is for.
 * `forever`: a preStop hook may have no end, which the grace period gives it.
 */
export function behaviours(name: string): fc.Arbitrary<Json> {
  const last = name.startsWith("i") ? { exitAfter: 1, exitCode: 0 } : {};
  return some(
    {
      runs: fc.array(exit, { maxLength: 2 }).map((runs) => [...runs, last]),
      sigterm,
      probes: some({ liveness: answers, readiness: answers, startup: answers }),
      postStart: hook(false),
      preStop: hook(true),
      pull,
    },
    ["runs"],
  );
}

/** Nothing that is asked for inside of it fails for good, and it restarts for ever. */
export function healthy(name: string): fc.Arbitrary<Json> {
  const last = name.startsWith("i") ? { exitAfter: 1, exitCode: 0 } : {};
  return some(
    {
      runs: fc.constant([last]),
      sigterm,
      postStart: fc.record({ takes: seconds(longestOf.hook) }),
      preStop: maybe(fc.record({ takes: seconds(longestOf.hook) })).map((one) => one ?? {}),
      pull: fc.record({ takes: seconds(longestOf.pull) }),
    },
    ["runs"],
  );
}
