/** Pods and runtime records of the kubernetes model, what a test does not care about filled in. */
import { hashContainer } from "../../src/decide/kubelet/container-hash.ts";
import type { KubeletFeatures } from "../../src/decide/kubelet/features.ts";
import type { KubeContainer, KubePod, KubePodSpec, KubeProbe } from "../../src/model/kube-pod.ts";
import type {
  ProbeResults,
  RuntimeContainerStatus,
  RuntimePodStatus,
  RuntimeSandboxStatus,
} from "../../src/model/kube-runtime.ts";
import { type PodApiStatus, emptyPodStatus } from "../../src/model/kube-status.ts";

export interface PodSketch extends Partial<Omit<KubePod, "spec" | "status">> {
  readonly spec?: Partial<KubePodSpec>;
  readonly status?: Partial<PodApiStatus>;
}

/** `web` in `default` with one container `app`, restarted always, 30 s of grace. */
export function pod({ spec, status, ...given }: PodSketch = {}): KubePod {
  const { namespace = "default", name = "web" } = given;
  return {
    namespace,
    name,
    uid: `uid-${name}`,
    source: "api",
    ...given,
    spec: {
      restartPolicy: "Always",
      terminationGracePeriodSeconds: 30,
      containers: [container()],
      ...spec,
    },
    status: { ...emptyPodStatus, ...status },
  };
}

export function container(given: Partial<KubeContainer> = {}): KubeContainer {
  return { name: "app", image: "example.com/app:1", imagePullPolicy: "IfNotPresent", ...given };
}

/** An init container that goes on beside the others. */
export function sidecar(given: Partial<KubeContainer> = {}): KubeContainer {
  return container({ name: "side", restartPolicy: "Always", ...given });
}

/** With the API server's defaults. */
export function probe(given: Partial<KubeProbe> = {}): KubeProbe {
  return {
    initialDelaySeconds: 0,
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
    exec: { command: ["check"] },
    ...given,
  };
}

/** A record of `app` that has run since 1 s, made from the spec that `container` makes. */
export function record(given: Partial<RuntimeContainerStatus> = {}): RuntimeContainerStatus {
  const { name = "app", image = "example.com/app:1", restartCount = 0 } = given;
  return {
    id: `${name}-${restartCount}`,
    name,
    image,
    state: "running",
    createdAtMs: 1_000,
    startedAtMs: 1_000,
    restartCount,
    hash: hashContainer({ name, image }),
    ...given,
  };
}

/** A record that ended at 2 s, with exit code 0 unless said. */
export function exited(given: Partial<RuntimeContainerStatus> = {}): RuntimeContainerStatus {
  return record({ state: "exited", finishedAtMs: 2_000, exitCode: 0, ...given });
}

export function sandbox(given: Partial<RuntimeSandboxStatus> = {}): RuntimeSandboxStatus {
  const { attempt = 0, state = "SANDBOX_READY" } = given;
  const ip = state === "SANDBOX_READY" ? { ip: `10.0.0.${attempt + 1}` } : {};
  return { id: `sandbox-${attempt}`, attempt, state, createdAtMs: 500, ...ip, ...given };
}

/** The records of `pod()`: a ready sandbox and these containers, newest first. */
export function runtimeStatus(
  containers: readonly RuntimeContainerStatus[] = [],
  sandboxes: readonly RuntimeSandboxStatus[] = [sandbox()],
): RuntimePodStatus {
  return { uid: "uid-web", namespace: "default", name: "web", sandboxes, containers };
}

/** No probe has said anything, but for what is given. */
export function probeResults(given: Partial<ProbeResults> = {}): ProbeResults {
  return { liveness: new Map(), readiness: new Map(), startup: new Map(), ...given };
}

/** Every difference as the newest kubelets have it. */
export const allFeatures: KubeletFeatures = {
  nodeReportIsSpread: true,
  taintsAtOnce: true,
  requeueAtBackoffExpiry: true,
  eventsWithoutNames: true,
  pulledTextTellsAccess: true,
  probeErrorTellsState: true,
  keepReadyOverKubeletRestart: true,
  keepStartedByName: true,
  cancelExecProbesOnTermination: true,
  sidecarProbesGoOn: true,
  probeWorkerEndsByRestartRules: true,
  refuseStaticApiReferences: true,
  containerRestartRules: true,
  restartAllContainers: true,
  statusOutlivesRecords: true,
  relistOnDemand: true,
  readyToStartWithSandbox: true,
  lostInitRecordIsCompleted: true,
  observedGeneration: true,
  sendVanishedConditions: true,
  backoffKeyHasResources: true,
  initialisedByActiveSandbox: true,
  crashBackoffMax: true,
  expiredGraceIsOne: true,
  syncReinspectedPods: true,
  podAsNewAsItsList: true,
};

/** … and as the oldest have it. */
export const noFeatures = Object.fromEntries(
  Object.keys(allFeatures).map((name) => [name, false]),
) as unknown as KubeletFeatures;
