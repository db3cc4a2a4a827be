/** A viewer gets what a log has, never more at once than it takes. */
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { follow } from "../../src/inspect/follow.ts";
import { FrameLog } from "../../src/inspect/frame-log.ts";

/** One that takes what it is sent when it is told to. */
class Viewer extends EventEmitter {
  readonly got: string[] = [];
  #waiting: (() => void)[] = [];

  send(text: string, taken: () => void): void {
    this.got.push(text);
    this.#waiting.push(taken);
  }

  take(): void {
    for (const taken of this.#waiting.splice(0)) taken();
  }
}

function followed(frames: number, withNotes = false) {
  const log = new FrameLog();
  for (let count = 0; count < frames; count++) log.add(`${count}`);
  const viewer = new Viewer();
  return { log, viewer, stop: follow(log, viewer as unknown as WebSocket, withNotes) };
}

describe("a viewer", () => {
  it("is sent 200 frames, and more once it has taken them", () => {
    const { log, viewer } = followed(450);
    const counts = [0, 1, 2, 3].map(() => {
      const { length } = viewer.got;
      viewer.take();
      return length;
    });
    expect(counts).toEqual([200, 400, 450, 450]);
    log.add("more");
    expect(viewer.got).toEqual([...log.frames]);
  });

  it("is sent no more once it is let go, though some are on their way", () => {
    const { log, viewer, stop } = followed(450);
    stop();
    viewer.take();
    log.add("more");
    expect(viewer.got).toHaveLength(200);
  });

  it("is sent no more once it has gone", () => {
    const { viewer } = followed(450);
    viewer.emit("close");
    viewer.take();
    expect(viewer.got).toHaveLength(200);
  });

  it.each([true, false])("gets notes where it knows them, each once: %s", (knows) => {
    const { log, viewer } = followed(1, knows);
    log.note("full");
    viewer.take();
    log.add("more");
    const note = JSON.stringify({ type: "@relist.notice", text: "full" });
    expect(viewer.got).toEqual(knows ? ["0", note, "more"] : ["0", "more"]);
  });
});
