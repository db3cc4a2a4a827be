/** Names of replicas: the letters that a controller has put behind the name of their owner. */

// Those of upstream's k8s.io/apimachinery/pkg/util/rand, as src/manifest/pod-names.ts gives them.
const letter = "[bcdfghjklmnpqrstvwxz2456789]";
const generated = new RegExp(`(?:-${letter}{6,10})?-${letter}{5}(?=/|$)`);
const own = new RegExp(`-(${letter}{5}(?:/.*)?)$`);

/** `orders-*` of `orders-54cd49c9d5-75lgc`; absent: no controller gave it its name. */
export function replicasName(name: string): string | undefined {
  return generated.test(name) ? name.replace(generated, "-*") : undefined;
}

/** The end of a name that tells a replica from the others: `75lgc/app`; empty: it is none. */
export function ownEnd(name: string): string {
  return own.exec(name)?.[1] ?? "";
}
