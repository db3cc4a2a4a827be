/**
 * The page with Stately's viewer in a frame, and the script that passes on to it what comes over
 * the WebSocket, once the viewer says that it listens.
 */
import { createHash } from "node:crypto";

/** A viewer that has not listened by then is most likely not reached. */
const patienceMs = 8000;

const bridgeScript = `
  const viewer = document.getElementById("viewer");
  const frames = [];
  let connected = false;
  let passed = 0;
  let listener;
  let late = false;

  function show() {
    const actors = frames.filter(({ type }) => type === "@xstate.actor").length;
    const to = listener
      ? "passed to " + listener.origin
      : late
        ? viewer.src + " does not answer; it needs the network"
        : "waiting for " + viewer.src;
    document.getElementById("status").textContent =
      actors + " actors, " + frames.length + " frames, " + to +
      (connected ? "" : "; relist has ended");
  }

  function pass() {
    if (listener) {
      for (; passed < frames.length; passed++) {
        listener.source.postMessage(frames[passed], listener.origin);
      }
    }
    scheduled = scheduled || setTimeout(() => { scheduled = 0; show(); }, 100);
  }
  let scheduled = 0;

  // A viewer that is loaded again gets everything again.
  addEventListener("message", ({ data, source, origin }) => {
    if (source !== viewer.contentWindow || data?.type !== "@statelyai.connected") return;
    listener = { source, origin };
    passed = 0;
    pass();
  });

  const socket = new WebSocket("ws://" + location.host);
  socket.onopen = () => { connected = true; pass(); };
  socket.onmessage = ({ data }) => { frames.push(JSON.parse(data)); pass(); };
  socket.onclose = () => { connected = false; show(); };
  setTimeout(() => { late = true; if (!listener) show(); }, ${patienceMs});
`;

/** It runs its one script, and nothing else; where a viewer's address leads is up to its site. */
export const bridgePolicy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(bridgeScript).digest("base64")}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "frame-src http: https:",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export function bridgePage(viewerUrl: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>relist inspector</title>
<style>
  html, body { height: 100%; margin: 0; }
  body { display: flex; flex-direction: column; font: 13px system-ui, sans-serif; }
  p { margin: 0; padding: 4px 8px; background: #223; color: #fff; }
  a { color: inherit; }
  iframe { flex: 1; border: 0; }
</style>
<p>
  <a href="/">Relist's own viewer</a>, without a network ·
  <span id="status" role="status">connecting …</span>
</p>
<iframe id="viewer" title="Stately's viewer" src="${escapeAttribute(viewerUrl)}"></iframe>
<script>${bridgeScript}</script>
`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
