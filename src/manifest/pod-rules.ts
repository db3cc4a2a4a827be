/**
 * The rules over several fields of a pod, its metadata and its volumes.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go ValidatePodSpec, validateContainers,
 * validateInitContainers, ValidateVolumes; k8s.io/apimachinery/pkg/api/validation (v1.36).
 */
import { checkUnion, checkUnique } from "./common-rules.ts";
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";
import { labelKey, labelValue } from "./formats.ts";
import type { Format } from "./formats.ts";
import { checkHostPorts } from "./port-rules.ts";
import { checkTolerations } from "./toleration-rules.ts";
import { fieldsOf } from "./schema.ts";

export function checkObjectMeta(metadata: Cursor): void {
  for (const [key, value] of metadata.get("labels").entries()) {
    checkFormat(value, key, labelKey, "key");
    checkFormat(value, value.text() ?? "", labelValue, "value");
  }
  for (const [key, value] of metadata.get("annotations").entries()) {
    // Their names are compared in lower case, unlike those of labels.
    checkFormat(value, key.toLowerCase(), labelKey, "key");
  }
}

function checkFormat(cursor: Cursor, text: string, form: Format, of: "key" | "value"): void {
  if (form.isValid(text)) return;
  const message = of === "key" ? "not a valid key" : "not in the form it must have";
  const { expected } = form;
  const said = (form.upstream?.(text) ?? []).map(
    (words) => `Invalid value: ${JSON.stringify(text)}: ${words}`,
  );
  const upstream = { upstream: said, upstreamField: cursor.parent() };
  cursor.error({ message, found: describeValue(text), expected, ...upstream }, of);
}

export function checkPod(pod: Cursor): void {
  const spec = pod.get("spec");
  if (spec.exists) return;
  const message = "a required field is missing";
  spec.error({ message, expected: "a mapping (PodSpec)", fix: "add it" });
}

export function checkPodSpec(spec: Cursor): void {
  const containers = spec.get("containers");
  if (Array.isArray(containers.value) && containers.items().length === 0) {
    const message = "a pod without containers";
    const advice = { found: "an empty list", expected: "at least one", fix: "add one" };
    containers.error({ message, ...advice, upstream: "Required value" });
  }
  const names = new Map<string, Cursor>();
  for (const list of ["containers", "initContainers", "ephemeralContainers"]) {
    checkUnique(spec.get(list).items(), "name", "two containers of one name", { seen: names });
  }
  for (const container of spec.get("initContainers").items()) checkInitContainer(container);
  checkVolumes(spec);
  checkHostPorts(spec);
  if (spec.get("dnsPolicy").text() === "None") checkNameservers(spec);
  checkTolerations(spec.get("tolerations"));
  refuseEphemeral(spec.get("ephemeralContainers"));
  const nodeName = spec.get("nodeName");
  if ((nodeName.text() ?? "") === "" || spec.get("schedulingGates").items().length === 0) return;
  const message = "a pod cannot be on a node and wait to be scheduled";
  const expected = "no nodeName beside schedulingGates";
  const upstream = "Forbidden: cannot be set until all schedulingGates have been cleared";
  nodeName.error({ message, expected, fix: "remove it", upstream });
}

/** They come through a subresource of a pod that is there, also past a kubelet that reads files. */
function refuseEphemeral(containers: Cursor): void {
  if (containers.items().length === 0) return;
  const message = "no pod is created with them";
  const expected = "no such field here";
  const fix = "add them with the stimulus addEphemeral";
  containers.error(
    { message, expected, fix, upstream: "Forbidden: cannot be set on create" },
    "key",
  );
}

function checkInitContainer(container: Cursor): void {
  if (container.get("restartPolicy").text() === "Always") return;
  for (const field of ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"]) {
    const value = container.get(field);
    if (!value.exists) continue;
    value.error(
      {
        message: "an init container that runs to its end cannot have this",
        expected: "it only beside restartPolicy: Always",
        fix: "remove it, or make the container a sidecar with restartPolicy: Always",
        upstream: "Forbidden: may not be set for init containers without restartPolicy=Always",
      },
      "key",
    );
  }
}

function checkVolumes(spec: Cursor): void {
  const volumes = spec.get("volumes").items();
  checkUnique(volumes, "name", "two volumes of one name");
  const names = new Set(
    [...volumes.map((volume) => volume.get("name")), ...claimNames(spec)].map((name) =>
      name.text(),
    ),
  );
  for (const list of ["containers", "initContainers", "ephemeralContainers"]) {
    for (const container of spec.get(list).items()) {
      for (const mount of [
        ...container.get("volumeMounts").items(),
        ...container.get("volumeDevices").items(),
      ]) {
        const name = mount.get("name");
        const text = name.text();
        if (text === undefined || text === "" || names.has(text)) continue;
        const message = "a volume that the pod does not have";
        const expected = "the name of one of spec.volumes";
        const fix = "add the volume, or correct the name";
        const upstream = `Not found: ${JSON.stringify(text)}`;
        name.error({ message, found: describeValue(text), expected, fix, upstream });
      }
    }
  }
}

/** Of a StatefulSet each claim is a volume of its pods, which no other workload has. */
function claimNames(spec: Cursor): readonly Cursor[] {
  const { path } = spec;
  const inTemplate = path.slice(-2).join(".") === "template.spec";
  if (!inTemplate) return [];
  const claims = spec.ancestor(2).get("volumeClaimTemplates").items();
  return claims.map((claim) => claim.get("metadata", "name"));
}

export function checkVolume(volume: Cursor): void {
  const sources = [...fieldsOf("Volume").keys()].filter((field) => field !== "name");
  const present = sources.filter((source) => volume.get(source).exists);
  const options = { what: "source", isNeeded: false, upstreamWhat: "volume" };
  if (present.length > 1) checkUnion(volume, present, options);
}

function checkNameservers(spec: Cursor): void {
  if (spec.get("dnsConfig", "nameservers").items().length > 0) return;
  const message = "a pod without any name server";
  const expected = "dnsConfig.nameservers beside dnsPolicy: None";
  spec.get("dnsPolicy").error({ message, expected, fix: "add a name server" });
}
