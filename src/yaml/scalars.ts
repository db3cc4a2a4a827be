/**
 * Reads plain scalars as Kubernetes' own YAML parser does, which is between YAML 1.1 and 1.2.
 *
 * `yes` and `on` are booleans and `0644` is octal there, so that `defaultMode: 0644` is 420 and
 * `value: yes` is refused for a string field. Unlike YAML 1.1, `1:30` and dates stay text.
 * Models: go.yaml.in/yaml/v2/resolve.go resolve, which sigs.k8s.io/yaml is built on.
 */
import type { ScalarTag } from "yaml";

const booleans: ScalarTag = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  test: /^(?:y|Y|yes|Yes|YES|on|On|ON|true|True|TRUE|n|N|no|No|NO|off|Off|OFF|false|False|FALSE)$/,
  resolve: (text) => /^(?:y|on|true)/i.test(text),
};

/** Go's strconv.ParseInt with base 0, after `_` is taken out. */
const integers: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|[1-9][0-9_]*)$/,
  resolve: (text) => {
    const digits = text.replaceAll("_", "").replace(/^[-+]/, "");
    const octal = /^0[oO]?([0-7]+)$/.exec(digits);
    const size = octal ? Number.parseInt(octal[1] ?? "0", 8) : Number(digits);
    return text.startsWith("-") && size !== 0 ? -size : size;
  },
};

/** Put before the core schema's tags, so that they are asked first. */
export const kubernetesScalars: readonly ScalarTag[] = [booleans, integers];
