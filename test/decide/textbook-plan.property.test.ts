/** A plan that is carried out leaves nothing to do, whatever was found. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { wantsRestart } from "../../src/decide/backoff.ts";
import { compareWithDeclared } from "../../src/decide/agreement.ts";
import { joinDeclarations } from "../../src/decide/declarations.ts";
import { type Plan, type Remembered, planKey, planRound } from "../../src/decide/textbook-plan.ts";
import { compareBytes } from "../../src/model/container-key.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { ContainerRecord } from "../../src/model/runtime.ts";
import { container, containers, moment, nothing, pod } from "./support.ts";

const names = fc.constantFrom("a", "a-b", "b", "B");
const pods: fc.Arbitrary<readonly DeclaredPod[]> = fc.array(
  fc
    .record({
      name: names,
      inside: fc.array(fc.constantFrom("app", "side", "a"), { maxLength: 3 }),
      restartPolicy: fc.constantFrom("Always" as const, "OnFailure" as const, "Never" as const),
    })
    .map(({ name, inside, restartPolicy }) =>
      pod(name, { restartPolicy, ...containers(...inside) }),
    ),
  { maxLength: 5 },
);
const views: fc.Arbitrary<readonly ContainerRecord[]> = fc
  .array(
    fc.record({
      name: names,
      inside: fc.constantFrom("app", "side", "a", "stray"),
      state: fc.constantFrom("Creating" as const, "Running" as const, "Exited" as const),
      exitCode: fc.constantFrom(0, 1, 137),
    }),
    { maxLength: 12 },
  )
  .map((found) =>
    found
      .map(({ name, inside, ...facts }, at) => container(`c${at + 1}`, `${name}/${inside}`, facts))
      .toSorted((a, b) => compareBytes(a.key, b.key)),
  );

it("asks for nothing more once it is carried out and all waits are over", () => {
  fc.assert(
    fc.property(pods, pods, views, (files, api, view) => {
      const declarations = joinDeclarations(files, api);
      let [now, known] = [view, nothing];
      // The first round removes what crashed, the second creates it again, the third finds peace.
      for (let round = 0; round < 2; round++) {
        const later = { ...moment, nowMs: moment.nowMs + round * 8000 };
        const plan = planRound(declarations, now, known, later);
        [now, known] = [outcome(now, plan), remember(known, plan)];
      }
      const last = planRound(declarations, now, known, { ...moment, nowMs: 1_000_000 });
      expect(last).toEqual({ actions: [], commands: [], backoffs: [] });
      expect(compareWithDeclared(declarations, now).agrees).toBe(true);
    }),
  );
});

it("asks for nothing more while its calls are under way", () => {
  fc.assert(
    fc.property(pods, views, (files, view) => {
      const declarations = joinDeclarations(files, []);
      const plan = planRound(declarations, view, nothing, moment);
      const again = planRound(declarations, view, underWay(remember(nothing, plan), plan), moment);
      expect(again.actions).toEqual([]);
    }),
  );
});

it("keeps one container for each declared key, and none of an undeclared one", () => {
  fc.assert(
    fc.property(pods, views, (files, view) => {
      const declarations = joinDeclarations(files, []);
      const after = outcome(view, planRound(declarations, view, nothing, moment));
      const keys = after.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => !declarations.byKey.has(key))).toEqual([]);
    }),
  );
});

it("decides for each key by itself what it decides for all at once", () => {
  fc.assert(
    fc.property(pods, views, (files, view) => {
      const declarations = joinDeclarations(files, []);
      const keys = new Set([...declarations.byKey.keys(), ...view.map(({ key }) => key)]);
      const single = [...keys].flatMap((key) => {
        const ofKey = view.filter((found) => found.key === key);
        return planKey(key, declarations, ofKey, nothing, moment).actions;
      });
      const whole = planRound(declarations, view, nothing, moment).actions;
      expect(single.map(asText).toSorted()).toEqual(whole.map(asText).toSorted());
    }),
  );
});

it("never creates again what is left Exited, and never removes it", () => {
  fc.assert(
    fc.property(pods, views, (files, view) => {
      const declarations = joinDeclarations(files, []);
      const plan = planRound(declarations, view, nothing, moment);
      for (const action of plan.actions) {
        if (action.action !== "leave") continue;
        const found = view.find(({ id }) => id === action.id);
        const policy = found && declarations.byKey.get(found.key)?.pod.restartPolicy;
        expect(policy && wantsRestart(policy, action.exitCode)).toBe(false);
        expect(outcome(view, plan)).toContain(found);
      }
    }),
  );
});

/** The list after the plan's commands had their effect; what was created or started runs. */
function outcome(view: readonly ContainerRecord[], { commands }: Plan) {
  let after = [...view];
  for (const command of commands) {
    if (command.command === "remove") {
      after = after.filter(({ id }) => id !== command.container.id);
    } else if (command.command === "start") {
      after = after.map((one) => (one.id === command.id ? { ...one, state: "Running" } : one));
    } else {
      const { pod: declared, container: inside } = command.declaration;
      const name = `${declared.name}/${inside.name}`;
      after.push(container(`new ${name}`, name, { state: "Running" }));
    }
  }
  return after.toSorted((a, b) => compareBytes(a.key, b.key));
}

function remember(known: Remembered, { actions, backoffs }: Plan): Remembered {
  const left = actions.flatMap((action) => (action.action === "leave" ? [action.id] : []));
  return {
    ...known,
    backoffs: new Map([...known.backoffs, ...backoffs]),
    left: new Set([...known.left, ...left]),
  };
}

function underWay(known: Remembered, { commands }: Plan): Remembered {
  const creating = commands.flatMap((one) => (one.command === "create" ? one.declaration.key : []));
  const starting = commands.flatMap((one) => (one.command === "start" ? one.id : []));
  const removing = commands.flatMap((one) => (one.command === "remove" ? one.container.id : []));
  return {
    ...known,
    creating: new Set(creating),
    starting: new Set(starting),
    removing: new Set(removing),
  };
}

function asText(value: unknown): string {
  return JSON.stringify(value);
}
