/**
 * The rules over several fields of a container, its probes and its hooks.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go validateContainerCommon, validateProbe,
 * validateHandler, validateContainerRestartPolicy, ValidateEnv (v1.36).
 */
import { checkUnion, checkUnique } from "./common-rules.ts";
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";

export function checkContainer(container: Cursor): void {
  const image = container.get("image");
  if (!image.exists) {
    // Optional in the schema, for what controllers fill in; never so for a kubelet.
    const message = "a container without an image";
    const upstream = "Required value";
    image.error({ message, expected: "image: name:tag", fix: "add it", upstream }, "key");
  }
  for (const probe of ["livenessProbe", "startupProbe"]) {
    const threshold = container.get(probe, "successThreshold");
    const successes = threshold.number() ?? 0;
    if (successes <= 1) continue;
    const found = describeValue(successes);
    const message = `a ${probe} succeeds with its first success`;
    const upstream = `Invalid value: ${successes}: must be 1`;
    threshold.error({ message, found, expected: "1", fix: "remove it, or make it 1", upstream });
  }
  const grace = container.get("readinessProbe", "terminationGracePeriodSeconds");
  if (grace.exists) {
    const message = "a readinessProbe terminates nothing";
    const upstream = `Invalid value: ${grace.number()}: must not be set for readinessProbes`;
    grace.error({ message, expected: "no such field here", fix: "remove it", upstream }, "key");
  }
  checkUnique(container.get("ports").items(), "name", "two ports of one name");
  checkUnique(container.get("volumeMounts").items(), "mountPath", "two mounts at one path", {
    upstreamWords: "must be unique",
  });
  checkRestartRules(container);
}

const restartRulesMax = 20;
const exitCodesMax = 255;

function checkCount(list: Cursor, max: number, message: string): void {
  const { length } = list.items();
  if (length <= max) return;
  const [found, expected] = [String(length), `at most ${max}`];
  list.error(
    { message, found, expected, upstream: `Too many: ${found}: must have ${expected} items` },
    "key",
  );
}

function checkRestartRules(container: Cursor): void {
  const rules = container.get("restartPolicyRules");
  if (rules.items().length > 0 && !container.get("restartPolicy").exists) {
    const message = "rules without the policy they are exceptions from";
    const expected = "restartPolicy beside restartPolicyRules";
    const fix = "add restartPolicy to the container";
    const upstream = "Required value: must specify restartPolicy when restart rules are used";
    const upstreamField = container.get("restartPolicy");
    rules.error({ message, expected, fix, upstream, upstreamField }, "key");
  }
  checkCount(rules, restartRulesMax, "too many rules");
  for (const rule of rules.items()) {
    const codes = rule.get("exitCodes");
    const message = "a rule without exit codes";
    const expected = "exitCodes: {operator: In, values: [1]}";
    const upstream = "Required value: must be specified";
    if (!codes.exists) codes.error({ message, expected, fix: "add exitCodes", upstream });
    checkCount(codes.get("values"), exitCodesMax, "too many exit codes");
  }
}

export function checkEnvVar(variable: Cursor): void {
  const source = variable.get("valueFrom");
  if (!source.exists) return;
  if ((variable.get("value").text() ?? "") !== "") {
    const message = "both value and valueFrom";
    const expected = "one of the two";
    source.error({ message, expected, fix: "keep one of them" }, "key");
  }
  const fields = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"];
  checkUnion(source, fields, { what: "source", isNeeded: true });
}

export function checkProbe(probe: Cursor): void {
  const fields = ["exec", "httpGet", "tcpSocket", "grpc"];
  checkUnion(probe, fields, { what: "handler", isNeeded: true, upstreamWhat: "handler" });
  checkCommand(probe);
}

/** Of postStart and preStop. */
export function checkHandler(handler: Cursor): void {
  const fields = ["exec", "httpGet", "tcpSocket", "sleep"];
  checkUnion(handler, fields, { what: "handler", isNeeded: true, upstreamWhat: "handler" });
  checkCommand(handler);
}

function checkCommand(handler: Cursor): void {
  const exec = handler.get("exec");
  const command = exec.get("command");
  const isGiven = command.exists && (!Array.isArray(command.value) || command.value.length > 0);
  if (!exec.exists || isGiven) return;
  const message = "exec without a command";
  const expected = "command: [program, argument, …]";
  const upstream = { upstream: "Required value", upstreamField: command };
  exec.error({ message, expected, fix: "add command", ...upstream }, "key");
}
