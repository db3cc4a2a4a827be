/** What the log says of pods: how they come and go, and their phase and readiness in between. */
import { displayName } from "../../model/container-key.ts";
import type { PodTrace, SandboxTrace, StatusTrace } from "../../model/trace.ts";
import { isMirror } from "./mirrors.ts";
import { isOver } from "./delayed-phases.ts";
import type { LogPen, Subject } from "./log-pen.ts";
import { containersOf, isReady, phaseText } from "./pod-status.ts";
import { backOffText } from "./waiting.ts";

interface Told {
  readonly phase: StatusTrace["phase"];
  readonly ready: boolean;
}

interface Pending {
  readonly atMs: number;
  readonly status: StatusTrace;
}

/** Every pod begins so, and it is no news. */
const atFirst: Told = { phase: "Pending", ready: false };

export class PodLog {
  readonly #pen: LogPen;
  readonly #known = new Set<string>();
  readonly #terminating = new Set<string>();
  readonly #told = new Map<string, Told>();
  /** The status of a moment is told when the moment is over: only its last word counts. */
  readonly #pending = new Map<string, Pending>();
  #pendingAtMs = Infinity;
  readonly #unsent = new Set<string>();
  #isLinkUp: boolean;

  constructor(pen: LogPen, isLinkUp: boolean) {
    this.#pen = pen;
    this.#isLinkUp = isLinkUp;
  }

  pod(record: PodTrace, atMs: number): void {
    const { uid = "", change } = record;
    const pending = this.#pending.get(uid);
    if (pending) {
      this.#pending.delete(uid);
      this.#tellStatus(uid, pending);
    }
    if (this.#isLastMark(record)) return;
    const text = isMirror(record) ? mirrorText(record) : this.#podText(record);
    if (text === undefined) return;
    const isEnd = change === "terminating" || change === "removed";
    const sign = isEnd ? this.#pen.mark("stop") : this.#pen.bullet();
    this.#pen.add(whole(record), atMs, { kind: "other", sign, text });
  }

  /** What was ending gets a grace of 0 just before it goes. */
  #isLastMark({ uid = "", change, metadata }: PodTrace): boolean {
    const wasTerminating = this.#terminating.has(uid);
    if (change === "terminating") this.#terminating.add(uid);
    if (change === "removed") this.#terminating.delete(uid);
    const isMark = change === "terminating" && metadata?.["deletionGracePeriodSeconds"] === 0;
    return isMark && wasTerminating;
  }

  sandbox(record: SandboxTrace, isByScenario: boolean, atMs: number): void {
    const { to, attempt } = record;
    const isDeath = to === "NotReady" && isByScenario;
    if (!isDeath && !(to === "Ready" && attempt > 0)) return;
    const text = isDeath ? "sandbox killed by the scenario" : `a new sandbox, attempt ${attempt}`;
    const sign = isDeath ? this.#pen.mark("crash") : this.#pen.bullet();
    this.#pen.add(whole(record), atMs, { kind: "other", sign, text });
  }

  status(status: StatusTrace, atMs: number): void {
    const { uid = "", namespace, pod } = status;
    if (status.sent) return this.#sent(status, atMs);
    this.#pending.set(uid, { atMs, status });
    this.#pendingAtMs = atMs;
    for (const { name: container, state } of containersOf(status)) {
      const wait = backOffText(state.waiting?.message);
      if (wait !== undefined) this.#pen.wait({ namespace, pod, container }, wait);
    }
  }

  link(isUp: boolean): void {
    this.#isLinkUp = isUp;
  }

  /** Tells what moments before this one have left. */
  tell(beforeMs: number): void {
    // All that is pending is of one moment: what came before it was told when it began.
    if (this.#pendingAtMs >= beforeMs) return;
    const pending = [...this.#pending];
    this.#pending.clear();
    this.#pendingAtMs = Infinity;
    for (const [uid, one] of pending) this.#tellStatus(uid, one);
  }

  #tellStatus(uid: string, { atMs, status }: Pending): void {
    const before = this.#told.get(uid) ?? atFirst;
    const now = { phase: status.phase, ready: isReady(status) };
    if (before.phase === now.phase && before.ready === now.ready) return;
    this.#told.set(uid, now);
    if (!this.#isLinkUp) this.#unsent.add(nameOf(status));
    const unsent = this.#isLinkUp ? "" : " (not sent: no link)";
    const isPhase = before.phase !== now.phase;
    const text = isPhase ? phaseText(status) : now.ready ? "Ready" : "not Ready";
    const verb = isPhase && isOver(status) ? "has" : "is";
    // The reason is not said twice where an event of the same moment gives it.
    const news = (line: string): string => {
      const isSaid = status.reason !== undefined && line.startsWith(status.reason);
      return `the pod ${verb} ${isSaid ? now.phase : text}${unsent}`;
    };
    if (this.#pen.newsOfPod(status, atMs, news)) return;
    const sign = now.ready
      ? this.#pen.state("running")
      : now.phase === "Failed"
        ? this.#pen.state("exited")
        : now.phase === "Succeeded"
          ? this.#pen.state("completed")
          : this.#pen.state("unready");
    this.#pen.add(whole(status), atMs, { kind: "other", sign, text: `${text}${unsent}` });
  }

  #sent(status: StatusTrace, atMs: number): void {
    if (!this.#unsent.delete(nameOf(status))) return;
    const text = `the API hears: ${phaseText(status)}`;
    this.#pen.add(whole(status), atMs, { kind: "other", sign: this.#pen.bullet(), text });
  }

  #podText({ uid = "", change, source }: PodTrace): string | undefined {
    const by = source === "file" ? "a file" : "the API";
    switch (change) {
      case "added":
        // A kubelet that was restarted reads old declarations again.
        if (this.#known.has(uid)) return undefined;
        this.#known.add(uid);
        return `added by ${by}`;
      case "updated":
        return `changed by ${by}`;
      case "terminating":
        return "terminating: deleted in the API";
      case "removed":
        this.#known.delete(uid);
        return source === "file" ? "no file declares it any more" : "removed from the API";
    }
  }
}

function mirrorText({ change }: PodTrace): string {
  switch (change) {
    case "added":
      return "its mirror pod is in the API";
    case "updated":
      return "its mirror pod is changed by the API";
    case "terminating":
      return "its mirror pod is deleted in the API";
    case "removed":
      return "its mirror pod is removed from the API";
  }
}

/** The mirror pod of a static pod has its name and another UID. */
function nameOf({ namespace, pod }: Subject): string {
  return displayName(namespace, pod);
}

function whole({ namespace, pod }: Subject): Subject {
  return { namespace, pod };
}
