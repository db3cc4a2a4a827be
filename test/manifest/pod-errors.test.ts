/** Models: kubernetes/pkg/apis/core/validation/validation_test.go: one mutation a row. */
import { describe, expect, it } from "vitest";
import { errorsOf, goodPod, namesOf, spoil } from "./load.ts";

const labelForm =
  "at most 63 lower case letters, digits and `-`, with a letter or digit at both ends";
const subdomainForm =
  "at most 253 lower case letters, digits, `-` and `.`, with a letter or digit at both ends";
const probeHandlers = "exactly one of exec, httpGet, tcpSocket or grpc";

it("takes the good pod", () => {
  expect(errorsOf(goodPod)).toEqual([]);
  expect(namesOf(goodPod)).toEqual(["web"]);
});

describe("structure", () => {
  it.each([
    [
      "  restartPolicy: Always",
      "  restartPolcy: Always",
      "f:7:3: error: spec.restartPolcy: unknown field, expected a field of PodSpec;" +
        " did you mean `restartPolicy`?",
    ],
    [
      "  restartPolicy: Always",
      "  image: nginx",
      "f:7:3: error: spec.image: unknown field, expected a field of PodSpec;" +
        " it belongs in a container, so check the indentation",
    ],
    [
      "    emptyDir: {}",
      "    emptyDir: {colour: red}",
      "f:34:16: error: spec.volumes[0].emptyDir.colour: unknown field," +
        " expected medium or sizeLimit; remove it",
    ],
    [
      "labels: {app: web}",
      "labels: {app: 1}",
      "f:5:17: error: metadata.labels.app: wrong type, found 1, expected a string;" +
        " put the value in quotes",
    ],
    [
      'value: "1"',
      "value: yes",
      "f:19:24: error: spec.containers[0].env[0].value: wrong type, found true," +
        " expected a string; put it in quotes, since a bare y, n, yes, no, on or off" +
        " is true or false",
    ],
    [
      "containerPort: 80",
      'containerPort: "80"',
      "f:17:35: error: spec.containers[0].ports[0].containerPort: wrong type," +
        ' found "80", expected a whole number; remove the quotes',
    ],
    [
      "periodSeconds: 5",
      "periodSeconds: 1.5",
      "f:23:22: error: spec.containers[0].livenessProbe.periodSeconds: wrong type," +
        " found 1.5, expected a whole number",
    ],
    [
      "periodSeconds: 5",
      "periodSeconds: 5s",
      "f:23:22: error: spec.containers[0].livenessProbe.periodSeconds: wrong type," +
        ' found "5s", expected a whole number',
    ],
    [
      "periodSeconds: 5",
      "periodSeconds: 3000000000",
      "f:23:22: error: spec.containers[0].livenessProbe.periodSeconds: out of range," +
        " found 3000000000, expected a number between -2147483647 and 2147483647",
    ],
    [
      "{command: [ready]}",
      "{command: ready}",
      "f:25:23: error: spec.containers[0].readinessProbe.exec.command: wrong type," +
        ' found "ready", expected a list, each item a string; put `- ` before the item',
    ],
    [
      "    emptyDir: {}",
      "    emptyDir: []",
      "f:34:15: error: spec.volumes[0].emptyDir: wrong type, found a list," +
        " expected a mapping (EmptyDirVolumeSource)",
    ],
    [
      "cpu: 100m",
      "cpu: 100mm",
      "f:20:33: error: spec.containers[0].resources.requests.cpu: wrong type," +
        ' found "100mm", expected a quantity such as 100m, 1.5 or 64Mi',
    ],
    [
      "  name: web",
      "  name: web\n  creationTimestamp: yesterday",
      'f:5:22: error: metadata.creationTimestamp: wrong type, found "yesterday",' +
        " expected a time such as 2026-01-31T12:00:00Z",
    ],
    [
      "  - name: side\n",
      "  - workingDir: /\n",
      "f:30:5: error: spec.containers[1].name: a required field is missing," +
        " expected a string; add it",
    ],
    [
      "  - name: side\n",
      "  - name: ''\n",
      "f:30:5: error: spec.containers[1].name: a required field is missing," +
        " expected a string; add it",
    ],
    [
      "  - name: side\n    image: busybox\n",
      "  - name: side\n    image: ''\n",
      'f:31:12: error: spec.containers[1].image: not in the form it must have, found "",' +
        " expected a text that is not empty",
    ],
    [
      "  - name: side\n    image: busybox\n",
      "  - name: side\n",
      "f:30:5: error: spec.containers[1].image: a container without an image," +
        " expected image: name:tag; add it",
    ],
  ])("%j -> %j", (piece, replacement, expected) => {
    expect(errorsOf(spoil(piece, replacement))).toEqual([expected]);
  });

  it.each([
    [
      "kind: Pod\napiVersion: v1\nmetadata: {name: a}\n",
      "f:1:1: error: spec",
      "a mapping (PodSpec)",
    ],
    [
      "kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec: {}\n",
      "f:4:1: error: spec.containers",
      "",
    ],
    [
      "kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec:\n  containers:\n",
      "f:5:3: error: spec.containers",
      "",
    ],
  ])("a required field is missing in %j", (text, start) => {
    const [error, ...others] = errorsOf(text);
    expect(error).toMatch(`${start}: a required field is missing`);
    expect(others).toEqual([]);
  });

  it.each([
    ["a null field is an absent one", "  restartPolicy: Always", "  restartPolicy: null"],
    ["an empty text is an absent field", "  restartPolicy: Always", "  restartPolicy: ''"],
    ["a number is a quantity", "limits: {cpu: 1}", "limits: {cpu: 1.5}"],
    ["a quantity may have an exponent", "limits: {cpu: 1}", "limits: {cpu: 1e3}"],
    [
      "an octal mode is a number",
      "    emptyDir: {}",
      "    secret: {secretName: s, defaultMode: 0640}",
    ],
    ["a port may be a name or a number", "{port: http}", "{port: 8080}"],
    ["a creation time may be null", "  name: web", "  creationTimestamp: null\n  name: web"],
    [
      "a sidecar may have probes",
      "  - name: setup\n",
      "  - name: setup\n    restartPolicy: Always\n    livenessProbe: {tcpSocket: {port: 1}}\n",
    ],
    ["a period of 0 is the default", "periodSeconds: 5", "periodSeconds: 0"],
    ["status is not looked at", "spec:\n  restart", "status: {phase: 1, x: y}\nspec:\n  restart"],
  ])("%s", (_, piece, replacement) => {
    expect(errorsOf(spoil(piece, replacement))).toEqual([]);
  });
});

