/**
 * The volumes of `kubectl describe pod`, of the kinds that pods have today.
 *
 * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/describe/describe.go describeVolumes.
 */
import type { PodSpec } from "../manifest/pod-types.ts";
import { field, line, multiline, sortedEntries } from "./describe-lines.ts";
import { canonicalQuantity } from "./quantity-text.ts";

type Volume = NonNullable<PodSpec["volumes"]>[number];
type Fields = readonly (readonly [name: string, value: string | number | boolean])[];

export function volumeLines(volumes: readonly Volume[] = []): readonly string[] {
  if (volumes.length === 0) return ["Volumes:\t<none>"];
  return [
    "Volumes:",
    ...volumes.flatMap((volume) => [line(1, `${volume.name}:`), ...sourceLines(volume)]),
  ];
}

/** What is of another kind shows as unknown. */
function sourceLines(volume: Volume): readonly string[] {
  const { csi, downwardAPI, projected } = volume;
  const plain = plainSource(volume);
  if (plain) return ofType(...plain);
  if (downwardAPI) {
    return [
      ...ofType("DownwardAPI (a volume populated by information about the pod)", []),
      line(2, "Items:"),
      ...(downwardAPI.items ?? []).map(({ fieldRef, resourceFieldRef, path }) =>
        line(3, `${fieldRef?.fieldPath ?? resourceFieldRef?.resource ?? ""} -> ${path}`),
      ),
    ];
  }
  if (projected) {
    const type = "Projected (a volume that contains injected data from multiple sources)";
    return ofType(type, (projected.sources ?? []).flatMap(projectedFields));
  }
  if (csi) {
    const fields: Fields = [
      ["Driver", csi.driver],
      ["FSType", csi.fsType ?? ""],
      ["ReadOnly", csi.readOnly ?? false],
    ];
    const attributes = sortedEntries(csi.volumeAttributes ?? {});
    const texts = attributes.map(([key, value]) => `${key}=${value}`);
    return [
      ...ofType("CSI (a Container Storage Interface (CSI) volume source)", fields),
      ...multiline("VolumeAttributes", texts).map((text) => line(2, text)),
    ];
  }
  return [line(1, "<unknown>")];
}

function ofType(type: string, fields: Fields): readonly string[] {
  return [field(2, "Type", type), ...fields.map(([name, value]) => field(2, name, String(value)))];
}

function plainSource(volume: Volume): readonly [type: string, fields: Fields] | undefined {
  const { hostPath, emptyDir, secret, configMap, persistentVolumeClaim: claim, nfs } = volume;
  if (hostPath) {
    const type = ["HostPathType", hostPath.type ?? "<none>"] as const;
    return ["HostPath (bare host directory volume)", [["Path", hostPath.path], type]];
  }
  if (emptyDir) {
    const limit = canonicalQuantity(emptyDir.sizeLimit ?? "0");
    return [
      "EmptyDir (a temporary directory that shares a pod's lifetime)",
      [
        ["Medium", emptyDir.medium ?? ""],
        ["SizeLimit", limit === "0" ? "<unset>" : limit],
      ],
    ];
  }
  if (secret) {
    const name = ["SecretName", secret.secretName ?? ""] as const;
    return ["Secret (a volume populated by a Secret)", [name, optional(secret)]];
  }
  if (configMap) {
    const name = ["Name", configMap.name ?? ""] as const;
    return ["ConfigMap (a volume populated by a ConfigMap)", [name, optional(configMap)]];
  }
  if (claim) {
    return [
      "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
      [
        ["ClaimName", claim.claimName],
        ["ReadOnly", claim.readOnly ?? false],
      ],
    ];
  }
  if (nfs) {
    return [
      "NFS (an NFS mount that lasts the lifetime of a pod)",
      [
        ["Server", nfs.server],
        ["Path", nfs.path],
        ["ReadOnly", nfs.readOnly ?? false],
      ],
    ];
  }
  return laterSource(volume);
}

function laterSource({
  ephemeral,
  image,
}: Volume): readonly [type: string, fields: Fields] | undefined {
  if (ephemeral) {
    const what = "an inline specification for a volume that gets created and deleted with the pod";
    return [`EphemeralVolume (${what})`, []];
  }
  if (image === undefined) return undefined;
  const { reference = "", pullPolicy = "" } = image;
  return [
    "Image (a container image or OCI artifact)",
    [
      ["Reference", reference],
      ["PullPolicy", pullPolicy],
    ],
  ];
}

type ProjectedSource = NonNullable<NonNullable<Volume["projected"]>["sources"]>[number];

function projectedFields(source: ProjectedSource): Fields {
  const { secret, downwardAPI, configMap, serviceAccountToken: token } = source;
  if (secret) return [["SecretName", secret.name ?? ""], optional(secret)];
  if (downwardAPI) return [["DownwardAPI", true]];
  if (configMap) return [["ConfigMapName", configMap.name ?? ""], optional(configMap)];
  return token ? [["TokenExpirationSeconds", token.expirationSeconds ?? 0]] : [];
}

function optional(source: { readonly optional?: boolean }): Fields[number] {
  return ["Optional", source.optional ?? false];
}
