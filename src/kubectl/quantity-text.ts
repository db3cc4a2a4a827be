/**
 * Quantities as the API server writes them, whatever they were written as: `0.5` is `500m`.
 *
 * Models: kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go Quantity.String,
 * CanonicalizeBytes.
 */
import { parseQuantity } from "../decide/kubelet/quantity.ts";

const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"] as const;
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"] as const;
const billion = 1_000_000_000n;

/** The greatest suffix that leaves a whole number. What is no quantity stays as it is. */
export function canonicalQuantity(text: string): string {
  const billionths = parseQuantity(text);
  if (billionths === undefined) return text;
  if (billionths === 0n) return "0";
  const isBinary = text.endsWith("i") && billionths % billion === 0n;
  if (isBinary && magnitude(billionths) >= 1024n * billion) {
    const { amount, steps } = reduced(billionths / billion, 1024n, binarySuffixes.length);
    return `${amount}${binarySuffixes[steps]}`;
  }
  const { amount, steps } = reduced(billionths, 1000n, decimalSuffixes.length);
  const isExponent = /[eE][+-]?\d+$/.test(text);
  if (isExponent) return steps === 3 ? String(amount) : `${amount}e${(steps - 3) * 3}`;
  return `${amount}${decimalSuffixes[steps]}`;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function reduced(value: bigint, base: bigint, steps: number) {
  let amount = value;
  let taken = 0;
  while (taken < steps - 1 && amount % base === 0n) {
    amount /= base;
    taken += 1;
  }
  return { amount, steps: taken };
}
