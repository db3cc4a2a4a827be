/** What a renderer is told about the place where its text will be read. */
import type { Glyphs } from "./glyphs.ts";

export interface View {
  /** No line is longer. */
  readonly columns: number;
  readonly glyphs: Glyphs;
}

/** Below that, names and numbers have no room; narrower terminals wrap. */
export const minColumns = 40;
