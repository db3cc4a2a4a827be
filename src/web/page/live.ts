/** The connection to the server, which comes back when it was lost. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { InputTexts } from "../../scenario/input-texts.ts";
import type { Command, LiveState, ServerMessage } from "../live-protocol.ts";
import { LiveRun } from "../live-run.ts";
import type { Runs } from "../run.ts";

const retryMs = 1000;

export interface Live {
  readonly state: LiveState;
  readonly texts: InputTexts;
  readonly refused: string;
  readonly isConnected: boolean;
  readonly send: (command: Command) => void;
}

/** Nothing in it before the first messages came. */
export interface LiveView {
  readonly runs: Runs | undefined;
  readonly live: Live | undefined;
  readonly isConnected: boolean;
}

/** What belongs together: runs and the branch that they are of. */
interface Picture {
  readonly runs?: Runs | undefined;
  readonly state?: LiveState | undefined;
  readonly texts?: InputTexts | undefined;
}

/** What came since the last picture is taken in before the next one. */
export function useLive(): LiveView {
  const known = useRef(new LiveRun());
  const socket = useRef<WebSocket | undefined>(undefined);
  const [isConnected, setConnected] = useState(false);
  const [{ runs, state, texts }, setPicture] = useState<Picture>({});
  useEffect(() => {
    let timer = 0;
    let frame = 0;
    const connect = (): void => {
      const own = new WebSocket(`ws://${location.host}/live`);
      socket.current = own;
      own.addEventListener("open", () => setConnected(true));
      own.addEventListener("message", ({ data }) => {
        known.current.take(JSON.parse(String(data)) as ServerMessage);
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          const { current } = known;
          setPicture({ runs: current.runs(), state: current.state, texts: current.texts });
        });
      });
      own.addEventListener("close", () => {
        setConnected(false);
        timer = window.setTimeout(connect, retryMs);
      });
    };
    connect();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      socket.current?.close();
    };
  }, []);
  const { notice: refused } = known.current;
  const send = (command: Command): void => {
    known.current.forgetNotice();
    socket.current?.send(JSON.stringify(command));
  };
  return {
    runs,
    isConnected,
    live: state && texts && { state, texts, refused, isConnected, send },
  };
}
