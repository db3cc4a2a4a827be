import { describe, expect, it } from "vitest";
import { containerKey } from "../../src/model/container-key.ts";
import type { VerdictRow } from "../../src/model/trace.ts";
import { actedOn, targetOf } from "../../src/web/acted-on.ts";

const row = (pod: string, container: string, id?: string): VerdictRow => ({
  namespace: "default",
  pod,
  container,
  verdict: "agrees",
  ...(id === undefined ? {} : { id }),
});
const api = row("api", "server", "c1");
const first = row("web", "app", "c2");
const again = row("web", "app", "c3");

describe("whom acts are about", () => {
  it("is the first there is, until somebody is chosen", () => {
    expect(actedOn([api, first], undefined)).toBe(api);
    expect(actedOn([], undefined)).toBeUndefined();
  });

  it("stays the container of that name, whatever its id", () => {
    expect(actedOn([api, again], first)).toBe(again);
    const missing = row("web", "app");
    expect(actedOn([api, missing], first)).toBe(missing);
  });

  it("is the one that was chosen, of several of one name", () => {
    expect(actedOn([api, first, again], first)).toBe(first);
    expect(actedOn([api, first, again], again)).toBe(again);
  });

  it("is nobody where the name is not there", () => {
    expect(actedOn([api, row("web", "app2", "c4")], first)).toBeUndefined();
  });

  it("is the container of a lane, and of the lane of a pod its first one", () => {
    const side = row("web", "side", "c5");
    const of = (container: string) => targetOf(containerKey("default", "web", container));
    expect(actedOn([api, first, side], of("side"))).toBe(side);
    expect(actedOn([api, first, side], of(""))).toBe(first);
  });
});
