/**
 * Serves the page on this machine, and tells each browser that has it open the same run. What
 * another site or another machine asks for is refused.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { isOwnHost, listen, loopback, pageHeaders, portOf } from "../inspect/loopback.ts";
import type { ServerMessage } from "../web/live-protocol.ts";
import type { Session } from "../web/session.ts";

/** Of what a page sends; all its files, when one of them is edited, are the longest. */
const longestMessage = 1024 * 1024;
/**
 * What may wait for a browser that does not read, beside the greeting, which may be longer: then it
 * is let go, and gets all once more.
 */
const mostWaiting = 32 * 1024 * 1024;
const tickMs = 50;
/** Of what is asked for in the meantime, none waits longer than about this. */
const longestTickMs = 100;
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
  /** With what may wait for each. */
  const browsers = new Map<WebSocket, number>();
  const session = open((message) => {
    const text = JSON.stringify(message);
    for (const [browser, most] of browsers) send(browser, text, most);
  });
  const hello: ServerMessage = { type: "server", id: randomUUID() };
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
      const greeting = [hello, ...session.greeting()].map((message) => JSON.stringify(message));
      const length = greeting.reduce((sum, text) => sum + text.length, 0);
      browsers.set(browser, length + mostWaiting);
      browser.on("close", () => browsers.delete(browser));
      browser.on("error", () => browser.terminate());
      browser.on("message", (data) => session.handle(parsed((data as Buffer).toString())));
      for (const text of greeting) send(browser, text, Infinity);
    });
  });
  await listen(server, port, "the page");
  let before = performance.now();
  let mostMs = longestTickMs;
  const timer = setInterval(() => {
    const now = performance.now();
    session.tick(Math.min(now - before, mostMs));
    while (session.isGoingBack && performance.now() - now < tickMs) session.tick(0);
    // What takes longer to simulate than it lasts is played slower: it must not make up for it.
    const isLate = performance.now() - now > longestTickMs;
    mostMs = isLate ? Math.max(1, mostMs / 2) : Math.min(longestTickMs, mostMs * 2);
    before = now;
  }, tickMs);
  return {
    url: `http://${loopback}:${portOf(server)}/`,
    close: async () => {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const browser of browsers.keys()) browser.close(goingAway);
      sockets.close();
      server.closeIdleConnections();
      const impatience = setTimeout(() => {
        for (const browser of browsers.keys()) browser.terminate();
        server.closeAllConnections();
      }, farewellMs);
      await closed;
      clearTimeout(impatience);
    },
  };
}

function send(browser: WebSocket, text: string, mostBytes: number): void {
  if (browser.bufferedAmount > mostBytes) browser.terminate();
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
