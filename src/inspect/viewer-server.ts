/**
 * Serves two viewers, one of its own and Stately's in a frame, and gives each every frame of the
 * log from its first, once. What other programs send comes into the log.
 *
 * The server of `@statelyai/inspect` is not used: it listens on every interface, replays 200
 * messages and crashes when its port is taken.
 */
import { type IncomingMessage, type Server, createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { bridgePage, bridgePolicy } from "./bridge-page.ts";
import { ClientFrames } from "./client-frames.ts";
import { follow } from "./follow.ts";
import type { Intake } from "./intake.ts";
import { isOwnHost, listen, loopback, pageHeaders, portOf } from "./loopback.ts";

/** How long a viewer may take to say good-bye. */
const farewellMs = 500;

/** Of a frame that another program sends. */
const longestFrame = 1024 * 1024;

/** RFC 6455, 7.4.1. */
const goingAway = 1001;

export interface ViewerServer {
  readonly url: string;
  /** From now on it keeps the process alive; a run that fails before that just ends. */
  stay(): void;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly intake: Intake;
  /** The page of its own, as HTML. */
  readonly page: string;
  readonly viewerUrl: string;
  /** 0: any that is free. */
  readonly port: number;
}

export async function serveViewers(options: ServeOptions): Promise<ViewerServer> {
  const viewers = new Set<WebSocket>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestFrame });
  const server = servePages(options);
  server.on("upgrade", (request, socket, head) => {
    if (!isOwnHost(request, server)) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      viewers.add(viewer);
      viewer.on("close", () => viewers.delete(viewer));
      connect(options.intake, viewer, request);
    });
  });
  await listen(server, options.port, "the inspector");
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

/** Whoever connects gets all frames, until it sends one: then it is a program, and no viewer. */
function connect(intake: Intake, viewer: WebSocket, { url }: IncomingMessage): void {
  const stop = follow(intake.log, viewer, url === "/viewer");
  const client = new ClientFrames(intake.ids);
  let isStrange = false;
  viewer.on("message", (data) => {
    stop();
    const frame = client.read((data as Buffer).toString());
    if (frame !== undefined) intake.take(frame);
    else if (!isStrange) {
      isStrange = true;
      intake.note(
        "a program has sent what is no frame of the inspector's protocol; it is not shown",
      );
    }
  });
  viewer.on("error", (error: Error & { readonly code?: string }) => {
    if (error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
      intake.note(`a program has sent a frame of more than ${longestFrame} bytes, and was let go`);
    viewer.terminate();
  });
}

function servePages({ page, viewerUrl }: ServeOptions): Server {
  const bridge = { ...pageHeaders, "content-security-policy": bridgePolicy };
  const pages = new Map([
    ["/", { html: page, headers: pageHeaders }],
    ["/stately", { html: bridgePage(viewerUrl), headers: bridge }],
  ]);
  const server = createServer((request, response) => {
    const found = request.method === "GET" && isOwnHost(request, server);
    const { html, headers } = (found ? pages.get(request.url ?? "") : undefined) ?? notFound;
    response.writeHead(html === notFound.html ? 404 : 200, headers);
    response.end(html);
  });
  return server;
}

const notFound = { html: "not found\n", headers: { "content-type": "text/plain" } };
