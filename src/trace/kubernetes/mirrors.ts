/** A static pod's likeness in the API: the same pod once more, and no pod of its own. */

/** The API server of the simulation names it so. */
export function isMirror({ uid = "" }: { readonly uid?: string }): boolean {
  return uid.startsWith("mirror/");
}
