/** How long a command takes that says it itself: `sleep 15`, also in a shell. */

const unitMs: Readonly<Record<string, number>> = {
  "": 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `Infinity` for `sleep infinity`; absent: it is no such command. */
export function sleepMs(command: readonly string[] = []): number | undefined {
  const [shell = "", flag, script = "", ...more] = command;
  const isShell = /^(.*\/)?(ba|da|a|z)?sh$/.test(shell) && flag === "-c" && more.length === 0;
  const words = isShell
    ? script
        .trim()
        .replace(/^exec\s+/, "")
        .split(/\s+/)
    : command;
  const [name = "", length = "", ...others] = words;
  if (!/^(.*\/)?sleep$/.test(name) || others.length > 0) return undefined;
  if (/^inf(inity)?$/.test(length)) return Infinity;
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(length) ?? [];
  return number === undefined ? undefined : Number(number) * (unitMs[unit] ?? 1000);
}
