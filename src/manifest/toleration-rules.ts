/**
 * What the parts of a toleration have to do with each other.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go ValidateTolerations (v1.36).
 */
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";
import { labelKey, labelValue } from "./formats.ts";

export function checkTolerations(tolerations: Cursor): void {
  for (const toleration of tolerations.items()) {
    const operator = toleration.get("operator");
    const key = toleration.get("key").text() ?? "";
    const value = toleration.get("value").text() ?? "";
    if (key !== "" && !labelKey.isValid(key)) {
      const upstream = (labelKey.upstream?.(key) ?? []).map((words) => invalid(key, words));
      const { expected } = labelKey;
      const finding = { message: "not a valid key", found: describeValue(key), expected };
      toleration.get("key").error({ ...finding, upstream });
    }
    if (key === "" && operator.text() !== "Exists") {
      const words =
        'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      const upstream = invalid(operator.text() ?? "", words);
      const finding = { message: "a toleration of no key", expected: "operator: Exists, or a key" };
      toleration.error({ ...finding, upstream, upstreamField: operator });
    }
    const effect = toleration.get("effect");
    const seconds = toleration.get("tolerationSeconds");
    if (seconds.exists && effect.text() !== "NoExecute") {
      const words = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      const upstream = invalid(effect.text() ?? "", words);
      const finding = { message: "seconds of what never ends", expected: "effect: NoExecute" };
      seconds.error({ ...finding, upstream, upstreamField: effect }, "key");
    }
    checkValue(toleration, operator, value);
  }
}

function checkValue(toleration: Cursor, operator: Cursor, value: string): void {
  const said = { upstreamField: operator, found: describeValue(value) };
  if (operator.text() === "Exists") {
    if (value === "") return;
    const upstream = invalid(value, "value must be empty when `operator` is 'Exists'");
    const finding = { message: "a value beside operator: Exists", expected: "no value" };
    toleration.get("value").error({ ...finding, ...said, upstream });
  } else if (["Equal", ""].includes(operator.text() ?? "") && !labelValue.isValid(value)) {
    const words = (labelValue.upstream?.(value) ?? []).join(";");
    const finding = { message: "not a valid value", expected: labelValue.expected };
    toleration.get("value").error({ ...finding, ...said, upstream: invalid(value, words) });
  }
}

function invalid(value: string, words: string): string {
  return `Invalid value: ${JSON.stringify(value)}: ${words}`;
}
