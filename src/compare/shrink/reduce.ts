/** What can be left out of a draft, tried until nothing more can be. */
import { type Draft, listOf, objectOf, without } from "./draft.ts";

export type StillFails = (draft: Draft) => Draft | undefined;

/** Nothing of what it gives can be left out alone without that it stops to fail. */
export function reduced(draft: Draft, stillFails: StillFails): Draft {
  let current = draft;
  for (;;) {
    const before = current;
    for (const part of ["objects", "stimuli", "faults"] as const) {
      current = fewer(current, part, stillFails);
    }
    for (const candidates of [containersLeftOut, settingsLeftOut]) {
      current = firstOf(current, candidates, stillFails);
    }
    if (current === before) return current;
  }
}

type Part = "objects" | "stimuli" | "faults";

/**
 * Leaves out ever smaller pieces of a list: a long list of faults of which one matters is short
 * after a few tries.
 */
function fewer(draft: Draft, part: Part, stillFails: StillFails): Draft {
  let current = draft;
  for (let size = current[part].length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < current[part].length;) {
      const kept = current[part].filter((_, index) => index < start || index >= start + size);
      const smaller = stillFails({ ...current, [part]: kept });
      if (smaller === undefined) start += size;
      else current = smaller;
    }
  }
  return current;
}

/** Takes what still fails, and tries that from its beginning. */
function firstOf(
  draft: Draft,
  candidates: (draft: Draft) => readonly Draft[],
  stillFails: StillFails,
): Draft {
  let current = draft;
  for (let found: Draft | undefined = current; found !== undefined;) {
    current = found;
    found = undefined;
    for (const candidate of candidates(current)) {
      found = stillFails(candidate);
      if (found !== undefined) break;
    }
  }
  return current;
}

const listsOfContainers = ["initContainers", "containers", "ephemeralContainers"] as const;

/** One container less, or one replica instead of several. */
function containersLeftOut(draft: Draft): readonly Draft[] {
  return draft.objects.flatMap((object, place) => {
    const put = (changed: unknown): Draft => ({
      ...draft,
      objects: draft.objects.map((each, index) => (index === place ? changed : each)),
    });
    return smallerObjects(object).map(put);
  });
}

function smallerObjects(object: unknown): readonly unknown[] {
  const whole = objectOf(object);
  const spec = objectOf(whole["spec"]);
  const template = objectOf(spec["template"]);
  const inPod = smallerPodSpecs(spec).map((smaller) => ({ ...whole, spec: smaller }));
  const inTemplate = smallerPodSpecs(objectOf(template["spec"])).map((smaller) => ({
    ...whole,
    spec: { ...spec, template: { ...template, spec: smaller } },
  }));
  const single = ["replicas", "completions", "parallelism"].flatMap((key) =>
    typeof spec[key] === "number" && spec[key] > 1
      ? [{ ...whole, spec: { ...spec, [key]: 1 } }]
      : [],
  );
  return [...single, ...inPod, ...inTemplate];
}

function smallerPodSpecs(spec: Readonly<Record<string, unknown>>): readonly unknown[] {
  return listsOfContainers.flatMap((name) => {
    const containers = listOf(spec[name]);
    if (containers.length < (name === "containers" ? 2 : 1)) return [];
    return containers.map((_, place) => ({
      ...spec,
      [name]: containers.filter((__, index) => index !== place),
    }));
  });
}

/** Of these a file has to have all. */
const needed = new Set(["model", "observe", "seed", "duration"]);

function settingsLeftOut(draft: Draft): readonly Draft[] {
  const { behaviour, settings } = draft;
  return [
    ...Object.keys(behaviour).map((key) => ({ ...draft, behaviour: without(behaviour, [key]) })),
    ...Object.keys(settings)
      .filter((key) => !needed.has(key))
      .map((key) => ({ ...draft, settings: without(settings, [key]) })),
  ];
}
