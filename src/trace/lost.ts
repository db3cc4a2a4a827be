/** Which notifications of the runtime never reach whoever observes. */
import type { RuntimeEventTrace } from "../model/trace.ts";

/** Of a container; what is only held back comes later. */
export function isLost<R extends RuntimeEventTrace>(
  record: R,
): record is R & { readonly container: string } {
  const { container, delivered, due } = record;
  return container !== undefined && delivered !== true && due === undefined;
}
