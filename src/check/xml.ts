/** Writes XML: elements with attributes and text, escaped, and nothing that XML 1.0 forbids. */

export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly children?: readonly XmlElement[];
  /** In place of children. */
  readonly text?: string;
}

export function toXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, "")}`;
}

function element({ name, attributes = {}, children = [], text }: XmlElement, indent: string) {
  const inTag = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const tag = `${indent}<${name}${inTag.join("")}`;
  if (text !== undefined) return `${tag}>${escaped(text)}</${name}>\n`;
  if (children.length === 0) return `${tag}/>\n`;
  const inside: string = children.map((child) => element(child, `${indent}  `)).join("");
  return `${tag}>\n${inside}${indent}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // As such an attribute would lose them: a parser makes blanks of them.
  "\n": "&#10;",
  "\t": "&#9;",
  "\r": "&#13;",
};

// Control characters and halves of surrogate pairs cannot be written, not even as references.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function escaped(value: string | number): string {
  return String(value)
    .replaceAll(forbidden, "\ufffd")
    .replaceAll(/[&<>"\n\t\r]/g, (character) => entities[character] ?? character);
}
