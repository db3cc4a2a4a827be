/**
 * Runs as a page holds them: the texts they were made from and their whole traces, from which all
 * that the page shows is made; and how both are written into a page.
 */
import { gzipSync, strToU8 } from "fflate";
import type { TraceRecord } from "../model/trace.ts";
import type { Observe } from "../node/node-options.ts";
import { type InputTexts, prepareTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { toJsonLine } from "../trace/jsonl.ts";

export interface TraceData {
  /** How the kubelet of this one observes, where it is not as the texts say. */
  readonly observe?: Observe;
  /** In the order of the trace; the last one is the verdict. */
  readonly records: readonly TraceRecord[];
}

export interface RunData {
  readonly texts: InputTexts;
  /** One run, or two on one world and seed that are looked at next to each other. */
  readonly traces: readonly TraceData[];
}

/** What stands before the records. */
interface Head {
  readonly texts: InputTexts;
  readonly traces: readonly { readonly observe?: Observe; readonly count: number }[];
}

/** How many bytes become one call's arguments. */
const pieceLength = 0x8000;

/** Throws an `InputError` where the texts are not such as an input was made of before. */
export function inputOf(texts: InputTexts, observe: Observe | undefined): PreparedInput {
  if (observe === undefined) return prepareTexts(texts);
  return prepareTexts({ ...texts, overrides: { ...texts.overrides, observe } });
}

/**
 * A line for the texts and one for each record, compressed and in base64: nothing in it can end the
 * element that holds it. The compression is not the host's, which differs between processors.
 */
export function encodeRun({ texts, traces }: RunData): string {
  const head: Head = {
    texts,
    traces: traces.map(({ records, ...how }) => ({ ...how, count: records.length })),
  };
  const lines = [
    `${JSON.stringify(head)}\n`,
    ...traces.flatMap(({ records }) => records.map(toJsonLine)),
  ];
  return toBase64(gzipSync(strToU8(lines.join("")), { level: 6, mtime: 0 }));
}

export async function decodeRun(encoded: string): Promise<RunData> {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(unpacked).text();
  const end = text.indexOf("\n");
  const { texts, traces } = JSON.parse(text.slice(0, end)) as Head;
  const lines = text
    .slice(end + 1)
    .trimEnd()
    .replaceAll("\n", ",");
  const records = JSON.parse(`[${lines}]`) as readonly TraceRecord[];
  let from = 0;
  return {
    texts,
    traces: traces.map(({ count, ...how }) => {
      from += count;
      return { ...how, records: records.slice(from - count, from) };
    }),
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += pieceLength) {
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  }
  return btoa(text);
}
