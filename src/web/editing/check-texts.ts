/** What the program says of texts that are being edited, and whether they can be run. */
import { type Diagnostic, InputError } from "../../model/diagnostic.ts";
import { type InputTexts, prepareTexts } from "../../scenario/input-texts.ts";

export interface CheckedTexts {
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isUsable: boolean;
}

export function checkTexts(texts: InputTexts): CheckedTexts {
  try {
    return { diagnostics: prepareTexts(texts).diagnostics, isUsable: true };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { diagnostics: error.diagnostics, isUsable: false };
  }
}
