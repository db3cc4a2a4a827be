/**
 * Fills in what the API server fills in, function by function under upstream's names.
 *
 * Not here: what admission adds (service account, tolerations, priority) and the defaults of volume
 * plugins that are gone.
 * Models: kubernetes/pkg/apis/core/v1/defaults.go and zz_generated.defaults.go (v1.36).
 */
import type {
  V1Container,
  V1PodSpec,
  V1Probe,
  V1ResourceRequirements,
  V1Volume,
} from "@kubernetes/client-node";
import { parseImageName } from "../model/image-name.ts";
import { isMapping } from "./cursor.ts";
import type { PodSpec } from "./pod-types.ts";

export const podSpecDefaults = {
  dnsPolicy: "ClusterFirst",
  restartPolicy: "Always",
  schedulerName: "default-scheduler",
  enableServiceLinks: true,
  terminationGracePeriodSeconds: 30,
} as const;

export const containerDefaults = {
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
} as const;

/** Always for the tag `latest`, which also stands where neither a tag nor a digest does. */
export function defaultPullPolicy(image: string): "Always" | "IfNotPresent" {
  const name = parseImageName(image);
  return name.isValid && name.tag === "latest" ? "Always" : "IfNotPresent";
}

/** A checked spec as written becomes a spec as kept: a copy, without nulls, with the defaults. */
export function setDefaultsPod(written: unknown): PodSpec {
  const spec = withoutNulls(written) as V1PodSpec;
  setDefaultsPodSpec(spec);
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    if (container.resources) setDefaultsResources(container.resources);
    if (spec.hostNetwork)
      for (const port of container.ports ?? []) port.hostPort ||= port.containerPort;
  }
  spec.enableServiceLinks ??= podSpecDefaults.enableServiceLinks;
  return spec as PodSpec;
}

/** Models: kubernetes/pkg/apis/core/v1/conversion.go Convert_v1_Pod_To_core_Pod. */
export function effectiveGracePeriod(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds < 0 ? 1 : seconds;
}

function setDefaultsPodSpec(spec: V1PodSpec): void {
  spec.dnsPolicy ||= podSpecDefaults.dnsPolicy;
  spec.restartPolicy ||= podSpecDefaults.restartPolicy;
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds =
    effectiveGracePeriod(spec.terminationGracePeriodSeconds) ??
    podSpecDefaults.terminationGracePeriodSeconds;
  spec.schedulerName ||= podSpecDefaults.schedulerName;
  // To the API an empty name is none, and the kubelet would take it for another node's.
  if (spec.nodeName === "") delete spec.nodeName;
  const lists = [spec.containers, spec.initContainers, spec.ephemeralContainers];
  for (const container of lists.flatMap((list) => list ?? [])) setDefaultsContainer(container);
  for (const volume of spec.volumes ?? []) setDefaultsVolume(volume);
}

function setDefaultsContainer(container: V1Container): void {
  container.imagePullPolicy ||= defaultPullPolicy(container.image ?? "");
  container.terminationMessagePath ||= containerDefaults.terminationMessagePath;
  container.terminationMessagePolicy ||= containerDefaults.terminationMessagePolicy;
  container.resources ??= {};
  for (const port of container.ports ?? []) port.protocol ||= "TCP";
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  for (const probe of [livenessProbe, readinessProbe, startupProbe]) {
    if (probe) setDefaultsProbe(probe);
  }
  for (const hook of [lifecycle?.postStart, lifecycle?.preStop]) setDefaultsHttpGet(hook?.httpGet);
  for (const variable of container.env ?? []) {
    const source = variable.valueFrom?.fieldRef;
    if (source) source.apiVersion ||= "v1";
  }
}

/** Quantities are texts in the API, whatever they were written as. */
function setDefaultsResources(resources: V1ResourceRequirements): void {
  const { limits, requests } = resources;
  if (limits) resources.limits = asTexts(limits);
  if (limits ?? requests) resources.requests = asTexts({ ...limits, ...requests });
}

function asTexts(quantities: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(quantities);
  return Object.fromEntries(entries.map(([name, quantity]) => [name, String(quantity)]));
}

function setDefaultsProbe(probe: V1Probe): void {
  // Go has no number that is absent: a 0 that the API leaves out is one all the same.
  probe.initialDelaySeconds ??= 0;
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  setDefaultsHttpGet(probe.httpGet);
  if (probe.grpc) probe.grpc.service ??= "";
}

function setDefaultsHttpGet(action: V1Probe["httpGet"]): void {
  if (!action) return;
  action.path ||= "/";
  action.scheme ||= "HTTP";
}

const readableByAll = 0o644;
const tokenLifeSeconds = 3600;

function setDefaultsVolume(volume: V1Volume): void {
  if (Object.keys(volume).every((key) => key === "name")) volume.emptyDir = {};
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source) source.defaultMode ??= readableByAll;
  }
  for (const { serviceAccountToken, downwardAPI } of volume.projected?.sources ?? []) {
    if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= tokenLifeSeconds;
    setDefaultsFieldRefs(downwardAPI?.items);
  }
  setDefaultsFieldRefs(volume.downwardAPI?.items);
  if (volume.hostPath) volume.hostPath.type ??= "";
  if (volume.image) volume.image.pullPolicy ||= defaultPullPolicy(volume.image.reference ?? "");
}

function setDefaultsFieldRefs(items: NonNullable<V1Volume["downwardAPI"]>["items"]): void {
  for (const { fieldRef } of items ?? []) if (fieldRef) fieldRef.apiVersion ||= "v1";
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(entries.map(([key, part]) => [key, withoutNulls(part)]));
}
