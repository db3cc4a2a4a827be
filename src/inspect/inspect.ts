/**
 * Shows every actor of a run as the Stately inspector does: records what they are, get and become,
 * and serves it to pages in the browser until the person has seen enough.
 *
 * Loaded only when somebody wants to look; a run without it has nothing attached.
 */
import type { StatelyInspectionEvent } from "@statelyai/inspect";
import type { AnyActorRef } from "xstate";
import { ActorReporter } from "./actor-reporter.ts";
import type { LogLimits } from "./frame-log.ts";
import { Intake } from "./intake.ts";
import { isPortTaken } from "./loopback.ts";
import { serveViewers } from "./viewer-server.ts";

/** That of `@statelyai/inspect`. */
const usualPort = 8080;

/** Stately's own viewer, which the browser must be able to reach. */
const defaultViewerUrl = "https://stately.ai/inspect";

export interface InspectorOptions {
  /** The HTML of the page of its own, which needs no network. */
  readonly page: string;
  /** The other viewer: a page that knows the protocol of `@statelyai/inspect`. */
  readonly url?: string;
  /** 0: any that is free. Unless set, 8080, and any other where that is taken. */
  readonly port?: number;
  /** Prints a line that is no result of the run, so to standard error. */
  readonly say: (line: string) => void;
  readonly limits?: LogLimits;
  /** Ends of names, such as `web/app` or `kubelet`; absent: every actor is shown. */
  readonly only?: readonly string[] | undefined;
}

export interface Inspector {
  /** The page to open. */
  readonly url: string;
  /** Says which page to open, where a run goes on for as long as its program does. */
  sayWhere(): void;
  /** Before anything happens, with the virtual time in milliseconds. */
  attach(root: AnyActorRef, now: () => number): void;
  /** The run is over: serves what was recorded until Ctrl-C or `close`. */
  done(): Promise<void>;
  close(): Promise<void>;
}

/** Throws where the port that was asked for is taken, or the viewer's URL is none. */
export async function startInspector(options: InspectorOptions): Promise<Inspector> {
  const { page, url: viewerUrl = defaultViewerUrl, port, say } = options;
  if (!/^https?:$/.test(URL.canParse(viewerUrl) ? new URL(viewerUrl).protocol : "")) {
    throw new Error(`the inspector's viewer must be an http or https URL, not "${viewerUrl}"`);
  }
  const attached = new Set<() => void>();
  const detach = (): void => attached.forEach((stop) => stop());
  const intake = new Intake({ say, limits: options.limits, onFull: detach });
  const send = (frame: StatelyInspectionEvent): void => intake.takeOwn(frame);
  const reporter = new ActorReporter({ send, only: options.only });
  const serve = (on: number) => serveViewers({ intake, page, viewerUrl, port: on });
  const server = await serve(port ?? usualPort).catch((error: unknown) => {
    if (port !== undefined || !isPortTaken(error)) throw error;
    return serve(0);
  });
  let finish: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => server.close());
  const { url } = server;
  const sayWhere = (what: string, when: string): void => {
    for (const name of reporter.strangers) say(`inspector: no actor is called ${name}${when}`);
    say(`inspector: ${what}`);
    say(`inspector: ${url}stately is Stately's own viewer of them, which needs the network`);
  };
  return {
    url,
    sayWhere: () => sayWhere(`open ${url} to see the actors, without a network`, " yet"),
    attach: (root, now) => {
      attached.add(reporter.attach(root, now));
    },
    done: async () => {
      detach();
      server.stay();
      const { actors } = intake;
      const { asked } = reporter;
      const others = options.only ? `${asked} that were asked for, of ` : "";
      const beside = options.only ? " with those they talk with" : "";
      const what = `${others}${actors} actors${beside}`;
      sayWhere(`${what}; open ${url} to see them, without a network; Ctrl-C to end`, "");
      process.once("SIGINT", finish).once("SIGTERM", finish);
      await ended;
      process.off("SIGINT", finish).off("SIGTERM", finish);
    },
    close: () => {
      finish();
      return ended;
    },
  };
}
