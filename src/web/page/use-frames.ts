/** The frames of the inspector that serves this page, as they come. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ActorFrames } from "../actor-frames.ts";

export interface Frames {
  readonly frames: ActorFrames;
  readonly isConnected: boolean;
  /** What the inspector says of what it does not have. */
  readonly notices: readonly string[];
}

/** Between them, `say` of the inspector: not one of the protocol's frames. */
interface Notice {
  readonly type: "@relist.notice";
  readonly text: string;
}

/**
 * What came since the last picture is taken in before the next one. An inspector that has ended
 * does not come back: another one has another run, and the page keeps what it has.
 */
export function useFrames(): Frames {
  const frames = useRef(new ActorFrames());
  const notices = useRef<string[]>([]);
  const [isConnected, setConnected] = useState(false);
  const [, setPicture] = useState(0);
  useEffect(() => {
    let picture = 0;
    const socket = new WebSocket(`ws://${location.host}/viewer`);
    socket.addEventListener("open", () => setConnected(true));
    socket.addEventListener("close", () => setConnected(false));
    socket.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(String(data)) as unknown;
      if (isNotice(frame)) notices.current.push(frame.text);
      else frames.current.take(frame);
      picture ||= requestAnimationFrame(() => {
        picture = 0;
        setPicture((before) => before + 1);
      });
    });
    return () => {
      cancelAnimationFrame(picture);
      socket.close();
    };
  }, []);
  return { frames: frames.current, isConnected, notices: notices.current };
}

function isNotice(frame: unknown): frame is Notice {
  return (frame as Partial<Notice> | null)?.type === "@relist.notice";
}
