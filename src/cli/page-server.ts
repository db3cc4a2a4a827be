/**
 * Serves the page on this machine, and tells each browser that has it open the same run. What
 * another site or another machine asks for is refused.
 */
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { isOwnHost, listen, loopback, pageHeaders, portOf } from "../inspect/loopback.ts";
import type { ServerMessage } from "../web/live-protocol.ts";
import type { Session } from "../web/session.ts";

/** Of what a page sends; all its files, when one of them is edited, are the longest. */
const longestMessage = 1024 * 1024;
/** What may wait for a browser that does not read: then it is let go, and gets all once more. */
const mostWaiting = 32 * 1024 * 1024;
const tickMs = 50;
const farewellMs = 500;

/** RFC 6455, 7.4.1. */
const goingAway = 1001;

export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly html: string;
  /** Given what is to be said to all. */
  readonly open: (tell: (message: ServerMessage) => void) => Session;
  /** 0: any that is free. */
  readonly port: number;
}

export async function servePage({ html, open, port }: ServeOptions): Promise<PageServer> {
  const browsers = new Set<WebSocket>();
  const session = open((message) => {
    const text = JSON.stringify(message);
    for (const browser of browsers) send(browser, text);
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage });
  const server = createServer((request, response) => {
    const isPage = request.method === "GET" && request.url === "/" && isOwnHost(request, server);
    response.writeHead(isPage ? 200 : 404, isPage ? pageHeaders : { "content-type": "text/plain" });
    response.end(isPage ? html : "not found\n");
  });
  server.on("upgrade", (request, socket, head) => {
    if (request.url !== "/live" || !isOwnHost(request, server)) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (browser) => {
      browsers.add(browser);
      browser.on("close", () => browsers.delete(browser));
      browser.on("error", () => browser.terminate());
      browser.on("message", (data) => session.handle(parsed((data as Buffer).toString())));
      for (const message of session.greeting()) send(browser, JSON.stringify(message));
    });
  });
  await listen(server, port, "the page");
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    session.tick(now - before);
    before = now;
  }, tickMs);
  return {
    url: `http://${loopback}:${portOf(server)}/`,
    close: async () => {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const browser of browsers) browser.close(goingAway);
      sockets.close();
      server.closeIdleConnections();
      const impatience = setTimeout(() => {
        for (const browser of browsers) browser.terminate();
        server.closeAllConnections();
      }, farewellMs);
      await closed;
      clearTimeout(impatience);
    },
  };
}

function send(browser: WebSocket, text: string): void {
  if (browser.bufferedAmount > mostWaiting) browser.terminate();
  else browser.send(text, () => {});
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The session says that it is no command.
    return undefined;
  }
}
