/**
 * What differs between the versions of kubectl, and of the API server that makes its tables. Both
 * are taken to be of the kubelet's version.
 */
import type { KubeletVersion } from "../decide/kubelet/versions.ts";

export interface PrintFeatures {
  /**
   * A pod of which one container has failed does not show as Completed.
   * Models: kubernetes/pkg/printers/internalversion/printers.go printPod (pull request 124766).
   */
  readonly failureBeforeCompleted: boolean;
  /**
   * Names of ports: `80/TCP (http)`.
   * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/describe/describe.go describeContainerPorts.
   */
  readonly portNames: boolean;
  /**
   * `spec.containers{app}: Container created` in the Events of `describe`.
   * Models: kubernetes/staging/src/k8s.io/kubectl/pkg/describe/describe.go DescribeEvents.
   */
  readonly eventFieldPaths: boolean;
}

const firstMinor: Readonly<Record<keyof PrintFeatures, number>> = {
  failureBeforeCompleted: 35,
  portNames: 34,
  eventFieldPaths: 35,
};

export function printFeatures(version: KubeletVersion): PrintFeatures {
  const minor = Number(version.split(".")[1]);
  const has = (name: keyof PrintFeatures): boolean => minor >= firstMinor[name];
  return {
    failureBeforeCompleted: has("failureBeforeCompleted"),
    portNames: has("portNames"),
    eventFieldPaths: has("eventFieldPaths"),
  };
}
