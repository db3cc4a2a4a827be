/** What a container does by its own command, where that says it itself: it sleeps, and ends. */
import { sleepMs } from "./sleep-command.ts";

export interface OwnEnd {
  /** From its start; absent: it goes on for ever. */
  readonly exitAfterMs?: number;
  readonly exitCode: number;
}

/** Absent: what it does cannot be told from its command, or there is no sleep in it. */
export function ownEnd(
  command: readonly string[] = [],
  args: readonly string[] = [],
): OwnEnd | undefined {
  // What is given to the image's own entrypoint may mean anything.
  if (command.length === 0) return undefined;
  const words = [...command, ...args];
  const [program = "", flag = "", script = "", ...more] = words;
  const isShell = /^(.*\/)?(ba|da|a|z)?sh$/.test(program) && /^-[eux]*c$/.test(flag);
  if (isShell && more.length === 0) return endOfScript(script);
  if (/^(.*\/)?tail$/.test(program) && words.slice(1).join(" ") === "-f /dev/null") {
    return { exitCode: 0 };
  }
  const sleptMs = sleepMs(words);
  if (sleptMs === undefined) return undefined;
  return sleptMs === Infinity ? { exitCode: 0 } : { exitAfterMs: sleptMs, exitCode: 0 };
}

/** Steps that take no time; how they end is of no account. */
const quick = /^(:|true|date|hostname|env|pwd|(echo|printf|touch|rm|mkdir)(\s.*)?)$/;

/** Of `echo …; sleep 30; exit 1` and its like; absent where another step is among them. */
function endOfScript(script: string): OwnEnd | undefined {
  const steps = stepsOf(script);
  let sleptMs: number | undefined;
  for (const step of steps ?? []) {
    const [, code] = /^exit(?:\s+(\d{1,3}))?$/.exec(step) ?? [];
    if (/^exit\b/.test(step)) {
      if (sleptMs === undefined || !/^exit(\s+\d{1,3})?$/.test(step)) return undefined;
      return { exitAfterMs: sleptMs, exitCode: Number(code ?? 0) % 256 };
    }
    if (quick.test(step)) continue;
    // A program that takes the shell's place is its last step.
    const isLast = /^exec\s/.test(step);
    const program = step.replace(/^exec\s+/, "");
    const isTail = /^tail\s+-f\s+\/dev\/null$/.test(program);
    const ms = isTail ? Infinity : sleepMs(program.split(/\s+/));
    if (ms === Infinity) return { exitCode: 0 };
    if (ms === undefined) return undefined;
    sleptMs = (sleptMs ?? 0) + ms;
    if (isLast) break;
  }
  return sleptMs === undefined ? undefined : { exitAfterMs: sleptMs, exitCode: 0 };
}

/** Split at `;`, `&&` and line ends; absent where the shell would do more than that. */
function stepsOf(script: string): readonly string[] | undefined {
  // What stands in quotes is an argument of `echo`, and separates nothing.
  const bare = script.replaceAll(/'[^']*'|"[^"\\`$]*"/g, "_");
  if (/[|<`(){}"'\\#]|[^&]&(?!&)/.test(bare.replaceAll("&&", ";"))) return undefined;
  return bare
    .split(/;|&&|\n/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
}
