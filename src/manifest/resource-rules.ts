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
      quantity.error({ message: "a negative quantity", found, expected: "0 or more" });
    }
  }
  for (const [name, request] of resources.get("requests").entries()) {
    const limit = resources.get("limits", name);
    const asked = parseQuantity(request.value);
    const allowed = parseQuantity(limit.value);
    if (asked === undefined || allowed === undefined || asked <= allowed) continue;
    const found = describeValue(request.value);
    const expected = `at most the limit, ${describeValue(limit.value)}`;
    request.error({ message: "a request above its limit", found, expected });
  }
}
