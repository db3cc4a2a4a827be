/**
 * The names that controllers give to pods, from a hash instead of chance: same input, same names.
 *
 * The letters are upstream's (no vowels, so no words; no 0, 1, 3); which of them comes out is ours.
 * Models: k8s.io/apimachinery/pkg/util/rand SafeEncodeString,
 * k8s.io/apiserver/pkg/storage/names/generate.go.
 */

const safeLetters = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
/** A name has 63 characters at most; the base is cut to leave room for the suffix. */
const baseLengthMax = 63 - suffixLength;

/** 32-bit FNV-1a, as the controllers use for templates. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

function safeLetter(index: number): string {
  return safeLetters.charAt(index % safeLetters.length);
}

/** The `pod-template-hash` of a Deployment's pods, of the template as written. */
export function templateHash(template: unknown): string {
  const digits = String(hash(JSON.stringify(template) ?? ""));
  return [...digits].map((digit) => safeLetter(digit.charCodeAt(0))).join("");
}

/** Gives `base` and five letters, never the same twice. */
export class NameGenerator {
  readonly #taken = new Set<string>();

  /** `subject` is whose name it is; it and nothing else decides the letters. */
  generate(base: string, subject: string): string {
    for (let attempt = 0; ; attempt++) {
      let rest = hash(`${subject}#${attempt}`);
      let suffix = "";
      for (let index = 0; index < suffixLength; index++) {
        suffix += safeLetter(rest);
        rest = Math.floor(rest / safeLetters.length);
      }
      const name = base.slice(0, baseLengthMax) + suffix;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}
