/**
 * The specs of pods as their manifests have them. The trace has those of the API's pods; those of
 * files, and all of the textbook's, it leaves out.
 */
import { staticPodName } from "../decide/kubelet/static-pod.ts";
import type { PodSpec } from "../manifest/pod-types.ts";
import type { PodTrace } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";

export function manifestSpecs({
  pods,
  files,
  scenario,
}: PreparedInput): (pod: PodTrace) => PodSpec | undefined {
  const contents = [...files.values()].flatMap((file) => (file.kind === "pods" ? file.pods : []));
  const specs = new Map<string, PodSpec>();
  for (const { pod } of [...contents, ...pods]) {
    const { namespace, name } = pod.metadata;
    specs.set(`${namespace}/${name}`, pod.spec);
    for (const node of scenario.nodes) {
      specs.set(`${namespace}/${staticPodName(name, node.name)}`, pod.spec);
    }
  }
  return ({ namespace, pod }) =>
    // `createPods` numbers the copies of its template.
    specs.get(`${namespace}/${pod}`) ?? specs.get(`${namespace}/${pod.replace(/-\d+$/, "")}`);
}
