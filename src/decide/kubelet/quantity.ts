/**
 * Quantities of resources, exactly: `0.1` and `100m` are one amount.
 *
 * Models: kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity,
 * Value, MilliValue.
 */

/** In billionths. */
export type Quantity = bigint;

const pattern = new RegExp(
  String.raw`^(?<sign>[+-]?)(?=\.?\d)(?<whole>\d*)\.?(?<part>\d*)` +
    String.raw`(?:(?<binary>[KMGTPE]i)|(?<decimal>[numkMGTPE])|[eE](?<exponent>[+-]?\d{1,3}))?$`,
);

const binaryPowers = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const decimalExponents: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/** What is finer than a billionth is rounded away from zero. Undefined: not a quantity. */
export function parseQuantity(text: string): Quantity | undefined {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { sign, whole = "", part = "", binary, decimal, exponent = "0" } = groups;
  const power = binary === undefined ? 0 : binaryPowers.indexOf(binary) + 1;
  const tens = decimal === undefined ? Number(exponent) : (decimalExponents[decimal] ?? 0);
  const digits = BigInt(`${whole}${part}`) * 1024n ** BigInt(power);
  const shift = 9 - part.length + tens;
  const amount =
    shift >= 0 ? digits * 10n ** BigInt(shift) : divideUp(digits, 10n ** BigInt(-shift));
  return sign === "-" ? -amount : amount;
}

/** In whole units, rounded up: bytes, pods, devices. */
export function valueOf(quantity: Quantity): bigint {
  return divideUp(quantity, 1_000_000_000n);
}

/** In thousandths, rounded up: processor time. */
export function milliValueOf(quantity: Quantity): bigint {
  return divideUp(quantity, 1_000_000n);
}

/** Division of bigints drops the rest, which for what is below zero is rounding up already. */
function divideUp(dividend: bigint, divisor: bigint): bigint {
  const rest = dividend % divisor;
  return dividend / divisor + (rest > 0n ? 1n : 0n);
}
