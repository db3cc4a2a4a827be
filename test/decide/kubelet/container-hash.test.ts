/** Models: kubernetes/pkg/kubelet/container/helpers_test.go TestHashContainer. */
import { describe, expect, it } from "vitest";
import { hashContainer } from "../../../src/decide/kubelet/container-hash.ts";
import { container, probe } from "../../support/kube.ts";

const base = container();

describe("the hash of a container", () => {
  it.each([
    { change: "the name", to: container({ name: "other" }) },
    { change: "the image", to: container({ image: "example.com/app:2" }) },
  ])("changes with $change", ({ to }) => {
    expect(hashContainer(to)).not.toBe(hashContainer(base));
  });

  it.each([
    { change: "the pull policy", to: container({ imagePullPolicy: "Always" }) },
    { change: "a probe", to: container({ livenessProbe: probe() }) },
    { change: "the resources", to: container({ resources: { limits: { cpu: "1" } } }) },
    { change: "the order of the fields", to: { image: base.image, name: base.name } },
  ])("is kept when $change changes", ({ to }) => {
    expect(hashContainer(to)).toBe(hashContainer(base));
  });

  it("keeps name and image apart", () => {
    const left = hashContainer({ name: "ab", image: "c" });
    expect(left).not.toBe(hashContainer({ name: "a", image: "bc" }));
  });

  it("is 32 bits in hexadecimal, the same on every machine", () => {
    expect(hashContainer(base)).toMatch(/^[0-9a-f]{1,8}$/);
    expect(hashContainer(base)).toBe("8e6b9466");
  });
});