describe("values", () => {
  it.each([
    [
      "  name: web",
      "  name: Web_1",
      `f:4:9: error: metadata.name: not in the form it must have, found "Web_1", expected` +
        ` ${subdomainForm}`,
    ],
    [
      "  name: web",
      "  name: web\n  namespace: a.b",
      `f:5:14: error: metadata.namespace: not in the form it must have, found "a.b", expected` +
        ` ${labelForm}`,
    ],
    [
      "  - name: side",
      "  - name: Side",
      `f:30:11: error: spec.containers[1].name: not in the form it must have, found "Side",` +
        ` expected ${labelForm}`,
    ],
    [
      "  restartPolicy: Always",
      "  restartPolicy: always",
      'f:7:18: error: spec.restartPolicy: a value it cannot have, found "always",' +
        " expected Always, OnFailure or Never; did you mean Always?",
    ],
    [
      "imagePullPolicy: IfNotPresent",
      "imagePullPolicy: Sometimes",
      "f:15:22: error: spec.containers[0].imagePullPolicy: a value it cannot have, found" +
        ' "Sometimes",' +
        " expected Always, IfNotPresent or Never",
    ],
    [
      "terminationGracePeriodSeconds: 20",
      "terminationGracePeriodSeconds: -1",
      "f:27:34: error: spec.containers[0].lifecycle.preStop.sleep.seconds: a sleep longer than" +
        " the grace period, found 5, expected at most terminationGracePeriodSeconds, 1",
    ],
    [
      "  restartPolicy: Always",
      "  activeDeadlineSeconds: 0",
      "f:7:26: error: spec.activeDeadlineSeconds: out of range, found 0, expected 1 to 2147483647",
    ],
    [
      "containerPort: 80",
      "containerPort: 65536",
      "f:17:35: error: spec.containers[0].ports[0].containerPort: out of range, found 65536," +
        " expected 1 to 65535",
    ],
    [
      "periodSeconds: 5",
      "periodSeconds: -5",
      "f:23:22: error: spec.containers[0].livenessProbe.periodSeconds: out of range, found -5," +
        " expected 0 or more",
    ],
    [
      "{name: A, value",
      "{name: A=B, value",
      'f:19:14: error: spec.containers[0].env[0].name: not in the form it must have, found "A=B",' +
        " expected printable characters without `=`",
    ],
    [
      "labels: {app: web}",
      "labels: {app: -web}",
      'f:5:17: error: metadata.labels.app: not in the form it must have, found "-web",' +
        " expected at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at" +
        " both ends",
    ],
    [
      "labels: {app: web}",
      "annotations: {a b: x}",
      'f:5:17: error: metadata.annotations["a b"]: not a valid key, found "a b", expected a' +
        " name of at most" +
        " 63 letters, digits, `-`, `_` and `.`, or a DNS name, `/` and that",
    ],
  ])("%j -> %j", (piece, replacement, expected) => {
    expect(errorsOf(spoil(piece, replacement))).toEqual([expected]);
  });
});

