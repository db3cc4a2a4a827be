/** Where something stands in a list that is in order. */

/** How many of the first `length` values are at most `limit`. */
export function countUpTo(
  length: number,
  valueAt: (index: number) => number,
  limit: number,
): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
