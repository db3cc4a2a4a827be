/** Loads manifests from text, for tests: the pods by name, or the messages. */
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { loadManifests } from "../../src/manifest/load-manifests.ts";
import type { ManifestOptions, Manifests } from "../../src/manifest/manifest.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

export function load(text: string, options: Partial<ManifestOptions> = {}): Manifests {
  return loadManifests(parseYaml({ file: "f", text }), options);
}

export function errorsOf(text: string, options: Partial<ManifestOptions> = {}): string[] {
  try {
    load(text, options);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
  return [];
}

export function namesOf(text: string, options: Partial<ManifestOptions> = {}): string[] {
  return load(text, options).pods.map(({ pod: { metadata } }) =>
    metadata.namespace === "default" ? metadata.name : `${metadata.namespace}/${metadata.name}`,
  );
}

export function notesOf(text: string, options: Partial<ManifestOptions> = {}): string[] {
  return load(text, options).diagnostics.map(formatDiagnostic);
}

/** A good pod with most of what the rules are about; the tests spoil one line of it. */
export const goodPod = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web}
spec:
  restartPolicy: Always
  terminationGracePeriodSeconds: 20
  initContainers:
  - name: setup
    image: busybox
  containers:
  - name: app
    image: nginx:1.27
    imagePullPolicy: IfNotPresent
    ports:
    - {name: http, containerPort: 80}
    env:
    - {name: A, value: "1"}
    resources: {requests: {cpu: 100m}, limits: {cpu: 1}}
    livenessProbe:
      httpGet: {port: http}
      periodSeconds: 5
    readinessProbe:
      exec: {command: [ready]}
    lifecycle:
      preStop: {sleep: {seconds: 5}}
    volumeMounts:
    - {name: data, mountPath: /data}
  - name: side
    image: busybox
  volumes:
  - name: data
    emptyDir: {}
`;

/** Replaces one piece of the good pod, which must be in it exactly once. */
export function spoil(piece: string, replacement: string): string {
  const parts = goodPod.split(piece);
  if (parts.length !== 2) throw new Error(`${parts.length - 1} times in the good pod: ${piece}`);
  return parts.join(replacement);
}
