/**
 * Static pods may not name other objects of the API: a kubelet must be able to run them alone.
 *
 * Models: kubernetes/pkg/kubelet/config/common.go tryDecodeSinglePod, gate
 * PreventStaticPodAPIReferences; kubernetes/pkg/api/pod/util.go HasAPIObjectReference.
 */
import type { Cursor } from "./cursor.ts";
import { type Release, isSince, staticReferencesRefusedSince } from "./releases.ts";

interface Reference {
  readonly cursor: Cursor;
  /** As upstream names what is referred to. */
  readonly resource: string;
}

/** By the field that refers, wherever it stands in the spec. */
const secretFields = new Set(["secretKeyRef", "secretRef", "nodePublishSecretRef"]);
const configMapFields = new Set(["configMapKeyRef", "configMapRef"]);

/** The sources of a volume that need the API, in upstream's order. */
const volumeSources: readonly (readonly [string, string])[] = [
  ["configMap", "configmaps (via configmap volumes)"],
  ["secret", "secrets (via secret volumes)"],
  ["csi", "csidrivers (via CSI volumes)"],
  ["glusterfs", "endpoints (via glusterFS volumes)"],
  ["persistentVolumeClaim", "persistentvolumeclaims"],
  ["ephemeral", "persistentvolumeclaims (via ephemeral volumes)"],
  ["azureFile", "secrets (via azureFile volumes)"],
];

const projectedSources: readonly (readonly [string, string])[] = [
  ["configMap", "configmaps (via projected volumes)"],
  ["secret", "secrets (via projected volumes)"],
  ["serviceAccountToken", "serviceaccounts (via projected volumes)"],
  ["clusterTrustBundle", "clustertrustbundles"],
  ["podCertificate", "podcertificates"],
];

/** Reports the first reference alone, as the kubelet does. */
export function checkStaticReferences(spec: Cursor, { kubernetes }: Release): void {
  if (isSince(kubernetes, staticReferencesRefusedSince)) {
    const [reference] = referencesOf(spec);
    if (reference) refuse(reference, kubernetes, `not reference ${reference.resource}`);
    return;
  }
  const bundle = sourcesOf(spec).find(({ resource }) => resource === "clustertrustbundles");
  if (bundle) refuse(bundle, kubernetes, "not use ClusterTrustBundle projected volume sources");
  const claims = spec.get("resourceClaims");
  if (claims.items().length === 0) return;
  refuse({ cursor: claims, resource: "resourceclaims" }, kubernetes, "not use ResourceClaims");
}

function refuse({ cursor, resource }: Reference, kubernetes: string, what: string): void {
  const message = `a static pod of Kubernetes ${kubernetes} may not refer to ${resource}`;
  const expected = "nothing that only the API server has";
  cursor.error({ message, expected, fix: "remove it", upstream: `static pods may ${what}` }, "key");
}

function referencesOf(spec: Cursor): readonly Reference[] {
  const account = ["serviceAccountName", "serviceAccount"].map((field) => spec.get(field));
  const secrets = [
    ...spec.get("imagePullSecrets").items(),
    ...fieldsNamed(spec, secretFields),
    ...volumesWith(spec, ["secret", "azureFile"]),
  ];
  const configMaps = [...fieldsNamed(spec, configMapFields), ...volumesWith(spec, ["configMap"])];
  return [
    ...account.filter(isGiven).map(as("serviceaccounts")),
    ...secrets.map(as("secrets")),
    ...configMaps.map(as("configmaps")),
    ...spec.get("resourceClaims").items().map(as("resourceclaims")),
    ...sourcesOf(spec),
  ];
}

/** Models: kubernetes/pkg/api/v1/pod/util.go VisitPodSecretNames, VisitPodConfigmapNames. */
function volumesWith(spec: Cursor, sources: readonly string[]): readonly Cursor[] {
  return spec
    .get("volumes")
    .items()
    .flatMap((volume) => [volume, ...volume.get("projected", "sources").items()])
    .flatMap((volume) => sources.map((source) => volume.get(source)))
    .filter(({ exists }) => exists);
}

function sourcesOf(spec: Cursor): readonly Reference[] {
  return spec
    .get("volumes")
    .items()
    .flatMap((volume) => [
      ...sourcesAmong(volume, volumeSources),
      ...volume
        .get("projected", "sources")
        .items()
        .flatMap((source) => sourcesAmong(source, projectedSources)),
    ]);
}

function sourcesAmong(
  parent: Cursor,
  sources: readonly (readonly [string, string])[],
): readonly Reference[] {
  return sources.flatMap(([field, resource]) => {
    const cursor = parent.get(field);
    return cursor.exists ? [{ cursor, resource }] : [];
  });
}

function fieldsNamed(parent: Cursor, names: ReadonlySet<string>): readonly Cursor[] {
  const parts = parent.entries().flatMap(([name, value]) => {
    return names.has(name) && value.exists ? [value] : fieldsNamed(value, names);
  });
  return [...parts, ...parent.items().flatMap((item) => fieldsNamed(item, names))];
}

function isGiven(cursor: Cursor): boolean {
  return (cursor.text() ?? "") !== "";
}

function as(resource: string): (cursor: Cursor) => Reference {
  return (cursor) => ({ cursor, resource });
}
