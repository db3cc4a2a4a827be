/** A call of the program that cannot be carried out, and what the program then ends with. */
export { CallError } from "../model/call-error.ts";

export const exitStatus = {
  ok: 0,
  /** An expectation does not hold, or the kubelet that lists does not end as declared. */
  differs: 1,
  /** The input or the call is wrong. */
  wrong: 2,
  /** A mistake of this program, sysexits' EX_SOFTWARE. */
  internal: 70,
} as const;
