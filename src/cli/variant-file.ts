/** Reads the file of a kubelet of the user's, and says what is wrong with it. */
import { statSync } from "node:fs";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyActorLogic } from "xstate";
import { reasonOf } from "../files/system-error.ts";
import { lineIn } from "../node/guest-error.ts";
import { CallError } from "./call-error.ts";
import { guardHost } from "./variant-host.ts";

const typescript = new Set([".ts", ".mts", ".cts"]);

/** A worker is given many tasks, and reads the file once. */
const loaded = new Map<string, Promise<AnyActorLogic>>();

export function loadKubelet(path: string): Promise<AnyActorLogic> {
  const known = loaded.get(path) ?? read(path);
  loaded.set(path, known);
  return known;
}

async function read(path: string): Promise<AnyActorLogic> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new CallError(`--variant: there is no file \`${path}\``);
  if (stat.isDirectory()) {
    throw new CallError(`--variant: \`${path}\` is a folder; give the file of a kubelet`);
  }
  guardHost();
  const module = await importing(path);
  const { kubelet, default: byDefault } = module as Readonly<Record<string, unknown>>;
  const logic = kubelet ?? byDefault;
  if (isLogic(logic)) return logic;
  const fix = "export one as kubelet or as the default: docs/compare.md";
  throw new CallError(`--variant: \`${path}\` has no actor logic; ${fix}`);
}

function isLogic(value: unknown): value is AnyActorLogic {
  if (typeof value !== "object" || value === null) return false;
  return "transition" in value && "getInitialSnapshot" in value;
}

async function importing(path: string): Promise<unknown> {
  try {
    if (typescript.has(extname(path))) return await importingTypescript(path);
    return (await import(pathToFileURL(path).href)) as unknown;
  } catch (error) {
    const said = (await syntaxErrorIn(path, error)) ?? textOf(path, error);
    throw new CallError(`--variant: ${said}`);
  }
}

async function importingTypescript(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  return createJiti(import.meta.url).import(path);
}

function textOf(path: string, error: unknown): string {
  const line = lineIn(path, error);
  const place = line === undefined ? path : `${path}:${line}`;
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  return `\`${place}\` cannot be loaded: ${reason}`;
}

/** Node does not say where a syntax error is, which may be in what the file imports. */
async function syntaxErrorIn(path: string, error: unknown): Promise<string | undefined> {
  if (!(error instanceof Error)) return undefined;
  const [, what, file, line, column] =
    /^ParseError: (.*?)\s*\n (.*):(\d+):(\d+)$/s.exec(error.message) ?? [];
  // It counts columns from 0.
  if (what !== undefined) return `${file}:${line}:${Number(column) + 1}: ${what}`;
  if (!(error instanceof SyntaxError)) return undefined;
  try {
    await importingTypescript(path);
    return undefined;
  } catch (again) {
    return again instanceof SyntaxError ? undefined : syntaxErrorIn(path, again);
  }
}
