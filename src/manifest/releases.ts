/** From which minor of Kubernetes on a pod may ask for what: one row a rule, as data. */
import type { DeclarationSource } from "../model/pod.ts";

/** Who takes the pod in, and of which minor (`1.36`) it is. */
export interface Release {
  readonly kubernetes: string;
  /** A file is read by the kubelet, whose rules are its own. */
  readonly source: DeclarationSource;
}

export const newestRelease: Release = { kubernetes: "1.36", source: "api" };

interface ReleaseRule {
  readonly what: string;
  readonly since: Readonly<Record<DeclarationSource, string>>;
  /** The minor whose API server knows the field, has its gate off, and drops what it says. */
  readonly dropped?: string;
}

/**
 * Models: kubernetes/pkg/apis/core/validation/validation.go PodValidationOptions and the gates
 * behind it; kubernetes/pkg/kubelet/config/common.go tryDecodeSinglePod, which had no options of
 * the pod's own before 1.35.
 */
export const releaseRules = {
  zeroSleep: {
    what: "a hook that sleeps for 0 s",
    since: { api: "1.33", file: "1.35" },
  },
  containerRestartPolicy: {
    what: "a restartPolicy of a container that is no sidecar",
    since: { api: "1.35", file: "1.35" },
    dropped: "1.34",
  },
  sidecarRestartRules: {
    what: "restartPolicyRules of a sidecar",
    since: { api: "1.36", file: "1.36" },
    dropped: "1.34",
  },
  restartAllContainers: {
    what: "the action RestartAllContainers",
    since: { api: "1.36", file: "1.36" },
    dropped: "1.34",
  },
} as const satisfies Record<string, ReleaseRule>;

/** From then on the resources of a pod that is there may change, through a subresource. */
export const resizedSince = "1.33";

/** From then on a static pod may not name other objects of the API; before, only two kinds. */
export const staticReferencesRefusedSince = "1.34";

export function isSince(kubernetes: string, first: string): boolean {
  const [[major = 0, minor = 0], [firstMajor = 0, firstMinor = 0]] = [
    kubernetes.split(".").map(Number),
    first.split(".").map(Number),
  ];
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

/** Whether who takes the pod in leaves out what the rule is about. */
export function drops(rule: keyof typeof releaseRules, { kubernetes, source }: Release): boolean {
  const { dropped }: ReleaseRule = releaseRules[rule];
  return source === "api" && kubernetes === dropped;
}

/** The rule that the release is too old for; absent where it allows it, or drops it. */
export function ruleAgainst(
  rule: keyof typeof releaseRules,
  release: Release,
): { readonly message: string; readonly expected: string } | undefined {
  const { kubernetes, source } = release;
  const { what, since } = releaseRules[rule];
  if (drops(rule, release)) return undefined;
  if (isSince(kubernetes, since[source])) return undefined;
  const where = source === "file" ? "not in a static pod of" : "not in";
  return {
    message: `${where} Kubernetes ${kubernetes}: ${what}`,
    expected: `Kubernetes ${since[source]} or later`,
  };
}
