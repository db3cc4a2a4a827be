/** The public API: simulate, check and compare; look at the trace, the pods and the machines. */
export { apiLinkMachine } from "../machines/world/api-link.ts";
export { containerMachine } from "../machines/world/container.ts";
export { fileSourceMachine } from "../machines/world/file-source.ts";
export { nodeMachine } from "../machines/world/node.ts";
export { runtimeMachine } from "../machines/world/runtime.ts";
export { kubeletEdgeMachine } from "../machines/textbook/kubelet-edge.ts";
export { kubeletLevelMachine } from "../machines/textbook/kubelet-level.ts";
export { checkScenario } from "./check/check-scenario.ts";
export { compareVariants } from "./compare/compare.ts";
export { computePodActions } from "./decide/kubelet/compute-pod-actions.ts";
export { featuresOf, kubeletVersions, newestKubeletVersion } from "./decide/kubelet/versions.ts";
export { planRound } from "./decide/textbook-plan.ts";
export { SeedRuns, overSeeds } from "./library/over-seeds.ts";
export { prepare } from "./library/prepare.ts";
export { simulate } from "./library/simulate.ts";
export { NotReachedError, SimulatedNode } from "./library/simulated-node.ts";
export { CallError } from "./model/call-error.ts";
export { InputError, formatDiagnostic } from "./model/diagnostic.ts";
export { milestones } from "./sample/milestones.ts";
export { diffInputs } from "./sample/diff/diff.ts";
export { sample } from "./sample/sample.ts";
export { SimulationError } from "./sim/limits.ts";
export { VirtualClock } from "./sim/virtual-clock.ts";

export type { CheckResult } from "./check/check-expectations.ts";
export type { CheckedScenario } from "./check/checked-scenario.ts";
export type { CompareOptions, Comparison, Parting, VariantResult } from "./compare/compare.ts";
export type { Divergence, Measures } from "./compare/measures.ts";
export type { PodActions } from "./decide/kubelet/compute-pod-actions.ts";
export type { KubeletFeatures } from "./decide/kubelet/features.ts";
export type { KubeletVersion } from "./decide/kubelet/versions.ts";
export type {
  ApiContainerState,
  ApiContainerStatus,
  ApiPod,
  ApiPodCondition,
  ApiPodMetadata,
  ApiPodStatus,
} from "./kubectl/api-pod.ts";
export type { Input, InputFiles } from "./library/inputs.ts";
export type { SeedRun } from "./library/over-seeds.ts";
export type { InputOptions } from "./library/prepare.ts";
export type { SimulateOptions } from "./library/simulate.ts";
export type { RecordTest, UntilOptions } from "./library/simulated-node.ts";
export type { Span } from "./library/span.ts";
export type { StimulusEntry } from "./library/stimulus-entry.ts";
export type {
  BehaviourRule,
  BehaviourTable,
  ContainerBehaviour,
  HookScript,
  ProbeKind,
  ProbeScript,
  PullScript,
  RunScript,
  SigtermScript,
} from "./model/behaviour.ts";
export type { Diagnostic, Position } from "./model/diagnostic.ts";
export type { KubePod } from "./model/kube-pod.ts";
export type { ProbeResults, RuntimePodStatus } from "./model/kube-runtime.ts";
export type { DeclaredPod } from "./model/pod.ts";
export type { TraceBody, TraceRecord } from "./model/trace.ts";
export type { OwnKubelet } from "./node/guest-error.ts";
export type { ToGuest } from "./node/guest-kubelet.ts";
export type { FromGuest } from "./node/guest-request.ts";
export type { Observe } from "./node/node-options.ts";
export type { Milestone, MilestoneDetail, MilestoneKind } from "./sample/milestone.ts";
export type { Diff, ExplainedRow } from "./sample/diff/diff.ts";
export type { Sample, SampledMilestone, SampleOptions } from "./sample/sample.ts";
export type { ReadFile } from "./scenario/load.ts";
export type { PreparedInput } from "./scenario/prepare.ts";
export type { RunOptions } from "./scenario/run-scenario.ts";
export type { SourceFile } from "./yaml/document.ts";
