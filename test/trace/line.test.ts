import { describe, expect, it } from "vitest";
import {
  beside,
  lineWidth,
  padEnd,
  plain,
  shortenMiddle,
  span,
  toText,
  wrap,
} from "../../src/trace/line.ts";

describe("a line", () => {
  it("is as wide as a terminal shows it", () => {
    expect(lineWidth([span("web"), span("容器"), span("▇▇", "running")])).toBe(9);
    expect(lineWidth(padEnd([span("容")], 5))).toBe(5);
  });

  it("lets no control character through", () => {
    expect(span("a\u001b[31mb\r\u0007").text).toBe("a�[31mb��");
    expect(span("a\u202eb\u2066c\u2028").text).toBe("a�b�c�");
  });

  it("ends without blanks, painted or not", () => {
    const line = [span("a", "good"), span("  ", "faint"), span(" ")];
    expect(toText([line, []], plain)).toBe("a\n\n");
    expect(toText([line], (text, role) => `<${role}>${text}</>`)).toBe("<good>a</>\n");
  });

  it("stands beside another", () => {
    const lines = beside([[span("a")], [span("bc")]], [[span("1")]], 4, [span("|")]);
    expect(toText(lines, plain)).toBe("a   |1\nbc  |\n");
  });
});

describe("a long text", () => {
  it.each([
    ["kube-apiserver/apiserver", 24, "kube-apiserver/apiserver"],
    ["kube-apiserver/apiserver", 15, "kube-ap…iserver"],
    ["容器容器容器", 7, "容器…器"],
    ["web", 1, "…"],
    ["shop/orders-54cd49c9d5-75lgc/migrate (init)", 30, "shop/orde…75lgc/migrate (init)"],
    ["shop/orders-54cd49c9d5-75lgc/migrate (init)", 17, "75lgc/mi…e (init)"],
    [`shop/${"p".repeat(200)}-1/${"c".repeat(63)}`, 25, "shop/pppp…ppp-1/cccc…cccc"],
    [`shop/${"p".repeat(200)}-2/${"c".repeat(63)}`, 25, "shop/pppp…ppp-2/cccc…cccc"],
  ])("%s loses its middle at %i columns", (text, width, expected) => {
    expect(shortenMiddle(text, width)).toBe(expected);
  });

  it("breaks between words, and inside of one only where it must", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("a abcdefghij b", 4)).toEqual(["a", "abcd", "efgh", "ij b"]);
  });
});
