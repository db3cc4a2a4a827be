/** Models: kubernetes/pkg/api/pod/util_test.go TestHasAPIReferences; pkg/kubelet/config. */
import { describe, expect, it } from "vitest";
import { staticPodErrors } from "../../src/manifest/static-pods.ts";
import { formatDiagnostic } from "../../src/model/diagnostic.ts";
import { errorsOf, load } from "./load.ts";

function pod(spec: string, container = ""): string {
  const head = "apiVersion: v1\nkind: Pod\nmetadata: {name: etcd}\nspec:\n";
  return `${head}  containers: [{name: a, image: b${container}}]\n  ${spec}\n`;
}

const source = "file";

describe("a static pod that refers to an object of the API", () => {
  it.each([
    ["serviceAccountName", pod("serviceAccountName: a"), "serviceaccounts"],
    ["imagePullSecrets[0]", pod("imagePullSecrets: [{name: a}]"), "secrets"],
    [
      "containers[0].env[0].valueFrom.secretKeyRef",
      pod("", ", env: [{name: A, valueFrom: {secretKeyRef: {name: a, key: b}}}]"),
      "secrets",
    ],
    [
      "containers[0].envFrom[0].configMapRef",
      pod("", ", envFrom: [{configMapRef: {name: a}}]"),
      "configmaps",
    ],
    ["volumes[0].secret", pod("volumes: [{name: v, secret: {secretName: a}}]"), "secrets"],
    [
      "volumes[0].projected.sources[1].configMap",
      pod("volumes: [{name: v, projected: {sources: [{downwardAPI: {}}, {configMap: {}}]}}]"),
      "configmaps",
    ],
    [
      "volumes[0].projected.sources[0].serviceAccountToken",
      pod("volumes: [{name: v, projected: {sources: [{serviceAccountToken: {path: t}}]}}]"),
      "serviceaccounts (via projected volumes)",
    ],
    [
      "volumes[0].persistentVolumeClaim",
      pod("volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]"),
      "persistentvolumeclaims",
    ],
    [
      "volumes[0].csi",
      pod("volumes: [{name: v, csi: {driver: d}}]"),
      "csidrivers (via CSI volumes)",
    ],
    ["resourceClaims[0]", pod("resourceClaims: [{name: a}]"), "resourceclaims"],
  ])("at %s: is refused from 1.34 on", (field, text, resource) => {
    const isRefusedBefore = resource === "resourceclaims";
    expect(errorsOf(text)).toEqual([]);
    expect(errorsOf(text, { source, kubernetes: "1.33" })).toHaveLength(isRefusedBefore ? 1 : 0);
    for (const kubernetes of ["1.34", "1.36"]) {
      const [error, ...others] = errorsOf(text, { source, kubernetes });
      expect(error).toContain(
        `error: spec.${field}: a static pod of Kubernetes ${kubernetes} may not refer to` +
          ` ${resource}, expected nothing that only the API server has; remove it`,
      );
      expect(others).toEqual([]);
    }
  });

  it("was refused before 1.34 for a trust bundle", () => {
    const text = pod(
      "volumes: [{name: v, projected: {sources: [{clusterTrustBundle: {path: p, name: trust}}]}}]",
    );
    expect(errorsOf(text, { source, kubernetes: "1.32" })).toHaveLength(1);
  });

  it.each([
    ["hostPath", "volumes: [{name: v, hostPath: {path: /}}]"],
    ["emptyDir", "volumes: [{name: v}]"],
    [
      "projected fields of the pod",
      "volumes: [{name: v, projected: {sources: [{downwardAPI: {}}]}}]",
    ],
  ])("is not meant by %s", (_, spec) => {
    expect(errorsOf(pod(spec), { source })).toEqual([]);
  });
});

it("asks the same of a pod that was read for the API", () => {
  const [manifest] = load(pod("serviceAccountName: a")).pods;
  const errorsIn = (kubernetes: string) =>
    manifest && staticPodErrors(manifest, kubernetes).map(formatDiagnostic);
  expect(errorsIn("1.33")).toEqual([]);
  expect(errorsIn("1.36")).toEqual([
    "f:3:18: error: spec.serviceAccountName: a static pod of Kubernetes 1.36 may not refer to" +
      " serviceaccounts, expected nothing that only the API server has; remove it",
  ]);
});
