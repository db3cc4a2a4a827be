/** The check of the Event objects that the API server stores. */
import type { EventObjectTrace } from "../model/trace.ts";
import { formatReference } from "../scenario/reference.ts";
import { isWithin } from "./check-counts.ts";
import type { Answer, CheckContext, ExpectationOf } from "./context.ts";
import { type EventObjects, eventStore } from "./event-store.ts";
import { type Series, heldThrough, heldWithin, mapSeries } from "./series.ts";
import { at, listOf } from "./times.ts";
import { knownMs, knownToEnd, spanOf } from "./windows.ts";

type EventObjectsExpectation = ExpectationOf<"eventObjects">;

export function checkEventObjects(
  expectation: EventObjectsExpectation,
  context: CheckContext,
): Answer {
  const { facts } = context;
  const store = eventStore(facts.records);
  const series = mapSeries(store, (objects) => matching(objects, expectation, context));
  const { held, when } = lookedAt(expectation, context, series);
  const isRight = (objects: readonly EventObjectTrace[]): boolean => {
    if (expectation.field === undefined) return isWithin(objects.length, expectation);
    const [only] = objects;
    return objects.length === 1 && only !== undefined && isWithin(only.count, expectation);
  };
  const wrong = held.find(({ value }) => !isRight(value));
  const shown = wrong ?? held.at(-1);
  const text = shown === undefined ? "nothing" : `${objectsText(shown.value)} at ${at(shown.atMs)}`;
  return { passed: wrong === undefined, when, seen: text };
}

function lookedAt<T>(
  { during, at: moment }: EventObjectsExpectation,
  context: CheckContext,
  series: Series<T>,
): { readonly held: Series<T>; readonly when: string } {
  const { endMs } = context.facts;
  if (during) {
    const { fromMs, toMs, text: when = "" } = knownToEnd(spanOf(during, context), endMs);
    return { held: heldThrough(series, fromMs, toMs), when };
  }
  const ms = moment ? knownMs(context.moments.ms(moment), endMs) : endMs;
  const name = moment ? formatReference(moment) : "the end";
  return { held: heldWithin(series, ms, ms), when: `at ${at(ms)}, that is ${name}` };
}

function matching(
  objects: EventObjects,
  expectation: EventObjectsExpectation,
  context: CheckContext,
): readonly EventObjectTrace[] {
  return [...objects.values()].filter((object) => isMeant(object, expectation, context));
}

function isMeant(
  object: EventObjectTrace,
  { reason, contains, pod }: EventObjectsExpectation,
  { facts: { pods } }: CheckContext,
): boolean {
  if (reason !== undefined && object.reason !== reason) return false;
  if (contains !== undefined && !object.message.includes(contains)) return false;
  return pod === undefined || pod.some((name) => pods.isMeant(name, object.pod, object.uid));
}

function objectsText(objects: readonly EventObjectTrace[]): string {
  const texts = objects.map(
    ({ pod, reason, message, count }) => `${pod} ${reason} ${JSON.stringify(message)} ×${count}`,
  );
  return texts.length === 0 ? "none" : `${texts.length}: ${listOf(texts, 4)}`;
}
