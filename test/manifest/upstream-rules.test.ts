/**
 * What the API server takes of a pod and what it refuses, rule by rule in its own words; of a rule
 * that has an edge, both sides of it.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go, named per row (v1.36);
 * k8s.io/apimachinery/pkg/util/validation/validation.go for the forms of names.
 */
import { describe, expect, it } from "vitest";
import { load } from "./load.ts";

interface Given {
  readonly metadata?: { readonly name?: string; readonly labels?: object };
}

/** What the API server says of a pod with this spec; nothing where it takes it. */
function refusals({ metadata = {}, ...spec }: Given): readonly string[] {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", ...metadata },
    spec: { containers: [{ name: "app", image: "app:1" }], ...spec },
  };
  const { name } = pod.metadata;
  const { rejected } = load(JSON.stringify(pod), { rejectable: new Set([name]) });
  return rejected.map(({ message }) => message.replace(/^Pod "[^"]*" is invalid: /, ""));
}

const app = (fields: object): object => ({
  containers: [{ name: "app", image: "a:1", ...fields }],
});
const init = (fields: object): object => ({
  initContainers: [{ name: "init", image: "a:1", ...fields }],
});
const twoOf = (first: object, second: object): object => ({
  containers: [
    { name: "a", image: "a:1", ...first },
    { name: "b", image: "b:1", ...second },
  ],
});
const ports = (...list: readonly object[]): object => ({ ports: list });
const rule = { action: "Restart", exitCodes: { operator: "In", values: [1] } };
const codes = (count: number): object => ({
  restartPolicy: "Never",
  restartPolicyRules: [
    {
      action: "Restart",
      exitCodes: { operator: "In", values: Array.from({ length: count }, (_, i) => i) },
    },
  ],
});
const label63 = "a".repeat(63);
const subdomain253 = `${"a".repeat(251)}.b`;
const labelWords =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must" +
  " start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for" +
  " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const int32Max = 2_147_483_647;

describe("takes", () => {
  it.each<readonly [string, Given]>([
    ["a name of 253 (ValidatePodName)", { metadata: { name: subdomain253 } }],
    ["a container's name of 63 (ValidateDNS1123Label)", app({ name: label63 })],
    ["an image with spaces around it (validateContainerCommon)", app({ image: " app:1 " })],
    [
      "one container port twice (validateContainerPorts)",
      app(ports({ containerPort: 80, name: "a" }, { containerPort: 80, name: "b" })),
    ],
    [
      "a name of a port in two containers (validateContainerPorts)",
      twoOf(ports({ containerPort: 1, name: "a" }), ports({ containerPort: 2, name: "a" })),
    ],
    ["a port's name of 15", app(ports({ containerPort: 1, name: "a".repeat(15) }))],
    ["ports 1 and 65535", app(ports({ containerPort: 1 }, { containerPort: 65_535 }))],
    ["a hostPort of 0, which is none", app(ports({ containerPort: 1, hostPort: 0 }))],
    [
      "one hostPort for two protocols and two addresses (checkHostPortConflicts)",
      app(
        ports(
          { containerPort: 1, hostPort: 5 },
          { containerPort: 1, hostPort: 5, protocol: "UDP" },
          { containerPort: 1, hostPort: 5, hostIP: "10.0.0.1" },
        ),
      ),
    ],
    [
      "a hostPort that an init container has, too: they do not run at once",
      {
        ...app(ports({ containerPort: 1, hostPort: 5 })),
        ...init(ports({ containerPort: 1, hostPort: 5 })),
      },
    ],
    [
      "20 rules (validateContainerRestartPolicy)",
      app({ restartPolicy: "Never", restartPolicyRules: Array.from({ length: 20 }, () => rule) }),
    ],
    ["255 codes (validateContainerRestartPolicy)", app(codes(255))],
    [
      "a sleep of the whole grace, which the refusal calls less (validateSleepAction)",
      {
        terminationGracePeriodSeconds: 9,
        ...app({ lifecycle: { preStop: { sleep: { seconds: 9 } } } }),
      },
    ],
    ["a deadline of 1 s (ValidatePodSpec)", { activeDeadlineSeconds: 1 }],
    ["a deadline of 2³¹−1 s", { activeDeadlineSeconds: int32Max }],
    ["gates without a node (ValidatePodCreate)", { schedulingGates: [{ name: "g" }] }],
    ["a node without gates (ValidatePodCreate)", { nodeName: "n" }],
    ["every taint (ValidateTolerations)", { tolerations: [{ operator: "Exists" }] }],
    [
      "a device with its limit (validateResourceRequirements)",
      app({ resources: { requests: { "a.b/gpu": 1 }, limits: { "a.b/gpu": 1 } } }),
    ],
  ])("%s", (_, given) => {
    expect(refusals(given)).toEqual([]);
  });
});

