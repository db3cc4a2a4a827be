/** Models: github.com/distribution/reference reference_test.go, normalize_test.go. */
import { describe, expect, it } from "vitest";
import { parseImageName } from "../../src/model/image-name.ts";

const digest = `sha256:${"0a".repeat(32)}`;

describe("parseImageName", () => {
  it.each([
    ["nginx", "latest", false],
    ["nginx:1.27", "1.27", false],
    ["library/nginx", "latest", false],
    ["localhost/nginx:1", "1", false],
    ["localhost:5000/nginx", "latest", false],
    ["registry.k8s.io/pause:3.10", "3.10", false],
    ["Registry/nginx:1", "1", false],
    ["[2001:db8::1]:5000/a/b-c__d.e:x_Y", "x_Y", false],
    [`nginx@${digest}`, undefined, true],
    [`nginx:1@${digest}`, "1", true],
  ])("reads %s", (image, tag, hasDigest) => {
    expect(parseImageName(image)).toEqual({ isValid: true, tag, hasDigest });
  });

  it.each([
    ["Nginx:1", "invalid reference format: repository name (library/Nginx) must be lowercase"],
    ["a/B", "invalid reference format: repository name (a/B) must be lowercase"],
    [" nginx", "invalid reference format"],
    ["nginx:", "invalid reference format"],
    ["nginx:a/b", "invalid reference format"],
    ["", "invalid reference format"],
    ["https://example.com/a", "invalid reference format"],
    [`nginx:${"1".repeat(129)}`, "invalid reference format"],
    ["a".repeat(256), "repository name must not be more than 255 characters"],
    [
      "0a".repeat(32),
      `invalid repository name (${"0a".repeat(32)}), cannot specify 64-byte hexadecimal strings`,
    ],
    [`a@sha256:${"0".repeat(40)}`, "invalid checksum digest length"],
    [`a@md5:${"0".repeat(32)}`, "unsupported digest algorithm"],
    [`a@sha256:${"0A".repeat(32)}`, "invalid checksum digest format"],
  ])("cannot read %j", (image, error) => {
    expect(parseImageName(image)).toEqual({
      isValid: false,
      error: `couldn't parse image name ${JSON.stringify(image)}: ${error}`,
    });
  });
});
