/** The public API: read input, run, check and compare it, look at the trace and at the machines. */
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
export { InputError, formatDiagnostic } from "./model/diagnostic.ts";
export { KubernetesSimulation } from "./node/kubernetes-simulation.ts";
export { NodeSimulation } from "./node/node-simulation.ts";
export { milestones } from "./sample/milestones.ts";
export { diffInputs } from "./sample/diff/diff.ts";
export { sample } from "./sample/sample.ts";
export { prepareInput } from "./scenario/prepare.ts";
export { ScenarioPlayer, runScenario } from "./scenario/run-scenario.ts";
export { SimulationError } from "./sim/limits.ts";
export { VirtualClock } from "./sim/virtual-clock.ts";
export { parseYaml } from "./yaml/parse-yaml.ts";

export type { CheckResult } from "./check/check-expectations.ts";
export type { CheckedScenario } from "./check/checked-scenario.ts";
export type { Comparison, Parting, VariantResult } from "./compare/compare.ts";
export type { PodActions } from "./decide/kubelet/compute-pod-actions.ts";
export type { KubeletFeatures } from "./decide/kubelet/features.ts";
export type { KubeletVersion } from "./decide/kubelet/versions.ts";
export type { BehaviourTable, ContainerBehaviour } from "./model/behaviour.ts";
export type { Diagnostic, Position } from "./model/diagnostic.ts";
export type { KubePod } from "./model/kube-pod.ts";
export type { ProbeResults, RuntimePodStatus } from "./model/kube-runtime.ts";
export type { DeclaredPod } from "./model/pod.ts";
export type {
  ContainerRecord,
  RuntimeEvent,
  RuntimeReply,
  RuntimeRequest,
} from "./model/runtime.ts";
export type { TraceBody, TraceRecord } from "./model/trace.ts";
export type { KubernetesNodeOptions } from "./node/kubernetes-simulation.ts";
export type { NodeOptions, Observe } from "./node/node-options.ts";
export type { Milestone, MilestoneDetail, MilestoneKind } from "./sample/milestone.ts";
export type { Diff, ExplainedRow } from "./sample/diff/diff.ts";
export type { Sample, SampledMilestone, SampleOptions } from "./sample/sample.ts";
export type { PrepareOptions, PreparedInput } from "./scenario/prepare.ts";
export type { RunOptions, ScenarioRun } from "./scenario/run-scenario.ts";
export type { YamlDocument } from "./yaml/document.ts";