describe("rules over several fields", () => {
  it.each([
    [
      "  - name: side",
      "  - name: app",
      "f:30:11: error: spec.containers[1].name: two containers of one name, found a second" +
        ' "app"; the first is at line 13, column 11, expected each name once; rename one of them',
    ],
    [
      "  - name: setup",
      "  - name: app",
      "f:10:11: error: spec.initContainers[0].name: two containers of one name, found a second" +
        ' "app"; the first is at line 13, column 11, expected each name once; rename one of them',
    ],
    [
      "      httpGet: {port: http}",
      "      httpGet: {port: http}\n      tcpSocket: {port: 1}",
      "f:23:7: error: spec.containers[0].livenessProbe.tcpSocket: more than one handler," +
        ` found httpGet and tcpSocket, expected ${probeHandlers}; keep one of them`,
    ],
    [
      "      exec: {command: [ready]}",
      "      periodSeconds: 1",
      `f:24:5: error: spec.containers[0].readinessProbe: no handler, expected` +
        ` ${probeHandlers}; add one`,
    ],
    [
      "{command: [ready]}",
      "{command: []}",
      "f:25:7: error: spec.containers[0].readinessProbe.exec: exec without a command," +
        " expected command: [program, argument, …]; add command",
    ],
    [
      "periodSeconds: 5",
      "successThreshold: 2",
      "f:23:25: error: spec.containers[0].livenessProbe.successThreshold: a livenessProbe" +
        " succeeds" +
        " with its first success, found 2, expected 1; remove it, or make it 1",
    ],
    [
      "      exec: {command: [ready]}",
      "      exec: {command: [ready]}\n      terminationGracePeriodSeconds: 5",
      "f:26:7: error: spec.containers[0].readinessProbe.terminationGracePeriodSeconds:" +
        " a readinessProbe terminates nothing, expected no such field here; remove it",
    ],
    [
      "preStop: {sleep: {seconds: 5}}",
      "preStop: {}",
      "f:27:7: error: spec.containers[0].lifecycle.preStop: no handler," +
        " expected exactly one of exec, httpGet, tcpSocket or sleep; add one",
    ],
    [
      "sleep: {seconds: 5}",
      "sleep: {seconds: 50}",
      "f:27:34: error: spec.containers[0].lifecycle.preStop.sleep.seconds: a sleep longer than" +
        " the grace period, found 50, expected at most terminationGracePeriodSeconds, 20",
    ],
    [
      "limits: {cpu: 1}",
      "limits: {cpu: 50m}",
      "f:20:33: error: spec.containers[0].resources.requests.cpu: a request above its limit," +
        ' found "100m", expected at most the limit, "50m"',
    ],
    [
      "cpu: 100m",
      "memory: -1Gi",
      "f:20:36: error: spec.containers[0].resources.requests.memory: a negative quantity," +
        ' found "-1Gi", expected 0 or more',
    ],
    [
      "- {name: data,",
      "- {name: date,",
      "f:29:14: error: spec.containers[0].volumeMounts[0].name: a volume that the pod does not" +
        " have," +
        ' found "date", expected the name of one of spec.volumes; add the volume, or correct' +
        " the name",
    ],
    [
      "    emptyDir: {}",
      "    emptyDir: {}\n    hostPath: {path: /}",
      "f:35:5: error: spec.volumes[0].hostPath: more than one source, found emptyDir and" +
        " hostPath," +
        " expected exactly one of emptyDir or hostPath; keep one of them",
    ],
    [
      '{name: A, value: "1"}',
      '{name: A, value: "1", valueFrom: {fieldRef: {fieldPath: a}}}',
      "f:19:29: error: spec.containers[0].env[0].valueFrom: both value and valueFrom," +
        " expected one of the two; keep one of them",
    ],
    [
      "  - name: setup\n",
      "  - name: setup\n    lifecycle: {}\n",
      "f:11:5: error: spec.initContainers[0].lifecycle: an init container that runs to its end" +
        " cannot have this, expected it only beside restartPolicy: Always;" +
        " remove it, or make the container a sidecar with restartPolicy: Always",
    ],
    [
      "  - name: side\n",
      "  - name: side\n    restartPolicyRules: [{action: Restart, exitCodes: {operator: In," +
        " values: [1]}}]\n",
      "f:31:5: error: spec.containers[1].restartPolicyRules: rules without the policy they are" +
        " exceptions from, expected restartPolicy beside restartPolicyRules; add restartPolicy" +
        " to the container",
    ],
    [
      "  - name: side\n",
      "  - name: side\n    restartPolicy: Never\n    restartPolicyRules: [{action: Restart}]\n",
      "f:32:26: error: spec.containers[1].restartPolicyRules[0].exitCodes: a rule without exit" +
        " codes, expected exitCodes: {operator: In, values: [1]}; add exitCodes",
    ],
    [
      "containerPort: 80}",
      "containerPort: 80, hostPort: 1}\n    - {containerPort: 81, hostPort: 1, protocol: TCP}",
      "f:18:37: error: spec.containers[0].ports[1].hostPort: a host port that is taken twice," +
        " found a second 1/TCP; the first is at line 17, column 49, expected each once;" +
        " choose another port",
    ],
    [
      "  restartPolicy: Always",
      "  nodeName: node-1\n  schedulingGates: [{name: g}]",
      "f:7:13: error: spec.nodeName: a pod cannot be on a node and wait to be scheduled," +
        " expected no nodeName beside schedulingGates; remove it",
    ],
    [
      "  restartPolicy: Always",
      "  dnsPolicy: None",
      "f:7:14: error: spec.dnsPolicy: a pod without any name server," +
        " expected dnsConfig.nameservers beside dnsPolicy: None; add a name server",
    ],
  ])("%j -> %j", (piece, replacement, expected) => {
    expect(errorsOf(spoil(piece, replacement))).toEqual([expected]);
  });

  it("a pod on the host's network has the host's ports", () => {
    const text = spoil("  restartPolicy: Always", "  hostNetwork: true");
    expect(errorsOf(text.replace("containerPort: 80", "containerPort: 80, hostPort: 1"))).toEqual([
      "f:17:49: error: spec.containers[0].ports[0].hostPort: another port than the container's," +
        " on the host's network, found 1, expected containerPort, 80; remove hostPort",
    ]);
  });

  it("a pod needs a container", () => {
    const text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: []}\n";
    expect(errorsOf(text)).toEqual([
      "f:4:20: error: spec.containers: a pod without containers, found an empty list," +
        " expected at least one; add one",
    ]);
  });
});

it("reports all errors of all documents, in the order of the text", () => {
  const broken = goodPod.replace("kind: Pod", "kind: pod").replace("name: web", "name: WEB");
  const spoiled = spoil("  - name: side", "  - name: app").replace("cpu: 100m", "cpu: x");
  const text = [spoiled, broken, "- 1\n"].join("---\n");
  expect(errorsOf(text).map((error) => error.split(" error: ")[0])).toEqual([
    "f:20:33:",
    "f:30:11:",
    "f:37:7:",
    "f:71:1:",
  ]);
});

it("counts what it does not show", () => {
  const text =
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers:` +
    ` [${"1,".repeat(30)}]}\n`;
  const errors = errorsOf(text, { maxErrors: 3 });
  expect(errors).toHaveLength(4);
  expect(errors[3]).toBe("error: there are 27 more errors that are not shown; correct these first");
});
