/**
 * The name of an image, as far as a kubelet and an API server read it.
 *
 * Models: kubernetes/pkg/util/parsers/parsers.go ParseImageName;
 * github.com/distribution/reference/normalize.go ParseNormalizedNamed.
 */

export type ImageName =
  | { readonly isValid: true; readonly tag: string | undefined; readonly hasDigest: boolean }
  | { readonly isValid: false; readonly error: string };

const host = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
const domain = String.raw`(?:${host}(?:\.${host})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const component = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const path = String.raw`${component}(?:/${component})*`;
const digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const reference = new RegExp(
  String.raw`^${domain}/(${path})(?::(\w[\w.-]{0,127}))?(?:@(${digest}))?$`,
);
const pathLengthMax = 255;
/** Letters of a digest, by its algorithm; others are not known. */
const digestLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };

/** Of a name with neither tag nor digest the tag is `latest`. */
export function parseImageName(image: string): ImageName {
  const error = errorOf(image);
  if (error !== undefined) {
    return {
      isValid: false,
      error: `couldn't parse image name ${JSON.stringify(image)}: ${error}`,
    };
  }
  const [, , tag, found] = reference.exec(normalized(image)) ?? [];
  const hasDigest = found !== undefined;
  return { isValid: true, tag: tag ?? (hasDigest ? undefined : "latest"), hasDigest };
}

function errorOf(image: string): string | undefined {
  if (/^[a-f0-9]{64}$/.test(image)) {
    return `invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`;
  }
  const whole = normalized(image);
  const slash = whole.indexOf("/");
  const [remote = ""] = whole.slice(slash + 1).split(":");
  if (remote.toLowerCase() !== remote) {
    return `invalid reference format: repository name (${remote}) must be lowercase`;
  }
  const [, repository = "", , found] = reference.exec(whole) ?? [];
  if (repository === "") return "invalid reference format";
  if (repository.length > pathLengthMax) {
    return `repository name must not be more than ${pathLengthMax} characters`;
  }
  if (found === undefined) return undefined;
  const [algorithm = "", letters = ""] = found.split(":");
  const length = digestLengths[algorithm];
  if (length === undefined) return "unsupported digest algorithm";
  if (letters.length !== length) return "invalid checksum digest length";
  return /[A-F]/.test(letters) ? "invalid checksum digest format" : undefined;
}

/** With the registry and the folder that a short name leaves out. */
function normalized(image: string): string {
  const slash = image.indexOf("/");
  const first = image.slice(0, Math.max(slash, 0));
  const isDomain = first === "localhost" || /[.:]/.test(first) || first !== first.toLowerCase();
  if (slash > 0 && isDomain) return image;
  return `docker.io/${slash < 0 ? "library/" : ""}${image}`;
}
