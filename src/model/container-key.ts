/** The identity of a container on a node: namespace, pod and container name, ordered by bytes. */

/** Two keys are equal exactly when namespace, pod and container are; `<` orders by those three. */
export type ContainerKey = string & { readonly __containerKey: never };

/** NUL sorts before every character of a name, so that `a/x` stands before `a-b/x`. */
const separator = "\u0000";

export function containerKey(namespace: string, pod: string, container: string): ContainerKey {
  return `${namespace}${separator}${pod}${separator}${container}` as ContainerKey;
}

/** What people read: `web/app`, with the namespace in front where it is not `default`. */
export function displayName(namespace: string, pod: string, container?: string): string {
  const name = container === undefined ? pod : `${pod}/${container}`;
  return namespace === "default" ? name : `${namespace}/${name}`;
}

const firstSurrogate = 0xd800;

/**
 * Orders as the bytes of the UTF-8 text do, in any locale. JavaScript's own order of UTF-16 units
 * differs only where a surrogate meets a unit above the surrogates, so those two are swapped.
 */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    if (left < firstSurrogate || right < firstSurrogate) return left - right;
    return inUtf8Order(left) - inUtf8Order(right);
  }
  return a.length - b.length;
}

function inUtf8Order(unit: number): number {
  const isSurrogate = unit >= firstSurrogate && unit < 0xe000;
  return isSurrogate ? unit + 0x2000 : unit - (unit >= 0xe000 ? 0x800 : 0);
}
