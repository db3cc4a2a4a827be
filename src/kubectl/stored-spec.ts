/**
 * A spec as the API server writes it: quantities in its own form, and without what says nothing in
 * Go, where a zero cannot be told from a field that is absent.
 *
 * Models: kubernetes/staging/src/k8s.io/api/core/v1/types.go (omitempty).
 */
import { canonicalQuantity } from "./quantity-text.ts";

const mapsOfQuantities = new Set(["limits", "requests"]);
const quantities = new Set(["sizeLimit", "divisor"]);
/** Fields that a zero leaves out. Others of their kind are pointers, which are written. */
const zeros = new Set(["initialDelaySeconds", "hostPort"]);
const flags = new Set("hostNetwork hostPID hostIPC stdin stdinOnce tty readOnly".split(" "));
const maps = new Set(["limits", "requests", "nodeSelector", "matchLabels"]);

/** `key`: of the field that has the value. Undefined: it is left out. */
export function asWritten(value: unknown, key = ""): unknown {
  if (Array.isArray(value))
    return value.length > 0 ? value.map((each) => asWritten(each)) : undefined;
  if (typeof value === "object" && value !== null) return mappingAsWritten(value, key);
  if (quantities.has(key)) return canonicalQuantity(String(value));
  const saysNothing = (value === 0 && zeros.has(key)) || (value === false && flags.has(key));
  return saysNothing ? undefined : value;
}

function mappingAsWritten(value: object, key: string): object | undefined {
  const entries = Object.entries(value);
  if (entries.length === 0 && maps.has(key)) return undefined;
  const isOfQuantities = mapsOfQuantities.has(key);
  return Object.fromEntries(
    entries.map(([name, each]) => [
      name,
      isOfQuantities ? canonicalQuantity(String(each)) : asWritten(each, name),
    ]),
  );
}
