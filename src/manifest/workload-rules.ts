/**
 * The rules over several fields of the objects that controllers make pods of.
 *
 * Models: kubernetes/pkg/apis/apps/validation/validation.go ValidateDeploymentSpec and its like,
 * kubernetes/pkg/apis/batch/validation/validation.go validateJobSpec (v1.36).
 */
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";

/** Optional to the field table, yet without it there is no pod to make. */
export function checkHasSpec(holder: Cursor): void {
  const spec = holder.get("spec");
  if (spec.exists) return;
  const message = "a required field is missing";
  spec.error({ message, expected: "a mapping", fix: "add it" }, "key");
}

/** Of Deployment, ReplicaSet, StatefulSet and DaemonSet. */
export function checkSelecting(spec: Cursor): void {
  checkSelector(spec.get("selector"), spec.get("template"));
  checkRunsForEver(spec.get("template", "spec", "restartPolicy"));
}

/** The others' template is required by the field table already. */
export function checkReplicaSet(spec: Cursor): void {
  hasTemplate(spec);
  checkSelecting(spec);
}

export function checkReplicationController(spec: Cursor): void {
  if (!hasTemplate(spec)) return;
  const template = spec.get("template");
  for (const [key, value] of spec.get("selector").entries()) {
    checkLabel(value, template, key);
  }
  checkRunsForEver(template.get("spec", "restartPolicy"));
}

function hasTemplate(spec: Cursor): boolean {
  const template = spec.get("template");
  const message = "a required field is missing";
  if (!template.exists) template.error({ message, expected: "a pod template", fix: "add it" });
  return template.exists;
}

export function checkJob(spec: Cursor): void {
  const template = spec.get("template", "spec");
  const policy = template.get("restartPolicy");
  const text = policy.text() ?? "";
  if (!template.exists || (text !== "" && text !== "Always")) return;
  policy.error({
    message: "the pods of a Job must come to an end",
    found: text === "" ? "nothing, which means Always" : text,
    expected: "OnFailure or Never",
    fix: "set restartPolicy in the template's spec",
  });
}

function checkSelector(selector: Cursor, template: Cursor): void {
  if (!selector.exists || !template.exists) return;
  const labels = selector.get("matchLabels").entries();
  const expressions = selector.get("matchExpressions").items();
  if (labels.length === 0 && expressions.length === 0) {
    const message = "an empty selector would take every pod";
    selector.error({ message, expected: "the labels of the template", fix: "add matchLabels" });
  }
  for (const [key, value] of labels) checkLabel(value, template, key);
  for (const expression of expressions) checkExpression(expression, template);
}

function checkLabel(wanted: Cursor, template: Cursor, key: string): void {
  const label = template.get("metadata", "labels", key);
  if (wanted.text() === undefined || label.value === wanted.value) return;
  wanted.error({
    message: "the selector does not fit the template's labels",
    found: describeValue(wanted.value),
    expected: label.exists
      ? `${describeValue(label.value)}, as in the template`
      : "a label of the template",
    fix: "make selector and template.metadata.labels agree",
  });
}

function checkExpression(expression: Cursor, template: Cursor): void {
  const key = expression.get("key").text();
  if (key === undefined) return;
  const label = template.get("metadata", "labels", key);
  const values = new Set(
    expression
      .get("values")
      .items()
      .map((item) => item.value),
  );
  const operator = expression.get("operator").text() ?? "";
  // Reported already.
  if ((operator === "In" || operator === "NotIn") && values.size === 0) return;
  const isListed = label.exists && values.has(label.value);
  const fits: Readonly<Record<string, boolean>> = {
    In: isListed,
    NotIn: !isListed,
    Exists: label.exists,
    DoesNotExist: !label.exists,
  };
  if (fits[operator] !== false) return;
  expression.error({
    message: "the selector does not fit the template's labels",
    found: `${key}: ${describeValue(label.value)} in the template`,
    expected: "a label that fulfils the expression",
    fix: "make selector and template.metadata.labels agree",
  });
}

export function checkLabelSelectorRequirement(requirement: Cursor): void {
  const operator = requirement.get("operator").text() ?? "";
  const values = requirement.get("values");
  const isEmpty = values.items().length === 0;
  if ((operator === "In" || operator === "NotIn") && isEmpty) {
    requirement.error({ message: `${operator} without values`, expected: "values: [a, …]" });
  }
  if ((operator === "Exists" || operator === "DoesNotExist") && !isEmpty) {
    values.error({ message: `${operator} with values`, expected: "none", fix: "remove values" });
  }
}

function checkRunsForEver(policy: Cursor): void {
  const text = policy.text() ?? "";
  if (text !== "OnFailure" && text !== "Never") return;
  policy.error({
    message: "the controller keeps its pods running",
    found: text,
    expected: "Always",
    fix: "remove it, or use a Job",
  });
}
