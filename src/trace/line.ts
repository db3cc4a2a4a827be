/**
 * Text with roles: what is shown is built from spans that know their meaning and their width, and
 * only the very end turns a role into a colour or leaves it out.
 */
import stringWidth from "string-width";
import { ownEnd } from "./replicas.ts";

/** What a piece of text means; a paint gives it a colour, or none. */
export type Role =
  | "title"
  | "faint"
  | "running"
  | "creating"
  | "failed"
  | "missing"
  | "undeclared"
  | "link"
  | "good"
  | "bad"
  | "warning";

export interface Span {
  readonly text: string;
  readonly role?: Role;
}

export type Line = readonly Span[];

/** Gives a text the looks of its role. */
export type Paint = (text: string, role: Role) => string;

export const plain: Paint = (text) => text;

const printable = /^[\u0020-\u007e]*$/;
// A name or a message from a user's file may not steer the terminal, nor turn a line around.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

export function span(text: string, role?: Role): Span {
  const clean = printable.test(text) ? text : text.replaceAll(controls, "�");
  return role === undefined ? { text: clean } : { text: clean, role };
}

export function textWidth(text: string): number {
  return printable.test(text) ? text.length : stringWidth(text);
}

/** Not `Math.max(...)`: a hundred thousand arguments are more than a call can take. */
export function widestOf(texts: readonly string[], least = 0): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text)), least);
}

export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + textWidth(text), 0);
}

/** Fills up with spaces; what is wider stays as it is. */
export function padEnd(line: Line, width: number): Line {
  const rest = width - lineWidth(line);
  return rest > 0 ? [...line, span(" ".repeat(rest))] : line;
}

const longEnd = /\/[^/ ]{40,}$/;

/**
 * Keeps both ends of a name, which tell it from its neighbours: `kube-a…rver/apiserver`. Of a
 * replica all that is its own is kept, where there is room for it.
 */
export function shortenMiddle(text: string, width: number, ellipsis = "…"): string {
  if (textWidth(text) <= width) return text;
  const room = Math.max(0, width - textWidth(ellipsis));
  const characters = [...text];
  const own = ownEnd(text);
  if (textWidth(own) > room) return shortenMiddle(own, width, ellipsis);
  const tailWidth = Math.max(Math.ceil(room / 2), textWidth(own));
  // Of one with so long a last part, what tells it from others may be in any of them.
  if (longEnd.test(text)) return shortenParts(text, width, ellipsis);
  const tail = takeWidth(characters.toReversed(), tailWidth).toReversed();
  const head = takeWidth(characters, room - textWidth(tail.join("")));
  return `${head.join("")}${ellipsis}${tail.join("")}`;
}

/** Of `namespace/pod/container`, each that is too long for its share. */
function shortenParts(text: string, width: number, ellipsis: string): string {
  const parts = text.split("/");
  const shares = new Map<number, number>();
  let room = width - (parts.length - 1);
  const shortestFirst = [...parts.entries()].toSorted(([, a], [, b]) => a.length - b.length);
  for (const [index, part] of shortestFirst) {
    const share = Math.min(textWidth(part), Math.floor(room / (parts.length - shares.size)));
    shares.set(index, share);
    room -= share;
  }
  return parts
    .map((part, index) => shortenMiddle(part, shares.get(index) ?? 0, ellipsis))
    .join("/");
}

function takeWidth(characters: readonly string[], width: number): readonly string[] {
  const taken: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += textWidth(character);
    if (used > width) break;
    taken.push(character);
  }
  return taken;
}

/** Breaks between words; a word that is wider than the width is cut. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (textWidth(line) > width) {
      const head = takeWidth([...line], width).join("");
      // A character wider than the whole line stands alone: nothing narrower is left to cut.
      if (head === "") break;
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return [...lines, line];
}

/** A sentence on as many lines as it takes. */
export function paragraph(text: string, width: number, role?: Role): readonly Line[] {
  return wrap(text, width).map((line) => [span(line, role)]);
}

/** The last resort where not even shortened names have room: what is too long is cut off. */
export function clip(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line;
  let room = width;
  return line.map(({ text, role }) => {
    const taken = takeWidth([...text], room).join("");
    room -= textWidth(taken) === textWidth(text) ? textWidth(text) : room;
    return span(taken, role);
  });
}

/** Two columns side by side; the left one is `width` wide, then comes `gap`. */
export function beside(
  left: readonly Line[],
  right: readonly Line[],
  width: number,
  gap: Line,
): readonly Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...padEnd(left[index] ?? [], width),
    ...gap,
    ...(right[index] ?? []),
  ]);
}

/** One string with a line end after each line and no blanks before it. */
export function toText(lines: readonly Line[], paint: Paint): string {
  return lines.map((line) => `${lineText(line, paint)}\n`).join("");
}

function lineText(line: Line, paint: Paint): string {
  let last = line.length;
  while (last > 0 && line[last - 1]?.text.trim() === "") last -= 1;
  return line
    .slice(0, last)
    .map(({ text, role }, index) => {
      const shown = index === last - 1 ? text.trimEnd() : text;
      return role === undefined ? shown : paint(shown, role);
    })
    .join("");
}
