/** What something lacks at a moment. */
import type { TraceRecord } from "../../model/trace.ts";
import type { Ground } from "../ground.ts";
import type { RuleName } from "../rules.ts";

export interface Lack {
  /** What is so instead, such as `the image of web/app is being pulled`. */
  readonly what: string;
  /** The record that made it so; absent: it has been so from the start. */
  readonly since?: TraceRecord | undefined;
  /** What would have to happen, such as `the pull to end`. */
  readonly needs: string;
  /** With numbers: how often, how long still. */
  readonly details?: readonly string[];
  readonly rule: RuleName;
  readonly grounds?: readonly Ground[];
  /** What made an end of it; absent: nothing did as long as the run went on. */
  readonly later?: TraceRecord | undefined;
  /** What that waits for again. */
  readonly lacks?: readonly Lack[];
}
