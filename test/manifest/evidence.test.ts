/**
 * Every field that the kubernetes model is said to simulate changes something in a run: two
 * scenarios that differ in that field alone, and what of the trace differs.
 */
import { describe, expect, it } from "vitest";
import { fieldSupport } from "../../src/manifest/support.ts";
import type { SupportedType } from "../../src/manifest/support.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { kube } from "../support/kube-run.ts";

/** What the field is put into (`FIELD`), and what a run must show of it: a type of record. */
interface Evidence {
  readonly scenario: string;
  readonly without: string;
  readonly by: string;
  readonly shows: TraceRecord["type"];
}

function of(shows: TraceRecord["type"], scenario: string, by: string, without = ""): Evidence {
  return { scenario, without, by, shows };
}

const pod = (more = "", around = "") => `{${around} pods: {web: {FIELD${more}}}}`;
const container = (around = "", podMore = "") =>
  `{${around} pods: {web: {${podMore} containers: [{FIELD}]}}}`;
/** A probe with such results, in a container that only SIGKILL ends. */
const probe = (fails: string, kind = "liveness", more = "") =>
  `{behaviour: {app: {probes: {${kind}: [{${fails}}]}, sigterm: ignored}},
    pods: {web: {containers: [{${kind}Probe: {${more} FIELD}}]}}}`;
const exec = "exec: {command: [a]}, periodSeconds: 3,";
const fails = "from: 5s, result: failure";

const crash = "behaviour: {app: {runs: [{exitAfter: 5s, exitCode: 3}]}},";
const deletion = "stimuli: [{at: 20s, action: deletePod, pod: web}],";
const deaf = `behaviour: {app: {sigterm: ignored}}, ${deletion}`;
const small = "node: {allocatable: {cpu: 1, memory: 1Gi, pods: 5}},";
const gate = "readinessGates: [{conditionType: example.com/a}]";
const rule = (action: string, codes: string) =>
  `restartPolicy: Never, restartPolicyRules: [{action: ${action}, exitCodes: ${codes}}]`;

/** A probe that is not answered in time: the words of its failure say where it went. */
function silent(by: string, without: string): Evidence {
  return of("event", probe("from: 5s, result: success, takes: 2s"), by, without);
}

function named(by: string, without: string): Evidence {
  const scenario = `{
    behaviour: {app: {probes: {liveness: [{from: 5s, result: success, takes: 2s}]}}},
    pods: {web: {containers: [{livenessProbe: {httpGet: {port: web}}, FIELD}]}}}`;
  return of("event", scenario, by, without);
}

