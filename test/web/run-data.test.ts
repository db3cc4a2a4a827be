import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { pageHtml } from "../../src/web/page-html.ts";
import { decodeRun, encodeRun } from "../../src/web/run-data.ts";

const hostile = `</script><script>alert(1)</script><!-- "\u0000\u2028 ü 漢 😀`;
const records: readonly TraceRecord[] = [
  { t: 0, seq: 1, node: "n", type: "warning", message: hostile },
  { t: 1.5, seq: 2, node: "n", type: "link", up: true },
];
const texts = { sources: [{ file: "a.yaml", text: hostile }], named: {}, overrides: { seed: 3 } };

describe("a run in a page", () => {
  it("is read as it was written", async () => {
    const one = { texts, traces: [{ records }] };
    expect(await decodeRun(encodeRun(one))).toEqual(one);
    const last = { ...records[1], seq: 1 } as TraceRecord;
    const two = {
      texts,
      traces: [
        { observe: "level", records },
        { observe: "edge", records: [last] },
      ],
    } as const;
    expect(await decodeRun(encodeRun(two))).toEqual(two);
  });

  it("is the same text each time, of characters that end nothing", () => {
    const encoded = encodeRun({ texts, traces: [{ records }] });
    expect(encodeRun({ texts, traces: [{ records }] })).toBe(encoded);
    expect(encoded).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  it("may be longer than a call has arguments", async () => {
    const many = Array.from({ length: 20_000 }, (_, index): TraceRecord => {
      const seq = index + 1;
      return { t: index, seq, node: "n", type: "warning", message: `${(seq * 7919) % 10007}` };
    });
    const { traces } = await decodeRun(encodeRun({ texts, traces: [{ records: many }] }));
    expect(traces[0]?.records).toEqual(many);
  });
});

describe("the page", () => {
  const page = (script: string, run?: string) =>
    pageHtml({
      title: `<b>&"`,
      script,
      style: "a{}</style>",
      ...(run === undefined ? {} : { run }),
      sha256: (text) => `[${text}]`,
    });

  it("has its title as text, and its style ends where it is meant to", () => {
    expect(page("")).toContain(`<title>&lt;b>&amp;"</title>`);
    expect(page("").match(/<\/style>/g)).toHaveLength(1);
  });

  it("has a script that no text in it can end, whose hash its policy names", () => {
    const html = page(`x("</script>\u0000<!--\r")`);
    expect(html).toContain(String.raw`<script>x("\x3c/script>\x00\x3c!--\r")</script>`);
    expect(html).toContain(String.raw`script-src 'sha256-[x("\x3c/script>\x00\x3c!--\r")]'`);
  });

  it("that holds its run may connect to nothing, and another one to its server alone", () => {
    expect(page("", "abc")).toContain("connect-src 'none'");
    expect(page("")).toContain("connect-src 'self'");
    expect(page("", "abc")).toContain("default-src 'none'");
  });
});
