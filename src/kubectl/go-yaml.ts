/**
 * YAML as kubectl writes it. What a text is quoted by and where a long one is folded is Go's, which
 * differs from what the library does that reads YAML here.
 *
 * Models: sigs.k8s.io/yaml Marshal; goyaml.v2/emitterc.go yaml_emitter_analyze_scalar,
 * yaml_emitter_write_plain_scalar; goyaml.v2/encode.go stringv, resolve.go resolve.
 */

/** What is undefined is left out. */
export type YamlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue };

/** Behind this column a text is folded, at its next blank. */
const bestWidth = 80;

export function toGoYaml(value: { readonly [key: string]: YamlValue }): string {
  return mapping(value, 0).join("\n") + "\n";
}

type Mapping = { readonly [key: string]: YamlValue };

function mapping(value: Mapping, indent: number): readonly string[] {
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => compareKeys([...a], [...b]))
    .flatMap(([key, each]) => entry(`${" ".repeat(indent)}${scalar(key, 0, 0)}:`, each, indent));
}

/**
 * What is no letter comes before letters, and runs of digits are numbers.
 * Models: goyaml.v2/sorter.go keyList.Less.
 */
function compareKeys(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((character, index) => character !== b[index]);
  const [left, right] = [a[at], b[at]];
  if (left === undefined) return a.length - b.length;
  if (right === undefined) return 1;
  const [isLetter, isOtherLetter] = [/\p{L}/u.test(left), /\p{L}/u.test(right)];
  if (isLetter !== isOtherLetter) return isLetter ? 1 : -1;
  const [number, other] = [numberFrom(a, at), numberFrom(b, at)];
  return isLetter || number === other ? (left < right ? -1 : 1) : number - other;
}

function numberFrom(characters: readonly string[], at: number): number {
  return Number(/^\d*/.exec(characters.slice(at).join(""))?.[0] ?? "");
}

/** A list stands below its key, not further in. */
function entry(head: string, value: YamlValue, indent: number): readonly string[] {
  if (isList(value) && value.length > 0) return [head, ...list(value, indent)];
  if (isMapping(value) && !isEmpty(value)) return [head, ...mapping(value, indent + 2)];
  return `${head} ${leaf(value, head.length + 1, indent + 2)}`.split("\n");
}

function list(values: readonly YamlValue[], indent: number): readonly string[] {
  return values.flatMap((value) => {
    const dash = `${" ".repeat(indent)}- `;
    if ((isList(value) && value.length > 0) || (isMapping(value) && !isEmpty(value))) {
      const inner = isList(value) ? list(value, indent + 2) : mapping(value, indent + 2);
      return inner.map((line, index) => (index === 0 ? dash + line.slice(indent + 2) : line));
    }
    return (dash + leaf(value, dash.length, indent + 2)).split("\n");
  });
}

function leaf(value: YamlValue, column: number, indent: number): string {
  if (typeof value === "string") return scalar(value, column, indent);
  if (isList(value)) return "[]";
  return isMapping(value) ? "{}" : String(value);
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

function isMapping(value: YamlValue): value is Mapping {
  return typeof value === "object" && value !== null && !isList(value);
}

function isEmpty(value: Mapping): boolean {
  return Object.values(value).every((each) => each === undefined);
}

/** What is not text where it stands without quotes. */
const resolved = [
  /^$/,
  /^(?:y|yes|on|true|n|no|off|false|null|~|<<)$/i,
  /^[-+]?(?:0b[01_]+|0x[\da-f_]+|0o?[0-7_]+|\d[\d_]*)$/i,
  /^[-+]?(?:\.\d[\d_]*|\d[\d_]*(?:\.[\d_]*)?)(?:e[-+]?\d+)?$/i,
  /^[-+]?(?:\.inf|\.nan)$/i,
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/,
  /^\d{4}-\d\d?-\d\d?(?:[Tt ]\d\d?:\d\d?:\d\d?.*)?$/,
];

const unprintable = /[^\n\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;

/** `column`: where it begins; `indent`: of the lines that it goes on with. */
function scalar(text: string, column: number, indent: number): string {
  if (resolved.some((pattern) => pattern.test(text))) return doubleQuoted(text);
  // A blank before a line break, and one at the end, would be lost in any other style.
  if (unprintable.test(text) || / \n| $/.test(text.includes("\n") ? text : "")) {
    return doubleQuoted(text);
  }
  if (text.includes("\n")) return literal(text, indent);
  if (isPlain(text)) return folded(text, column, indent);
  return folded(`'${text.replaceAll("'", "''")}'`, column, indent);
}

function isPlain(text: string): boolean {
  const startsLikeSyntax = /^(?:[-?:](?: |$)|[#,[\]{}&*!|>'"%@`]|---|\.\.\.)/.test(text);
  return !startsLikeSyntax && !/^ | $|: |:$| #/.test(text);
}

function literal(text: string, indent: number): string {
  const ends = /\n*$/.exec(text)?.[0].length ?? 0;
  const chomp = ends === 0 ? "-" : ends === 1 ? "" : "+";
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const body = ends === 0 ? text : text.slice(0, -1);
  const lines = body.split("\n").map((line) => (line === "" ? "" : " ".repeat(indent) + line));
  return [`|${hint}${chomp}`, ...lines].join("\n");
}

/** No fold before a second blank, nor at either end. */
function folded(text: string, from: number, indent: number): string {
  let column = from;
  let out = "";
  let wasBlank = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isInside = at > 0 && at < text.length - 1;
    const isBlank = character === " ";
    if (indent > 0 && isBlank && !wasBlank && column > bestWidth && isInside) {
      if (text.charAt(at + 1) !== " ") {
        out += `\n${" ".repeat(indent)}`;
        column = indent;
        wasBlank = true;
        continue;
      }
    }
    out += character;
    column += 1;
    wasBlank = isBlank;
  }
  return out;
}

const escapes: Readonly<Record<string, string>> = {
  "\u0000": "0",
  "\u0007": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\u001b": "e",
  '"': '"',
  "\\": "\\",
  "\u0085": "N",
  "\u00a0": "_",
  "\u2028": "L",
  "\u2029": "P",
};

function doubleQuoted(text: string): string {
  const characters = Array.from(text, (character) => {
    const short = escapes[character];
    if (short !== undefined) return `\\${short}`;
    if (!unprintable.test(character)) return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    if (code.length <= 2) return `\\x${code.padStart(2, "0")}`;
    return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  });
  return `"${characters.join("")}"`;
}
