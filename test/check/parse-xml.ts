/** A strict reader of the XML that we write, so that a test sees what a CI system would. */

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Throws where the text is not well-formed. */
export function parseXml(text: string): XmlNode {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(text);
  if (!head) throw new Error("no XML declaration");
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) throw new Error("a control character");
  const reader = { text, at: head[0].length };
  const root = readElement(reader);
  if (reader.text.slice(reader.at).trim() !== "") throw new Error("something after the root");
  return root;
}

function readElement(reader: { readonly text: string; at: number }): XmlNode {
  const open = take(reader, /<([A-Za-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/y);
  const [, name = "", attributeText = "", isEmpty] = open;
  const attributes = Object.fromEntries(
    [...attributeText.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
      key,
      decode(value),
    ]),
  );
  if (isEmpty) return { name, attributes, children: [], text: "" };
  const children: XmlNode[] = [];
  let text = "";
  for (;;) {
    text += decode(take(reader, /[^<]*/y)[0]);
    if (reader.text.startsWith("</", reader.at)) break;
    children.push(readElement(reader));
  }
  const [, closed] = take(reader, /<\/([A-Za-z-]+)>/y);
  if (closed !== name) throw new Error(`<${name}> is closed by </${closed}>`);
  return { name, attributes, children, text };
}

function take(reader: { readonly text: string; at: number }, pattern: RegExp): RegExpExecArray {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (!found) throw new Error(`not well-formed at ${reader.text.slice(reader.at, reader.at + 40)}`);
  reader.at += found[0].length;
  return found;
}

function decode(text: string): string {
  if (/&(?!#\d+;|[a-z]+;)/.test(text)) throw new Error(`a bare & in ${text}`);
  return text.replaceAll(/&(?:#(\d+)|([a-z]+));/g, (whole, code, name) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const character = entities[name as string];
    if (character === undefined) throw new Error(`unknown entity ${whole}`);
    return character;
  });
}