const evidence: Partial<Record<SupportedType, Readonly<Record<string, Evidence>>>> = {
  PodSpec: {
    activeDeadlineSeconds: of("signal", pod(), "activeDeadlineSeconds: 10"),
    automountServiceAccountToken: of("container", pod(), "automountServiceAccountToken: true"),
    containers: of("container", pod(), "containers: [{}, {name: b}]", "containers: [{}]"),
    ephemeralContainers: of(
      "container",
      "{stimuli: [{at: 5s, action: addEphemeral, pod: web, container: {name: FIELD}}], pods: {web: {}}}",
      "debug",
      "other",
    ),
    // The address of the pod stands in the text of a probe that takes too long.
    hostNetwork: of(
      "event",
      `{behaviour: {app: {probes: {liveness: [{from: 0s, result: success, takes: 2s}]}}},
        pods: {web: {FIELD containers: [{livenessProbe: {httpGet: {port: 80}}}]}}}`,
      "hostNetwork: true,",
    ),
    initContainers: of("container", pod(), "initContainers: [{name: first}]"),
    nodeName: of("status", pod(), "nodeName: another"),
    priority: of(
      "status",
      `{${small} pods: {big: {containers: [{resources: {requests: {cpu: 800m}}}]},
        web: {metadata: {namespace: kube-system},
          spec: {FIELD containers: [{resources: {requests: {cpu: 800m}}}]}}},
        stimuli: [{at: 5s, action: createPod, pod: web}]}`,
      "priority: 2000000000,",
    ),
    // plugin/pkg/admission/priority/admission.go: what the class of a name gives.
    priorityClassName: of(
      "status",
      `{${small} pods: {big: {containers: [{resources: {requests: {cpu: 800m}}}]},
        web: {metadata: {namespace: kube-system},
          spec: {FIELD containers: [{resources: {requests: {cpu: 800m}}}]}}},
        stimuli: [{at: 5s, action: createPod, pod: web}]}`,
      "priorityClassName: system-node-critical,",
    ),
    readinessGates: of("condition", pod(), gate),
    restartPolicy: of("container", pod("", crash), "restartPolicy: Never"),
    serviceAccountName: of("container", pod(), "serviceAccountName: builder"),
    terminationGracePeriodSeconds: of("signal", pod("", deaf), "terminationGracePeriodSeconds: 3"),
    tolerations: of(
      "pod",
      `{requires: [nodeLifecycle], duration: 200s, stimuli: [{at: 5s, action: nodeDown}],
        pods: {web: {FIELD}}}`,
      `tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,
        tolerationSeconds: 10}]`,
    ),
  },
  Container: {
    image: of("event", container(), "image: 'b:1'", "image: 'a:1'"),
    imagePullPolicy: of(
      "pull",
      container("behaviour: {app: {pull: {takes: 3s}}},"),
      "imagePullPolicy: Never",
    ),
    lifecycle: of("hook", container(), "lifecycle: {postStart: {sleep: {seconds: 3}}}"),
    livenessProbe: of("probe", container(), "livenessProbe: {exec: {command: [a]}}"),
    name: of("container", container(), "name: b", "name: a"),
    ports: named("ports: [{name: web, containerPort: 80}]", ""),
    readinessProbe: of("probe", container(), "readinessProbe: {exec: {command: [a]}}"),
    resources: of("status", container(small), "resources: {requests: {cpu: 2}}"),
    restartPolicy: of("container", container(crash), "restartPolicy: Never"),
    restartPolicyRules: of(
      "container",
      container(crash, "restartPolicy: Never,"),
      rule("Restart", "{operator: In, values: [3]}"),
    ),
    startupProbe: of("probe", container(), "startupProbe: {exec: {command: [a]}}"),
    volumeDevices: of(
      "container",
      container("", "volumes: [{name: disk, persistentVolumeClaim: {claimName: disk}}],"),
      "volumeDevices: [{name: disk, devicePath: /dev/xvda}]",
    ),
    volumeMounts: of(
      "container",
      container("", "volumes: [{name: data, emptyDir: {}}],"),
      "volumeMounts: [{name: data, mountPath: /data}]",
    ),
  },
  Probe: {
    initialDelaySeconds: of("probe", probe(fails, "liveness", exec), "initialDelaySeconds: 12"),
    periodSeconds: of(
      "probe",
      probe(fails, "liveness", "exec: {command: [a]},"),
      "periodSeconds: 4",
    ),
    timeoutSeconds: of(
      "probe",
      probe("from: 5s, result: success, takes: 2s", "liveness", exec),
      "timeoutSeconds: 5",
    ),
    failureThreshold: of("signal", probe(fails, "liveness", exec), "failureThreshold: 6"),
    successThreshold: of(
      "condition",
      probe("from: 0s, to: 5s, result: failure", "readiness", exec),
      "successThreshold: 4",
    ),
    terminationGracePeriodSeconds: of(
      "signal",
      probe(fails, "liveness", exec),
      "terminationGracePeriodSeconds: 2",
    ),
    grpc: silent("grpc: {port: 80}", "tcpSocket: {port: 80}"),
    httpGet: silent("httpGet: {port: 80}", "tcpSocket: {port: 80}"),
    tcpSocket: silent("tcpSocket: {port: 80}", "httpGet: {port: 80}"),
    exec: of(
      "event",
      probe("from: 5s, result: success, takes: 2s", "liveness", "periodSeconds: 3,"),
      "exec: {command: [a]}",
      "tcpSocket: {port: 80}",
    ),
  },
  HTTPGetAction: {
    host: silent("httpGet: {port: 80, host: 10.1.1.1}", "httpGet: {port: 80}"),
    path: silent("httpGet: {port: 80, path: /ok}", "httpGet: {port: 80}"),
    port: silent("httpGet: {port: 81}", "httpGet: {port: 80}"),
    scheme: silent("httpGet: {port: 80, scheme: HTTPS}", "httpGet: {port: 80}"),
  },
  TCPSocketAction: {
    host: silent("tcpSocket: {port: 80, host: 10.1.1.1}", "tcpSocket: {port: 80}"),
    port: silent("tcpSocket: {port: 81}", "tcpSocket: {port: 80}"),
  },
  // One that is not answered in time names no place; one whose process has ended meanwhile does.
  GRPCAction: {
    port: of(
      "event",
      `{behaviour: {app: {runs: [{exitAfter: 7500ms}],
          probes: {liveness: [{from: 0s, result: success, takes: 900ms}]}}},
        pods: {web: {containers: [{livenessProbe: {FIELD, periodSeconds: 1}}]}}}`,
      "grpc: {port: 81}",
      "grpc: {port: 80}",
    ),
  },
  ContainerPort: {
    containerPort: named(
      "ports: [{name: web, containerPort: 81}]",
      "ports: [{name: web, containerPort: 80}]",
    ),
    name: named(
      "ports: [{name: web, containerPort: 80}]",
      "ports: [{name: other, containerPort: 80}]",
    ),
  },
  Lifecycle: {
    postStart: of(
      "hook",
      container(),
      "lifecycle: {postStart: {exec: {command: [a]}}}",
      "lifecycle: {}",
    ),
    preStop: of(
      "hook",
      container(deletion),
      "lifecycle: {preStop: {exec: {command: [a]}}}",
      "lifecycle: {}",
    ),
  },
  LifecycleHandler: {
    sleep: of(
      "hook",
      container(deletion),
      "lifecycle: {preStop: {sleep: {seconds: 4}}}",
      "lifecycle: {preStop: {exec: {command: [a]}}}",
    ),
    tcpSocket: of(
      "hook",
      container(),
      "lifecycle: {postStart: {tcpSocket: {port: 80}}}",
      "lifecycle: {postStart: {exec: {command: [a]}}}",
    ),
  },
  SleepAction: {
    seconds: of(
      "signal",
      container(deletion),
      "lifecycle: {preStop: {sleep: {seconds: 4}}}",
      "lifecycle: {preStop: {sleep: {seconds: 1}}}",
    ),
  },
  ExecAction: {
    command: of(
      "event",
      probe("from: 5s, result: success, takes: 2s", "liveness", "periodSeconds: 3,"),
      "exec: {command: [a]}",
      "exec: {command: [b]}",
    ),
  },
  ContainerRestartRule: {
    action: of(
      "container",
      container(crash, "restartPolicy: Never,"),
      rule("RestartAllContainers", "{operator: In, values: [3]}"),
      rule("Restart", "{operator: In, values: [3]}"),
    ),
    exitCodes: of(
      "container",
      container(crash, "restartPolicy: Never,"),
      rule("Restart", "{operator: In, values: [3]}"),
      rule("Restart", "{operator: In, values: [4]}"),
    ),
  },
  ContainerRestartRuleOnExitCodes: {
    operator: of(
      "container",
      container(crash, "restartPolicy: Never,"),
      rule("Restart", "{operator: In, values: [3]}"),
      rule("Restart", "{operator: NotIn, values: [3]}"),
    ),
    values: of(
      "container",
      container(crash, "restartPolicy: Never,"),
      rule("Restart", "{operator: In, values: [3]}"),
      rule("Restart", "{operator: In, values: [4]}"),
    ),
  },
  ResourceRequirements: {
    requests: of("status", container(small), "resources: {requests: {cpu: 2}}"),
    limits: of("status", container(small), "resources: {limits: {cpu: 2}}"),
  },
};

