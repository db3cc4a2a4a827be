/** Virtual times as people read them, in whole milliseconds inside. */

/** The trace has seconds; whole milliseconds compare without rounding surprises. */
export function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** `0s`, `9.3s`, `1m30s`, `2h5m`. */
export function formatTime(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  const parts = [
    hours > 0 ? `${hours}h` : "",
    minutes > 0 ? `${minutes}m` : "",
    seconds > 0 ? `${seconds}s` : "",
  ].join("");
  return parts === "" ? "0s" : parts;
}

/** `1 restart`, `2 restarts`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
