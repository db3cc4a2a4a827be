/** What the log says of Kubernetes Events: kubectl's words, but for what is told already. */
import type { EventTrace } from "../../model/trace.ts";
import { extend, type LogPen } from "./log-pen.ts";

/** The container's own records tell of these. */
const toldOtherwise = new Set(["Created", "Started"]);

const hookFailures = new Set(["FailedPostStartHook", "FailedPreStopHook"]);

export class EventLog {
  readonly #pen: LogPen;

  constructor(pen: LogPen) {
    this.#pen = pen;
  }

  take(record: EventTrace, atMs: number): void {
    const { reason, message } = record;
    const text = eventText(record);
    if (toldOtherwise.has(reason)) return;
    switch (reason) {
      case "Pulling":
        return this.#pen.add(record, atMs, {
          kind: "other",
          sign: this.#pen.state("pulling"),
          text,
        });
      case "Pulled":
        // An image that is there is no news; one that was pulled is.
        if (!message.startsWith("Successfully")) return;
        return this.#pen.add(record, atMs, {
          kind: "other",
          sign: this.#pen.state("pulling"),
          text,
        });
      case "Killing":
        return this.#pen.add(record, atMs, { kind: "killing", sign: this.#pen.mark("stop"), text });
      case "BackOff":
        return this.#pen.backOff(record, atMs, text);
      case "Unhealthy":
        // A probe that was under way finds its container gone.
        if (message.includes("errored") && this.#hasEndedAt(record, atMs)) return;
        return this.#pen.event(record, atMs, this.#pen.mark("probe"), text);
      case "Failed":
        // `Error: ErrImagePull` only says again what the event before it says at length.
        if (message.startsWith("Error: ") && this.#pen.hasEventAt(record, atMs)) return;
        break;
      default:
        if (hookFailures.has(reason) && this.#isToldByHook(record, atMs)) return;
    }
    const isWarning = record.eventType === "Warning";
    const sign = isWarning ? this.#pen.mark("lost") : this.#pen.bullet();
    this.#pen.event(record, atMs, sign, text);
  }

  #hasEndedAt(record: EventTrace, atMs: number): boolean {
    const kinds = ["exited", "created", "running"] as const;
    return this.#pen.lastAt(record, atMs, kinds) !== undefined;
  }

  #isToldByHook(record: EventTrace, atMs: number): boolean {
    const hook = this.#pen.lastAt(record, atMs, ["hook"]);
    if (hook) extend(hook, { text: ` (${record.reason})`, kind: "hook" });
    return hook !== undefined;
  }
}

/** `reason: message`, or the message alone where it says the reason, too. */
function eventText({ reason, message, container }: EventTrace): string {
  const said = trimmed(message, container);
  if (said === "") return reason;
  const isRepeated = letters(said).startsWith(letters(reason)) || reason === "Pulled";
  return isRepeated ? said : `${reason}: ${said}`;
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** Leaves out what the line says already: whom it is about. */
function trimmed(message: string, container: string | undefined): string {
  const short = message
    .replace(/ in pod \S+_\S+$/, "")
    .replace(/ \([^)]* including waiting\)\. Image size: .*$/, "")
    .replace(/:\s*$/, "")
    .trim();
  if (container === undefined) return short;
  return ["Container", "container"].reduce(
    (text, word) =>
      text
        .replace(`${word} ${container} `, `${word} `)
        .replace(new RegExp(`${word} ${container}$`), word),
    short,
  );
}