const types = [
  "PodSpec",
  "Container",
  "Probe",
  "Lifecycle",
  "LifecycleHandler",
  "SleepAction",
  "ExecAction",
  "HTTPGetAction",
  "TCPSocketAction",
  "GRPCAction",
  "ContainerPort",
  "ContainerRestartRule",
  "ContainerRestartRuleOnExitCodes",
  "ResourceRequirements",
] as const satisfies readonly SupportedType[];

function shown({ scenario, shows }: Evidence, field: string): readonly unknown[] {
  const { records } = kube(scenario.replace("FIELD", () => field));
  return records.flatMap((record) => {
    if (record.type !== shows) return [];
    // What only numbers the records is no evidence.
    return [{ ...record, seq: 0, cause: 0 }];
  });
}

describe.each(types)("of %s", (type) => {
  const simulated = Object.entries(fieldSupport[type]).flatMap(([field, { models }]) =>
    models.kubernetes === "simulated" ? [field] : [],
  );
  const rows = evidence[type] ?? {};

  it("there is evidence for each field that is simulated, and for no other", () => {
    expect(Object.keys(rows).toSorted()).toEqual(simulated.toSorted());
  });

  it.each(Object.entries(rows))("%s changes what happens", (_, row) => {
    expect(shown(row, row.by)).not.toEqual(shown(row, row.without));
  });
});
