/**
 * The forms that Kubernetes asks of texts, each with the words for a message.
 *
 * Models: k8s.io/apimachinery/pkg/util/validation/validation.go, pkg/api/resource/quantity.go.
 */

export interface Format {
  readonly expected: string;
  readonly isValid: (text: string) => boolean;
  /** What the API server says of a text that is not in this form, where that is known. */
  readonly upstream?: (text: string) => readonly string[];
}

/** Models: validation.go RegexError, MaxLenError. */
function regexWords(what: string, examples: readonly string[], regex: string): string {
  const shown = examples.map((example) => `'${example}'`).join(",  or ");
  return `${what} (e.g. ${shown}, regex used for validation is '${regex}')`;
}

/** Too long and of the wrong letters are two things to the API server; so is how it counts. */
function limited(
  max: number,
  unit: "characters" | "bytes",
  form: RegExp,
  words: string,
): (text: string) => readonly string[] {
  return (text) => [
    ...(text.length > max ? [`must be no more than ${max} ${unit}`] : []),
    ...(form.test(text) ? [] : [words]),
  ];
}

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const qualifiedName = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

export const dnsLabel: Format = {
  expected: "at most 63 lower case letters, digits and `-`, with a letter or digit at both ends",
  isValid: (text) => text.length <= 63 && label.test(text),
  upstream: (text) => {
    const form = regexWords(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'," +
        " and must start and end with an alphanumeric character",
      ["my-name", "123-abc"],
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
    );
    const words = subdomain.test(text) ? "must not contain dots" : form;
    return limited(63, "characters", label, words)(text);
  },
};

export const dnsSubdomain: Format = {
  expected:
    "at most 253 lower case letters, digits, `-` and `.`, with a letter or digit at both ends",
  isValid: (text) => text.length <= 253 && subdomain.test(text),
  upstream: limited(
    253,
    "characters",
    subdomain,
    regexWords(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or" +
        " '.', and must start and end with an alphanumeric character",
      ["example.com"],
      String.raw`[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*`,
    ),
  ),
};

/** A prefix for generated names: what is added to it takes part in the check. */
export const dnsSubdomainPrefix: Format = {
  expected: "lower case letters, digits, `-` and `.`, with a letter or digit at the start",
  isValid: (text) => text === "" || dnsSubdomain.isValid(`${text}x`.slice(-253)),
};

export const labelValue: Format = {
  expected: "at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends",
  isValid: (text) => text === "" || (text.length <= 63 && qualifiedName.test(text)),
  upstream: limited(
    63,
    "bytes",
    qualifiedName,
    regexWords(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or" +
        " '.', and must start and end with an alphanumeric character",
      ["MyValue", "my_value", "12345"],
      "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?",
    ),
  ),
};

/** `name` or `prefix/name`, of labels and annotations. */
export const labelKey: Format = {
  expected: "a name of at most 63 letters, digits, `-`, `_` and `.`, or a DNS name, `/` and that",
  isValid: (text) => {
    const slash = text.indexOf("/");
    const name = text.slice(slash + 1);
    if (slash >= 0 && !dnsSubdomain.isValid(text.slice(0, slash))) return false;
    return name.length <= 63 && qualifiedName.test(name);
  },
  upstream: (text) => {
    const [prefix, name, ...more] = text.includes("/") ? text.split("/") : [undefined, text];
    const form = regexWords(
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an" +
        " alphanumeric character",
      ["MyName", "my.name", "123-abc"],
      "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]",
    );
    if (more.length > 0) {
      const parts = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
      return [`a valid label key ${form} ${parts}`];
    }
    const ofPrefix = prefix === undefined ? [] : prefixWords(prefix);
    const isEmpty = name === "" ? ["name part must be non-empty"] : [];
    const ofName = limited(63, "bytes", qualifiedName, form)(name ?? "");
    return [...ofPrefix, ...isEmpty, ...ofName.map((words) => `name part ${words}`)];
  },
};

function prefixWords(prefix: string): readonly string[] {
  if (prefix === "") return ["prefix part must be non-empty"];
  return (dnsSubdomain.upstream?.(prefix) ?? []).map((words) => `prefix part ${words}`);
}

/** IANA_SVC_NAME. */
export const portName: Format = {
  expected: "at most 15 lower case letters, digits and single `-`, with a letter among them",
  isValid: (text) =>
    text.length <= 15 &&
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(text) &&
    /[a-z]/.test(text) &&
    !text.includes("--"),
  upstream: (text) => [
    ...(text.length > 15 ? ["must be no more than 15 characters"] : []),
    ...(/^[-a-z0-9]+$/.test(text)
      ? []
      : ["must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"]),
    ...(/[a-z]/.test(text) ? [] : ["must contain at least one letter (a-z)"]),
    ...(text.includes("--") ? ["must not contain consecutive hyphens"] : []),
    ...(/^-|-$/.test(text) ? ["must not begin or end with a hyphen"] : []),
  ],
};

export const headerName: Format = {
  expected: "letters, digits and `-`",
  isValid: (text) => /^[-A-Za-z0-9]+$/.test(text),
  upstream: () => [
    regexWords(
      "a valid HTTP header must consist of alphanumeric characters or '-'",
      ["X-Header-Name"],
      "[-A-Za-z0-9]+",
    ),
  ],
};

export const notEmpty: Format = {
  expected: "a text that is not empty",
  isValid: (text) => text !== "",
};

export const cronSchedule: Format = {
  expected: "five fields such as `*/5 * * * *`, or `@hourly` and its like",
  isValid: (text) => {
    if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every \S+)$/.test(text))
      return true;
    const fields = text.trim().split(/\s+/);
    return fields.length === 5 && fields.every((field) => /^[\d*/,?A-Za-z-]+$/.test(field));
  },
};

export const envName: Format = {
  expected: "printable characters without `=`",
  isValid: (text) => /^[\u0020-\u003c\u003e-\u007e]+$/.test(text),
  upstream: () => [
    "a valid environment variable name must consist only of printable ASCII characters other" +
      " than '='",
  ],
};

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

export function isTime(text: string): boolean {
  return timePattern.test(text);
}

const quantityPattern =
  /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d{1,3}))?$/;

const binary = 1024;
const decimal = 1000;
const suffixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: decimal,
  M: decimal ** 2,
  G: decimal ** 3,
  T: decimal ** 4,
  P: decimal ** 5,
  E: decimal ** 6,
  Ki: binary,
  Mi: binary ** 2,
  Gi: binary ** 3,
  Ti: binary ** 4,
  Pi: binary ** 5,
  Ei: binary ** 6,
};

/** The size of `100m`, `1.5`, `64Mi` or `1e3`; undefined for what is no quantity. */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const match = quantityPattern.exec(String(value));
  if (!match) return undefined;
  const [, digits = "", suffix, exponent] = match;
  const scale = suffix === undefined ? 10 ** Number(exponent ?? 0) : (suffixes[suffix] ?? 1);
  return Number(digits) * scale;
}
