/**
 * A run as the page holds it: the texts it was made from and its whole trace, from which all that
 * the page shows is made; and how both are written into a page.
 */
import { gzipSync, strToU8 } from "fflate";
import type { TraceRecord } from "../model/trace.ts";
import type { InputTexts } from "../scenario/input-texts.ts";
import { toJsonLine } from "../trace/jsonl.ts";

export interface RunData {
  readonly texts: InputTexts;
  /** In the order of the trace; the last one is the verdict. */
  readonly records: readonly TraceRecord[];
}

/** How many bytes become one call's arguments. */
const pieceLength = 0x8000;

/**
 * A line for the texts and one for each record, compressed and in base64: nothing in it can end the
 * element that holds it. The compression is not the host's, which differs between processors.
 */
export function encodeRun({ texts, records }: RunData): string {
  const lines = [`${JSON.stringify(texts)}\n`, ...records.map(toJsonLine)];
  return toBase64(gzipSync(strToU8(lines.join("")), { level: 6, mtime: 0 }));
}

export async function decodeRun(encoded: string): Promise<RunData> {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(unpacked).text();
  const end = text.indexOf("\n");
  const records = text
    .slice(end + 1)
    .trimEnd()
    .replaceAll("\n", ",");
  return {
    texts: JSON.parse(text.slice(0, end)) as InputTexts,
    records: JSON.parse(`[${records}]`) as readonly TraceRecord[],
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += pieceLength) {
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  }
  return btoa(text);
}
