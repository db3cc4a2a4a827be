/** What the actors of a node say to each other, beside the runtime's calls in `runtime.ts`. */
import type { DeclaredPod, DeclarationSource } from "./pod.ts";
import type { RuntimeEvent } from "./runtime.ts";

/** Asks a source of declarations for what it declares now. */
export interface SourceGet {
  readonly type: "source.get";
}

/** All that a source declares, as an answer or because it changed. */
export interface SourcePods {
  readonly type: "source.pods";
  readonly source: DeclarationSource;
  readonly pods: readonly DeclaredPod[];
}

/** The link between kubelet and API server came up or was cut. */
export interface LinkChanged {
  readonly type: "link.changed";
  readonly up: boolean;
}

/** The runtime's notification, as far as it got through; only event-driven kubelets hear it. */
export interface RuntimeNotified {
  readonly type: "runtime.event";
  readonly event: RuntimeEvent;
}

export type ToKubelet = SourcePods | LinkChanged;
