import { describe, expect, it } from "vitest";
import { groupAlike } from "../../src/trace/log-fold.ts";
import type { LogEntry } from "../../src/trace/log-entry.ts";
import { span } from "../../src/trace/line.ts";
import { ownEnd, replicasName } from "../../src/trace/replicas.ts";

const entry = (atMs: number, subject: string, text: string): LogEntry => ({
  atMs,
  kind: "other",
  subjects: [subject],
  sign: span("•"),
  text,
});

describe("the name of a replica", () => {
  it.each([
    ["shop/orders-54cd49c9d5-75lgc/app", "shop/orders-*/app", "75lgc/app"],
    ["agent-x7b2k", "agent-*", "x7b2k"],
    ["web-0/app", undefined, ""],
    ["kube-proxy/main", undefined, ""],
  ])("%s", (name, together, end) => {
    expect(replicasName(name)).toBe(together);
    expect(ownEnd(name)).toBe(end);
  });
});

describe("a line for replicas", () => {
  const [a, b] = ["orders-54cd49c9d5-75lgc/app", "orders-54cd49c9d5-lspd9/app"] as const;

  it("is of all of them, told the same at one moment", () => {
    const log = [entry(1, a, "started"), entry(1, b, "started")];
    expect(groupAlike(log, 20)).toMatchObject([{ subjects: [a, b], together: "orders-*/app (2)" }]);
  });

  it("is not of some of them, nor of what differs in time or words", () => {
    const log = [
      entry(1, a, "started"),
      entry(2, b, "started"),
      entry(3, a, "x"),
      entry(3, b, "y"),
    ];
    expect(groupAlike(log, 20)).toEqual(log);
  });
});
