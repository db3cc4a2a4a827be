/**
 * A page in a real browser, as a person without a network has it: what it asks of any place but
 * this machine fails the test, and so does whatever its console says.
 */
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { browserPath } from "./browser-path.ts";

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
}

export interface Window {
  open(url: string, options?: OpenOptions): Promise<Page>;
}

/** One browser for all tests of a file; each page that they open is a person of its own. */
export function browserWindow(): Window {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    // Root, as in a container, has no sandbox of its own.
    const args = process.getuid?.() === 0 ? ["--disable-gpu", "--no-sandbox"] : ["--disable-gpu"];
    browser = await chromium.launch({ executablePath: browserPath(), args });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    open: async (url, { width = 1280, height = 800, dark = false } = {}) => {
      if (browser === undefined) throw new Error("no browser has been started");
      const colorScheme = dark ? "dark" : "light";
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      contexts.push(context);
      await context.route(isForeign, (route) => {
        complaints.push(`a request to ${route.request().url()}`);
        return route.abort();
      });
      const page = await context.newPage();
      page.on("console", (message) => {
        // The browser's own words, where the server has ended and the page asks for it again.
        if (/^WebSocket connection to 'ws:.*\/live' failed/.test(message.text())) return;
        complaints.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
      await page.goto(url);
      await page.getByLabel("Clock").waitFor();
      return page;
    },
  };
}

function isForeign({ protocol, hostname }: URL): boolean {
  if (["file:", "data:", "blob:"].includes(protocol)) return false;
  return !["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}
