/** The log keeps the beginning: without it a viewer can show nothing of the rest. */
import { describe, expect, it } from "vitest";
import { FrameLog } from "../../src/inspect/frame-log.ts";

describe("a frame log", () => {
  it("tells who listens, until they stop", () => {
    const log = new FrameLog();
    let heard = 0;
    const stop = log.listen(() => heard++);
    log.add("a");
    stop();
    log.add("b");
    expect(heard).toBe(1);
    expect(log.frames).toEqual(["a", "b"]);
  });

  it.each([
    ["frames", { mostFrames: 2 }],
    ["text", { mostText: 5 }],
  ])("that is full of %s takes no more, not even what would fit", (_, limits) => {
    const log = new FrameLog(limits);
    for (const frame of ["ab", "cd", "ef", "g"]) log.add(frame);
    expect(log.frames).toEqual(["ab", "cd"]);
    expect(log.isFull).toBe(true);
  });

  it("is not full before it refused a frame", () => {
    const log = new FrameLog({ mostFrames: 1 });
    log.add("a");
    expect(log.isFull).toBe(false);
  });
});
