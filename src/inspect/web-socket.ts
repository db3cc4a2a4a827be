/**
 * The WebSocket server that `@statelyai/inspect` brings along. Its own use of it is not ours: that
 * listens on every interface, replays 200 messages and crashes when its port is taken.
 */
import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";

/** The part of it that is used; the package has no types of its own. */
export interface WebSocket {
  send(data: string, sent: (error?: Error) => void): void;
  on(event: "close" | "error", listener: () => void): void;
  close(code: number): void;
  terminate(): void;
}

export interface WebSocketServer {
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    opened: (socket: WebSocket) => void,
  ): void;
  close(): void;
}

interface Package {
  readonly WebSocketServer: new (options: {
    readonly noServer: true;
    readonly maxPayload: number;
  }) => WebSocketServer;
}

export function createWebSocketServer(): WebSocketServer {
  const own = createRequire(import.meta.url);
  const theirs = createRequire(own.resolve("@statelyai/inspect"));
  const { WebSocketServer: Server } = theirs("ws") as Package;
  // Viewers only listen.
  return new Server({ noServer: true, maxPayload: 1024 });
}
