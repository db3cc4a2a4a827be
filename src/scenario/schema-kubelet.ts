/**
 * The kubelet's own configuration, as far as it changes a timeline.
 *
 * Models: kubernetes/staging/src/k8s.io/kubelet/config/v1beta1/types.go KubeletConfiguration; names
 * and defaults are upstream's, so that a part of a real configuration can be pasted. `standalone`
 * is no field of it but what upstream calls a kubelet that is started without `--kubeconfig`.
 */
import { z } from "zod";
import { count, duration, strict } from "./schema-parts.ts";

const quantities = z.record(z.string(), z.union([z.string(), z.number()]));

export const kubeletSchema = strict({
  standalone: z
    .boolean()
    .describe(
      "Without an API server, as upstream's kubelet runs that is given no kubeconfig: " +
        "the folder of static pods is its only source. false.",
    )
    .optional(),
  syncFrequency: duration.describe("Between two syncs of a pod that nothing woke. 1m.").optional(),
  fileCheckFrequency: duration
    .describe("Between two readings of the static pod folder. 20s.")
    .optional(),
  nodeStatusUpdateFrequency: duration
    .describe("Between two computations of the node's status. 10s.")
    .optional(),
  nodeStatusReportFrequency: duration
    .describe("Between two reports of an unchanged node status. 5m.")
    .optional(),
  nodeLeaseDurationSeconds: count.describe("How long the node's lease holds. 40.").optional(),
  maxPods: count.describe("How many pods the node takes. 110.").optional(),
  podsPerCore: count.describe("The same for each core; 0: no limit. 0.").optional(),
  serializeImagePulls: z.boolean().describe("One pull at a time. true.").optional(),
  maxParallelImagePulls: count.describe("Pulls at a time where not serialized.").optional(),
  registryPullQPS: count.describe("Pulls a second; 0: no limit. 5.").optional(),
  registryBurst: count.describe("Pulls at once above that rate. 10.").optional(),
  eventRecordQPS: count.describe("Events a second; 0: no limit. 50.").optional(),
  eventBurst: count.describe("Events at once above that rate. 100.").optional(),
  runtimeRequestTimeout: duration.describe("Of calls to the runtime. 2m.").optional(),
  crashLoopBackOff: strict({
    maxContainerRestartPeriod: duration
      .describe("The longest wait before a restart, 1s to 300s, from 1.35 on. 5m.")
      .optional(),
  })
    .describe("The wait between restarts.")
    .optional(),
  shutdownGracePeriod: duration.describe("Of all pods at a node shutdown. 0s.").optional(),
  shutdownGracePeriodCriticalPods: duration
    .describe("The part of it that is kept for critical pods. 0s.")
    .optional(),
  evictionHard: z.record(z.string(), z.string()).describe("Thresholds of eviction.").optional(),
  evictionPressureTransitionPeriod: duration
    .describe("How long a pressure condition stays after its cause. 5m.")
    .optional(),
  imageMinimumGCAge: duration.describe("Unused images are kept so long at least. 2m.").optional(),
  kubeReserved: quantities.describe("Kept from pods for Kubernetes itself.").optional(),
  systemReserved: quantities.describe("Kept from pods for the system.").optional(),
  featureGates: z.record(z.string(), z.boolean()).describe("Feature gates by name.").optional(),
}).describe("Fields of KubeletConfiguration that change the timeline, under upstream's names.");
