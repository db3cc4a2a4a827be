/** Models: kubernetes/pkg/kubelet/container/cache.go Set, SetObservedTime, getIfNewerThan. */
import { describe, expect, it } from "vitest";
import { RuntimeCache } from "../../machines/kubelet/runtime-cache.ts";
import { emptyRuntimeStatus } from "../../src/model/kube-runtime.ts";

const web = { uid: "u1", namespace: "default", name: "web" };
const status = emptyRuntimeStatus(web.uid, web.namespace, web.name);

describe("with two who write it", () => {
  it("drops what is older than what is there", () => {
    const cache = new RuntimeCache(true);
    expect(cache.set(web.uid, status, 10)).toBe(true);
    expect(cache.set(web.uid, status, 9)).toBe(false);
    expect(cache.set(web.uid, status, 10)).toBe(true);
  });

  it("a list that found a pod as it was makes it newer, and drops no event of before", () => {
    const cache = new RuntimeCache(true);
    cache.set(web.uid, status, 10);
    cache.setObservedTime(web.uid, 20);
    expect(cache.getNewerThan(web, 19)).toBe(status);
    expect(cache.set(web.uid, status, 15)).toBe(true);
    expect(cache.getNewerThan(web, 15)).toBeUndefined();
  });

  it("a pod that is not there is as new as the last list of all", () => {
    const cache = new RuntimeCache(true);
    cache.setObservedTime(web.uid, 20);
    expect(cache.getNewerThan(web, 10)).toBeUndefined();
    cache.updateTime(20);
    expect(cache.getNewerThan(web, 10)).toEqual(status);
  });
});