describe("refuses", () => {
  it.each<readonly [string, Given, string]>([
    [
      "a name of 254 (ValidatePodName)",
      { metadata: { name: `${subdomain253}b` } },
      `metadata.name: Invalid value: "${subdomain253}b": must be no more than 253 characters`,
    ],
    [
      "a container's name of 64 (ValidateDNS1123Label)",
      app({ name: `${label63}a` }),
      `spec.containers[0].name: Invalid value: "${label63}a": must be no more than 63 characters`,
    ],
    [
      "one that is wrong and too long, as two things",
      app({ name: `${label63}_` }),
      `[spec.containers[0].name: Invalid value: "${label63}_": must be no more than 63 characters,` +
        ` spec.containers[0].name: Invalid value: "${label63}_": ${labelWords}]`,
    ],
    [
      "one with a dot in it",
      app({ name: "a.b" }),
      'spec.containers[0].name: Invalid value: "a.b": must not contain dots',
    ],
    [
      "a name of two lists (validateInitContainers)",
      init({ name: "app" }),
      'spec.initContainers[0].name: Duplicate value: "app"',
    ],
    ["no containers (validateContainers)", { containers: [] }, "spec.containers: Required value"],
    [
      "no image (validateContainerCommon)",
      { containers: [{ name: "app" }] },
      "spec.containers[0].image: Required value",
    ],
    [
      "two ports of one name (validateContainerPorts)",
      app(ports({ containerPort: 1, name: "a" }, { containerPort: 2, name: "a" })),
      'spec.containers[0].ports[1].name: Duplicate value: "a"',
    ],
    [
      "a port's name of 16 (IsValidPortName)",
      app(ports({ containerPort: 1, name: "a".repeat(16) })),
      `spec.containers[0].ports[0].name: Invalid value: "${"a".repeat(16)}":` +
        " must be no more than 15 characters",
    ],
    [
      "a port's name with no letter and a wrong end, as two things (IsValidPortName)",
      app(ports({ containerPort: 1, name: "1-" })),
      '[spec.containers[0].ports[0].name: Invalid value: "1-": must contain at least one letter' +
        ' (a-z), spec.containers[0].ports[0].name: Invalid value: "1-": must not begin or end with' +
        " a hyphen]",
    ],
    [
      "port 0, which is none",
      app(ports({ containerPort: 0 })),
      "spec.containers[0].ports[0].containerPort: Required value",
    ],
    [
      "port 65536 (IsValidPortNum)",
      app(ports({ containerPort: 65_536 })),
      "spec.containers[0].ports[0].containerPort: Invalid value: 65536: must be between 1 and" +
        " 65535, inclusive",
    ],
    [
      "hostPort 65536 (IsValidPortNum)",
      app(ports({ containerPort: 1, hostPort: 65_536 })),
      "spec.containers[0].ports[0].hostPort: Invalid value: 65536: must be between 1 and 65535," +
        " inclusive",
    ],
    [
      "a hostPort of two containers (checkHostPortConflicts)",
      twoOf(ports({ containerPort: 1, hostPort: 5 }), ports({ containerPort: 2, hostPort: 5 })),
      'spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//5"',
    ],
    [
      "a port of two containers on the host's network, where it becomes a hostPort",
      { hostNetwork: true, ...twoOf(ports({ containerPort: 5 }), ports({ containerPort: 5 })) },
      'spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//5"',
    ],
    [
      "another hostPort there (validatePodHostNetworkDeps)",
      { hostNetwork: true, ...app(ports({ containerPort: 5, hostPort: 6 })) },
      "spec.containers[0].ports[0].hostPort: Invalid value: 6: must match `containerPort` when" +
        " `hostNetwork` is true",
    ],
    [
      "rules without a policy (validateContainerRestartPolicy)",
      app({ restartPolicyRules: [rule] }),
      "spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart" +
        " rules are used",
    ],
    [
      "21 rules (validateContainerRestartPolicy)",
      app({ restartPolicy: "Never", restartPolicyRules: Array.from({ length: 21 }, () => rule) }),
      "spec.containers[0].restartPolicyRules: Too many: 21: must have at most 20 items",
    ],
    [
      "256 codes (validateContainerRestartPolicy)",
      app(codes(256)),
      "spec.containers[0].restartPolicyRules[0].exitCodes.values: Too many: 256: must have at most" +
        " 255 items",
    ],
    [
      "a rule without codes (validateContainerRestartPolicy)",
      app({ restartPolicy: "Never", restartPolicyRules: [{ action: "Restart" }] }),
      "spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified",
    ],
    [
      "a hook of two kinds (validateHandler)",
      app({ lifecycle: { preStop: { exec: { command: ["a"] }, sleep: { seconds: 1 } } } }),
      "spec.containers[0].lifecycle.preStop.sleep: Forbidden: may not specify more than 1 handler" +
        " type",
    ],
    [
      "a sleep longer than the grace (validateSleepAction)",
      {
        terminationGracePeriodSeconds: 9,
        ...app({ lifecycle: { preStop: { sleep: { seconds: 10 } } } }),
      },
      "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 10: must be non-negative and less" +
        " than terminationGracePeriodSeconds (9)",
    ],
    [
      "a deadline of 2³¹ s (ValidatePodSpec)",
      { activeDeadlineSeconds: int32Max + 1 },
      `spec.activeDeadlineSeconds: Invalid value: ${int32Max + 1}: must be between 1 and ${int32Max},` +
        " inclusive",
    ],
    [
      "ephemeral containers (ValidatePodCreate)",
      { ephemeralContainers: [{ name: "debug", image: "a:1" }] },
      "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ],
    [
      "a node beside gates (ValidatePodCreate)",
      { nodeName: "n", schedulingGates: [{ name: "g" }] },
      "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
    ],
    [
      "a bad label (ValidateLabels)",
      { metadata: { labels: { a: "-a" } } },
      'metadata.labels: Invalid value: "-a": a valid label must be an empty string or consist of' +
        " alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric" +
        " character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is" +
        " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    [
      "a bad key (IsLabelKey)",
      { metadata: { labels: { "/a": "b" } } },
      'metadata.labels: Invalid value: "/a": prefix part must be non-empty',
    ],
    [
      "a readiness gate of no name (validateReadinessGates)",
      { readinessGates: [{ conditionType: "a/b/c" }] },
      'spec.readinessGates[0].conditionType: Invalid value: "a/b/c": a valid label key must consist' +
        " of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric" +
        " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is" +
        " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/'" +
        " (e.g. 'example.com/MyName')",
    ],
    [
      "an HTTP header that is none (IsHTTPHeaderName)",
      app({
        livenessProbe: { httpGet: { port: 80, httpHeaders: [{ name: "a b", value: "c" }] } },
      }),
      'spec.containers[0].livenessProbe.httpGet.httpHeaders[0].name: Invalid value: "a b": a valid' +
        " HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex" +
        " used for validation is '[-A-Za-z0-9]+')",
    ],
    [
      "two mounts at one path (ValidateVolumeMounts)",
      {
        ...app({
          volumeMounts: [
            { name: "v", mountPath: "/a" },
            { name: "v", mountPath: "/a" },
          ],
        }),
        volumes: [{ name: "v" }],
      },
      'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
    ],
    [
      "a resource that is none (validateContainerResourceName)",
      app({ resources: { requests: { cpus: 1 } } }),
      '[spec.containers[0].resources.requests[cpus]: Invalid value: "cpus": must be a standard' +
        " resource type or fully qualified, spec.containers[0].resources.requests[cpus]: Invalid" +
        ' value: "cpus": must be a standard resource for containers]',
    ],
    [
      "a negative quantity (ValidateNonnegativeQuantity)",
      app({ resources: { requests: { cpu: "-1" } } }),
      'spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or' +
        " equal to 0",
    ],
    [
      "a device without a limit (validateResourceRequirements)",
      app({ resources: { requests: { "a.b/gpu": 1 } } }),
      "spec.containers[0].resources.limits: Required value: Limit must be set for non" +
        " overcommitable resources",
    ],
    [
      "fewer devices than the limit (validateResourceRequirements)",
      app({ resources: { requests: { "a.b/gpu": 1 }, limits: { "a.b/gpu": 2 } } }),
      'spec.containers[0].resources.requests: Invalid value: "1": must be equal to a.b/gpu limit of 2',
    ],
    [
      "a toleration of no key (ValidateTolerations)",
      { tolerations: [{ effect: "NoExecute" }] },
      'spec.tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is empty,' +
        ' which means "match all values and all keys"',
    ],
    [
      "seconds of a toleration that evicts nobody (ValidateTolerations)",
      { tolerations: [{ key: "a", operator: "Exists", tolerationSeconds: 1 }] },
      "spec.tolerations[0].effect: Invalid value: \"\": effect must be 'NoExecute' when" +
        " `tolerationSeconds` is set",
    ],
    [
      "a value beside Exists (ValidateTolerations)",
      { tolerations: [{ key: "a", operator: "Exists", value: "b" }] },
      'spec.tolerations[0].operator: Invalid value: "b": value must be empty when `operator` is' +
        " 'Exists'",
    ],
  ])("%s", (_, given, words) => {
    const [message, ...others] = refusals(given);
    expect(others).toEqual([]);
    expect(message).toBe(words);
  });
});
