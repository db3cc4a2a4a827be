/** Models: k8s.io/apimachinery/pkg/util/validation/field/errors.go, api/errors NewInvalid. */
import { describe, expect, it } from "vitest";
import type { ManifestOptions } from "../../src/manifest/manifest.ts";
import { errorsOf, goodPod, load, namesOf, spoil } from "./load.ts";

const rejectable = new Set(["web"]);

function messagesOf(text: string, options: Partial<ManifestOptions> = {}): string[] {
  return load(text, { rejectable, ...options }).rejected.map(({ message }) => message);
}

describe("a pod that is meant to be refused", () => {
  it("is no error and no pod", () => {
    const other = goodPod.replace("name: web", "name: other");
    const text = `${spoil("{seconds: 5}", "{seconds: 21}")}---\n${other}`;
    expect(errorsOf(text, { rejectable })).toEqual([]);
    expect(namesOf(text, { rejectable })).toEqual(["other"]);
    expect(load(text, { rejectable }).rejected).toEqual([
      {
        name: "web",
        namespace: "default",
        message:
          'Pod "web" is invalid: spec.containers[0].lifecycle.preStop.sleep: Invalid value: 21:' +
          " must be non-negative and less than terminationGracePeriodSeconds (20)",
        position: { file: "f", line: 4, column: 9 },
      },
    ]);
  });

  it("is a pod like any other where nothing is wrong with it", () => {
    expect(namesOf(goodPod, { rejectable })).toEqual(["web"]);
    expect(messagesOf(goodPod)).toEqual([]);
  });

  it("leaves the errors of all others what they are", () => {
    const text = spoil("name: web", "name: other").replace("{seconds: 5}", "{seconds: 50}");
    expect(errorsOf(text, { rejectable })).toHaveLength(1);
  });

  it("is told with all that is wrong, each field as seen from the object", () => {
    const broken = spoil("{seconds: 5}", "{seconds: 50}").replace("- name: side", "- name: app");
    const item = broken.trimEnd().replaceAll("\n", "\n  ");
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${item}\n`;
    expect(messagesOf(list)).toEqual([
      'Pod "web" is invalid: [spec.containers[0].lifecycle.preStop.sleep: Invalid value: 50: must' +
        " be non-negative and less than terminationGracePeriodSeconds (20)," +
        ' spec.containers[1].name: Duplicate value: "app"]',
    ]);
  });

  it("is refused by the version that is asked", () => {
    expect(messagesOf(spoil("{seconds: 5}", "{seconds: 0}"), { kubernetes: "1.32" })).toEqual([
      'Pod "web" is invalid: spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must' +
        " be greater than 0 and less than terminationGracePeriodSeconds (20). Enable" +
        " AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.",
    ]);
  });
});

describe("the API server's words", () => {
  it.each([
    [
      "  restartPolicy: Always",
      "  restartPolicy: always",
      'spec.restartPolicy: Unsupported value: "always": supported values:' +
        ' "Always", "Never", "OnFailure"',
    ],
    [
      "  restartPolicy: Always",
      "  activeDeadlineSeconds: 0",
      "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
    ],
    [
      "  - name: side\n    image: busybox\n",
      "  - name: side\n",
      "spec.containers[1].image: Required value",
    ],
    [
      "periodSeconds: 5",
      "periodSeconds: -5",
      "spec.containers[0].livenessProbe.periodSeconds: Invalid value: -5:" +
        " must be greater than or equal to 0",
    ],
    [
      "periodSeconds: 5",
      "successThreshold: 2",
      "spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1",
    ],
    [
      "      httpGet: {port: http}",
      "      httpGet: {port: http}\n      tcpSocket: {port: 1}",
      "spec.containers[0].livenessProbe.tcpSocket: Forbidden:" +
        " may not specify more than 1 handler type",
    ],
    [
      "preStop: {sleep: {seconds: 5}}",
      "preStop: {}",
      "spec.containers[0].lifecycle.preStop: Required value: must specify a handler type",
    ],
    [
      "  - name: setup\n",
      "  - name: setup\n    lifecycle: {}\n",
      "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without" +
        " restartPolicy=Always",
    ],
    [
      "limits: {cpu: 1}",
      "limits: {cpu: 50m}",
      'spec.containers[0].resources.requests: Invalid value: "100m":' +
        " must be less than or equal to cpu limit of 50m",
    ],
    [
      "- {name: data,",
      "- {name: date,",
      'spec.containers[0].volumeMounts[0].name: Not found: "date"',
    ],
    [
      "  - name: side",
      "  - name: Side",
      'spec.containers[1].name: Invalid value: "Side": a lowercase RFC 1123 label must consist of' +
        " lower case alphanumeric characters or '-', and must start and end with an alphanumeric" +
        " character (e.g. 'my-name',  or '123-abc', regex used for validation is" +
        " '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
    [
      "  restartPolicy: Always",
      "  dnsPolicy: None",
      "spec.dnsPolicy: a pod without any name server, expected dnsConfig.nameservers beside" +
        " dnsPolicy: None; add a name server",
    ],
  ])("%j -> %j", (piece, replacement, message) => {
    expect(messagesOf(spoil(piece, replacement))).toEqual([`Pod "web" is invalid: ${message}`]);
  });
});
