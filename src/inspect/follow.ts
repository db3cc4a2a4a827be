/** Sends a viewer what a log has and gets, each once and in order, at the speed of the viewer. */
import type { WebSocket } from "ws";
import type { FrameLog } from "./frame-log.ts";

/** How much a viewer is sent before it is waited for. */
const framesAtOnce = 200;

/**
 * `withNotes`: for a viewer that knows `@relist.notice`, which is not of the protocol. Returns how
 * to stop it.
 */
export function follow(log: FrameLog, viewer: WebSocket, withNotes: boolean): () => void {
  let next = 0;
  let nextNote = 0;
  let isBusy = false;
  let isStopped = false;
  const pump = (): void => {
    if (isStopped) return;
    for (const text of withNotes ? log.notes.slice(nextNote) : []) {
      viewer.send(JSON.stringify({ type: "@relist.notice", text }), () => {});
      nextNote++;
    }
    const end = Math.min(next + framesAtOnce, log.frames.length);
    if (isBusy || next === end) return;
    isBusy = true;
    const sent = (error?: Error): void => {
      if (error) return;
      isBusy = false;
      pump();
    };
    for (const frame of log.frames.slice(next, end - 1)) viewer.send(frame, () => {});
    next = end;
    viewer.send(log.frames[end - 1] ?? "", sent);
  };
  const unlisten = log.listen(pump);
  const stop = (): void => {
    isStopped = true;
    unlisten();
  };
  viewer.on("close", stop);
  pump();
  return stop;
}
