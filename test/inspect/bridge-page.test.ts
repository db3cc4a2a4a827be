/** The script of the page, run without a browser: a viewer gets all frames, each once. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { bridgePage } from "../../src/inspect/bridge-page.ts";

interface Socket {
  readonly url: string;
  onopen?: () => void;
  onmessage?: (message: { readonly data: string }) => void;
  onclose?: () => void;
}

class Browser {
  readonly posted: unknown[] = [];
  readonly status = { textContent: "" };
  readonly viewer = {
    src: "https://viewer.test/",
    contentWindow: {
      postMessage: (frame: unknown, origin: string) => this.posted.push([frame, origin]),
    },
  };
  socket: Socket = { url: "" };
  /** Until it is out of patience. */
  wait: () => void = () => {};
  #hear: (message: object) => void = () => {};

  constructor() {
    const { viewer, status } = this;
    const [, script = ""] = /<script>([^]*)<\/script>/.exec(bridgePage(viewer.src)) ?? [];
    const open = (socket: Socket): void => {
      this.socket = socket;
    };
    runInNewContext(script, {
      document: { getElementById: (id: string) => (id === "viewer" ? viewer : status) },
      location: { host: "127.0.0.1:8080" },
      addEventListener: (_: string, hear: (message: object) => void) => {
        this.#hear = hear;
      },
      setTimeout: (run: () => void, ms: number) => {
        if (ms > 1000) this.wait = run;
        else run();
      },
      WebSocket: class {
        readonly url: string;
        constructor(url: string) {
          this.url = url;
          open(this);
        }
      },
    });
  }

  receive(...types: readonly string[]): void {
    for (const type of types) this.socket.onmessage?.({ data: JSON.stringify({ type }) });
  }

  sayConnected(source: object = this.viewer.contentWindow): void {
    const origin = "https://www.viewer.test";
    this.#hear({ data: { type: "@statelyai.connected" }, source, origin });
  }
}

function posts(...types: readonly string[]): unknown[] {
  return types.map((type) => [{ type }, "https://www.viewer.test"]);
}

describe("the bridge page", () => {
  it("asks the server it came from", () => {
    expect(new Browser().socket.url).toBe("ws://127.0.0.1:8080");
  });

  it("keeps what comes before the viewer listens, then passes on what comes", () => {
    const browser = new Browser();
    browser.receive("@xstate.actor", "@xstate.event");
    expect(browser.posted).toEqual([]);
    browser.sayConnected();
    browser.receive("@xstate.snapshot");
    expect(browser.posted).toEqual(posts("@xstate.actor", "@xstate.event", "@xstate.snapshot"));
  });

  it("gives a viewer that is loaded again all of it again", () => {
    const browser = new Browser();
    browser.sayConnected();
    browser.receive("@xstate.actor");
    browser.sayConnected();
    expect(browser.posted).toEqual(posts("@xstate.actor", "@xstate.actor"));
  });

  it("listens to no other window", () => {
    const browser = new Browser();
    browser.receive("@xstate.actor");
    browser.sayConnected({});
    expect(browser.posted).toEqual([]);
  });

  it("says where the frames are, and when relist has ended", () => {
    const browser = new Browser();
    browser.socket.onopen?.();
    browser.receive("@xstate.actor", "@xstate.event");
    const what = "1 actors, 2 frames";
    expect(browser.status.textContent).toBe(`${what}, waiting for https://viewer.test/`);
    browser.sayConnected();
    browser.socket.onclose?.();
    const end = "; relist has ended";
    expect(browser.status.textContent).toBe(`${what}, passed to https://www.viewer.test${end}`);
  });

  it("says when the viewer does not answer, and takes it back once it does", () => {
    const browser = new Browser();
    browser.socket.onopen?.();
    browser.wait();
    expect(browser.status.textContent).toBe(
      "0 actors, 0 frames, https://viewer.test/ does not answer; it needs the network",
    );
    browser.sayConnected();
    expect(browser.status.textContent).toContain("passed to https://www.viewer.test");
    expect(bridgePage("https://viewer.test/")).toContain('<a href="/">');
  });

  it("holds no more than one URL, whatever is in it", () => {
    expect(bridgePage('https://a.test/?"><script>')).toContain(
      'src="https://a.test/?&quot;>&lt;script>"',
    );
  });
});
