/**
 * Requests and limits: none negative, no request above its limit.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements.
 */
import type { Cursor } from "./cursor.ts";
import { describeValue } from "./describe.ts";
import { parseQuantity } from "./formats.ts";

export function checkResources(resources: Cursor): void {
  for (const group of ["limits", "requests"]) {
    for (const [, quantity] of resources.get(group).entries()) {
      if ((parseQuantity(quantity.value) ?? 0) >= 0) continue;
      const found = describeValue(quantity.value);
      const upstream = `${invalid(quantity)}: must be greater than or equal to 0`;
      quantity.error({ message: "a negative quantity", found, expected: "0 or more", upstream });
    }
  }
  for (const [name, request] of resources.get("requests").entries()) {
    const limit = resources.get("limits", name);
    const asked = parseQuantity(request.value);
    const allowed = parseQuantity(limit.value);
    if (asked === undefined || allowed === undefined || asked <= allowed) continue;
    const found = describeValue(request.value);
    const expected = `at most the limit, ${describeValue(limit.value)}`;
    const most = `must be less than or equal to ${name} limit of ${String(limit.value)}`;
    const upstream = `${invalid(request)}: ${most}`;
    const said = { upstream, upstreamField: resources.get("requests") };
    request.error({ message: "a request above its limit", found, expected, ...said });
  }
}

/** Quantities are texts to the API server. */
function invalid({ value }: Cursor): string {
  return `Invalid value: ${JSON.stringify(String(value))}`;
}
