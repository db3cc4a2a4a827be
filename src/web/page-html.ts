/**
 * The page as one HTML text: script, style and, in a report, the run. Nothing in it is asked of
 * any other place; the policy in it lets the browser run this one script and nothing else.
 */

export interface PageParts {
  readonly title: string;
  readonly script: string;
  readonly style: string;
  /** What `encodeRun` gives; absent: the page asks its server. */
  readonly run?: string;
  /** The SHA-256 of a text's UTF-8 bytes, in base64. */
  readonly sha256: (text: string) => string;
}

export function pageHtml({ title, script, style, run, sha256 }: PageParts): string {
  const code = asScript(script);
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(code)}'`,
    "style-src 'unsafe-inline'",
    `connect-src ${run === undefined ? "'self'" : "'none'"}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const data =
    run === undefined ? "" : `<script id="run" type="application/gzip">${run}</script>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeText(title)}</title>
<style>${style.replaceAll("</", "<\\/")}</style>
</head>
<body>
<noscript>This page is drawn by a script that it contains, and scripts are turned off.</noscript>
<div id="page"></div>
${data}<script>${code}</script>
</body>
</html>
`;
}

/**
 * What stands between script tags ends at the first end tag in it, and the parser changes some
 * characters: a NUL of a string would come out as another one.
 */
function asScript(code: string): string {
  return code
    .replaceAll("\0", "\\x00")
    .replaceAll("\r", "\\r")
    .replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
