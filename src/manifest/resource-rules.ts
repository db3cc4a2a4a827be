/**
 * Requests and limits: known names, none negative, no request above its limit, and of what
 * cannot be shared no request but its limit.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements,
 * validateContainerResourceName; pkg/apis/core/helper/helpers.go IsOvercommitAllowed (v1.36).
 */
import { fieldPath } from "../yaml/document.ts";
import type { Cursor } from "./cursor.ts";
import { describeValue, nearest } from "./describe.ts";
import { parseQuantity } from "./formats.ts";

export function checkResources(resources: Cursor): void {
  for (const group of ["limits", "requests"]) {
    for (const [name, quantity] of resources.get(group).entries()) {
      checkName(name, quantity, resources.get(group));
      if ((parseQuantity(quantity.value) ?? 0) >= 0) continue;
      const found = describeValue(quantity.value);
      const upstream = `${invalid(quantity)}: must be greater than or equal to 0`;
      const said = { upstream, upstreamField: keyOf(resources.get(group), name) };
      quantity.error({ message: "a negative quantity", found, expected: "0 or more", ...said });
    }
  }
  for (const [name, request] of resources.get("requests").entries()) {
    const limit = resources.get("limits", name);
    const asked = parseQuantity(request.value);
    const allowed = parseQuantity(limit.value);
    if (!isShared(name) && asked !== allowed) {
      const message = "a request that is not its limit, of a resource that cannot be shared";
      const equal = `must be equal to ${name} limit of ${String(limit.value)}`;
      const said = limit.exists
        ? { upstream: `${invalid(request)}: ${equal}`, upstreamField: resources.get("requests") }
        : {
            upstream: "Required value: Limit must be set for non overcommitable resources",
            upstreamField: resources.get("limits"),
          };
      const found = describeValue(request.value);
      request.error({ message, found, expected: "a limit of the same size", ...said });
      continue;
    }
    if (asked === undefined || allowed === undefined || asked <= allowed) continue;
    const found = describeValue(request.value);
    const expected = `at most the limit, ${describeValue(limit.value)}`;
    const most = `must be less than or equal to ${name} limit of ${String(limit.value)}`;
    const upstream = `${invalid(request)}: ${most}`;
    const said = { upstream, upstreamField: resources.get("requests") };
    request.error({ message: "a request above its limit", found, expected, ...said });
  }
}

const ofContainers = ["cpu", "memory", "ephemeral-storage"];
/** Of the API, but not of a container. */
const ofOthers = ["storage", "pods", "services", "secrets", "configmaps", "resourcequotas"];

/** A CPU can be promised to more than can have it at once, a device or a huge page cannot. */
function isShared(name: string): boolean {
  if (name.startsWith("hugepages-")) return false;
  return !name.includes("/") || name.includes("kubernetes.io/");
}

function checkName(name: string, quantity: Cursor, group: Cursor): void {
  if (name.includes("/") || ofContainers.includes(name) || name.startsWith("hugepages-")) return;
  const words = [
    ...(ofOthers.includes(name) ? [] : ["must be a standard resource type or fully qualified"]),
    "must be a standard resource for containers",
  ];
  const meant = nearest(name, ofContainers);
  const message = "not a resource of a container";
  const expected =
    "cpu, memory, ephemeral-storage, hugepages-SIZE, or a name such as example.com/gpu";
  const fix = meant === undefined ? {} : { fix: `did you mean ${meant}?` };
  const upstream = words.map((word) => `Invalid value: ${JSON.stringify(name)}: ${word}`);
  const upstreamField = keyOf(group, name);
  quantity.error({ message, found: name, expected, ...fix, upstream, upstreamField }, "key");
}

/** As the API server writes the key of a map. */
function keyOf(group: Cursor, name: string): string {
  return `${fieldPath(group.path)}[${name}]`;
}

/** Quantities are texts to the API server. */
function invalid({ value }: Cursor): string {
  return `Invalid value: ${JSON.stringify(String(value))}`;
}
