/** Servers for this machine alone: who may connect, and where they listen. */
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What somebody simulates is nobody else's business: other machines cannot connect. */
export const loopback = "127.0.0.1";

/** No other site may show such a page in a frame, or learn where one came from. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * A page of another site can make a browser connect here. The browser then names that site as the
 * origin, or as the host, where the site's name was pointed at this machine.
 */
export function isOwnHost({ headers }: IncomingMessage, server: Server): boolean {
  const hosts = [loopback, "localhost"].map((name) => `${name}:${portOf(server)}`);
  if (!hosts.includes(headers.host ?? "")) return false;
  return headers.origin === undefined || hosts.some((host) => headers.origin === `http://${host}`);
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** `what`: who listens, for the error. */
export function listen(server: Server, port: number, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "the port is in use" : error.message;
      const message = `${what} cannot listen on ${loopback}:${port}: ${reason}`;
      reject(new Error(`${message}; choose another port`, { cause: error }));
    });
    server.listen({ port, host: loopback }, resolve);
  });
}

export function isPortTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.cause as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE"
  );
}
