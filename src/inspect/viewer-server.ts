/**
 * Serves the bridge page and, to each viewer, every frame of the log from its first, once.
 *
 * The server of `@statelyai/inspect` is not used: it listens on every interface, replays 200
 * messages and crashes when its port is taken.
 */
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { bridgePage } from "./bridge-page.ts";
import type { FrameLog } from "./frame-log.ts";
import { isOwnHost, listen, loopback, portOf } from "./loopback.ts";

/** How long a viewer may take to say good-bye. */
const farewellMs = 500;

/** How much a viewer is sent before it is waited for. */
const framesAtOnce = 200;

/** RFC 6455, 7.4.1. */
const goingAway = 1001;

export interface ViewerServer {
  readonly url: string;
  /** From now on it keeps the process alive; a run that fails before that just ends. */
  stay(): void;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly log: FrameLog;
  readonly viewerUrl: string;
  /** 0: any that is free. */
  readonly port: number;
}

export async function serveViewers({ log, viewerUrl, port }: ServeOptions): Promise<ViewerServer> {
  const page = bridgePage(viewerUrl);
  const viewers = new Set<WebSocket>();
  // Viewers only listen.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  const server = createServer((request, response) => {
    const isPage = request.url === "/" && isOwnHost(request, server);
    const type = isPage ? "text/html; charset=utf-8" : "text/plain";
    response.writeHead(isPage ? 200 : 404, { "content-type": type });
    response.end(isPage ? page : "not found\n");
  });
  server.on("upgrade", (request, socket, head) => {
    if (!isOwnHost(request, server)) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      viewers.add(viewer);
      viewer.on("close", () => viewers.delete(viewer));
      viewer.on("error", () => viewer.terminate());
      follow(log, viewer);
    });
  });
  await listen(server, port, "the inspector");
  server.unref();
  return {
    url: `http://${loopback}:${portOf(server)}/`,
    stay: () => void server.ref(),
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const viewer of viewers) viewer.close(goingAway);
      sockets.close();
      server.closeIdleConnections();
      const impatience = setTimeout(() => {
        for (const viewer of viewers) viewer.terminate();
        server.closeAllConnections();
      }, farewellMs);
      await closed;
      clearTimeout(impatience);
    },
  };
}

/** Sends what the log has and gets, never more at once than the viewer takes. */
function follow(log: FrameLog, viewer: WebSocket): void {
  let next = 0;
  let isBusy = false;
  const pump = (): void => {
    const end = Math.min(next + framesAtOnce, log.frames.length);
    if (isBusy || next === end) return;
    isBusy = true;
    const sent = (error?: Error): void => {
      if (error) return;
      isBusy = false;
      pump();
    };
    for (const frame of log.frames.slice(next, end - 1)) viewer.send(frame, () => {});
    viewer.send(log.frames[end - 1] ?? "", sent);
    next = end;
  };
  viewer.on("close", log.listen(pump));
  pump();
}
