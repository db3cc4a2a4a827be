/**
 * The environment of a container in `kubectl describe pod`.
 *
 * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/describe/describe.go describeContainerEnvVars,
 * describeContainerEnvFrom, EnvValueRetriever; pkg/util/resource/resource.go
 * ExtractContainerResourceValue.
 */
import { parseQuantity } from "../decide/kubelet/quantity.ts";
import { field, line } from "./describe-lines.ts";
import type { DescribedContainer } from "./describe-container.ts";
import type { StoredPod } from "./stored-pods.ts";

export function environmentLines(container: DescribedContainer, pod: StoredPod): readonly string[] {
  const { env = [] } = container;
  return [
    ...environmentFrom(container),
    line(2, env.length === 0 ? "Environment:\t<none>" : "Environment:"),
    ...env.flatMap((variable) => variableLines(variable, container, pod)),
  ];
}

function environmentFrom({ envFrom = [] }: DescribedContainer): readonly string[] {
  if (envFrom.length === 0) return [];
  const sources = envFrom.map(({ configMapRef, secretRef, prefix }) => {
    const source = configMapRef ?? secretRef ?? {};
    const kind = configMapRef ? "ConfigMap" : secretRef ? "Secret" : "";
    const withPrefix = prefix ? ` with prefix '${prefix}'` : "";
    const { name = "", optional = false } = source;
    return line(3, `${name}\t${kind}${withPrefix}\tOptional: ${optional}`);
  });
  return [line(2, "Environment Variables from:"), ...sources];
}

type Variable = NonNullable<DescribedContainer["env"]>[number];

function variableLines(
  { name, value = "", valueFrom }: Variable,
  container: DescribedContainer,
  pod: StoredPod,
): readonly string[] {
  if (valueFrom === undefined) {
    const [first = "", ...others] = value.split("\n");
    return [field(3, name, first), ...others.map((text) => line(3, `\t${text}`))];
  }
  const { fieldRef, resourceFieldRef, secretKeyRef: secret, configMapKeyRef: map } = valueFrom;
  if (fieldRef) {
    const { apiVersion = "v1", fieldPath } = fieldRef;
    return [field(3, name, `${fieldValue(fieldPath, pod)} (${apiVersion}:${fieldPath})`)];
  }
  if (resourceFieldRef) {
    const { resource, divisor = "1" } = resourceFieldRef;
    const amount = resourceValue(resource, divisor, container);
    const isOpen = amount === "0" && /^limits\.(cpu|memory)$/.test(resource);
    return [field(3, name, `${isOpen ? "node allocatable" : amount} (${resource})`)];
  }
  if (secret) {
    const text = `<set to the key '${secret.key}' in secret '${secret.name ?? ""}'>`;
    return [field(3, name, `${text}\tOptional: ${secret.optional ?? false}`)];
  }
  if (map === undefined) return [];
  const text = `<set to the key '${map.key}' of config map '${map.name ?? ""}'>`;
  return [field(3, name, `${text}\tOptional: ${map.optional ?? false}`)];
}

/** Of the metadata alone: kubectl resolves no other. */
function fieldValue(path: string, { name, namespace, uid, labels, annotations }: StoredPod) {
  const keyed = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path);
  if (keyed) return (keyed[1] === "labels" ? labels : annotations)?.[keyed[2] ?? ""] ?? "";
  const plain = { "metadata.name": name, "metadata.namespace": namespace, "metadata.uid": uid };
  return Object.entries(plain).find(([known]) => known === path)?.[1] ?? "";
}

function resourceValue(path: string, divisor: string, { resources }: DescribedContainer): string {
  const [kind = "", ...rest] = path.split(".");
  const amounts = kind === "limits" ? resources?.limits : resources?.requests;
  const amount = parseQuantity(amounts?.[rest.join(".")] ?? "0") ?? 0n;
  const unit = parseQuantity(divisor === "0" ? "1" : divisor) || 1_000_000_000n;
  return String((amount + unit - 1n) / unit);
}
