/** What the system says when a call of it fails, without its codes. */

export function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

/** `permission denied` of `EACCES: permission denied, open 'pod.yaml'`. */
export function reasonOf(error: Error): string {
  const [, reason] = /^[A-Z0-9]+: ([^,]+)/.exec(error.message) ?? [];
  return reason ?? error.message;
}
