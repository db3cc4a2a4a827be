/** Which ends of a container are failures. */

/** One that the kernel killed for its memory has failed, whatever the exit code says. */
export function isFailure(end: { readonly exitCode?: number; readonly reason?: string }): boolean {
  return (end.exitCode ?? 0) !== 0 || end.reason === "OOMKilled";
}
