/** Checks of moments against each other: their order, and the time between them. */
import { formatReference } from "../scenario/reference.ts";
import type { Answer, CheckContext, ExpectationOf } from "./context.ts";
import { at, toleranceMs } from "./times.ts";

export function checkOrder(
  { sequence }: ExpectationOf<"order">,
  { moments }: CheckContext,
): Answer {
  const times = sequence.map((moment) => moments.ms(moment));
  const wrong = times.findIndex((ms, index) => ms < (times[index - 1] ?? -Infinity));
  const names = sequence.map(formatReference);
  if (wrong > 0) {
    const [before, after] = [wrong - 1, wrong].map(
      (index) => `${names[index]} at ${at(times[index] ?? 0)}`,
    );
    return { passed: false, seen: `${after} came before ${before}` };
  }
  return { passed: true, seen: names.map((name, i) => `${name} ${at(times[i] ?? 0)}`).join(", ") };
}

export function checkGap(
  { from, to, min, max }: ExpectationOf<"gap">,
  { moments }: CheckContext,
): Answer {
  const [fromMs, toMs] = [moments.ms(from), moments.ms(to)];
  const gapMs = toMs - fromMs;
  // Without a least time, too, a gap is one from the first moment to the second.
  const isLongEnough = gapMs >= (min?.ms ?? 0) - toleranceMs;
  const isShortEnough = gapMs <= (max?.ms ?? Infinity) + toleranceMs;
  const seen = `${at(gapMs)}, from ${at(fromMs)} to ${at(toMs)}`;
  return { passed: isLongEnough && isShortEnough, seen };
}

export function checkSpread(
  { of, max }: ExpectationOf<"spread">,
  { moments }: CheckContext,
): Answer {
  const times = of.map((moment) => moments.ms(moment));
  const spreadMs = Math.max(...times) - Math.min(...times);
  const each = of.map((moment, index) => `${formatReference(moment)} ${at(times[index] ?? 0)}`);
  return { passed: spreadMs <= max.ms + toleranceMs, seen: `${at(spreadMs)}: ${each.join(", ")}` };
}
