/** The rules over several fields of one type, asked wherever a value of that type stands. */
import type { Cursor } from "./cursor.ts";
import { checkContainer, checkEnvVar, checkHandler, checkProbe } from "./container-rules.ts";
import { checkObjectMeta, checkPod, checkPodSpec, checkVolume } from "./pod-rules.ts";
import { checkResources } from "./resource-rules.ts";
import {
  checkHasSpec,
  checkJob,
  checkLabelSelectorRequirement,
  checkReplicaSet,
  checkReplicationController,
  checkSelecting,
} from "./workload-rules.ts";

const rules: Readonly<Record<string, (cursor: Cursor) => void>> = {
  ObjectMeta: checkObjectMeta,
  Pod: checkPod,
  PodSpec: checkPodSpec,
  Volume: checkVolume,
  Container: checkContainer,
  EnvVar: checkEnvVar,
  Probe: checkProbe,
  LifecycleHandler: checkHandler,
  ResourceRequirements: checkResources,
  LabelSelectorRequirement: checkLabelSelectorRequirement,
  Deployment: checkHasSpec,
  ReplicaSet: checkHasSpec,
  StatefulSet: checkHasSpec,
  DaemonSet: checkHasSpec,
  ReplicationController: checkHasSpec,
  Job: checkHasSpec,
  JobTemplateSpec: checkHasSpec,
  PodTemplateSpec: checkHasSpec,
  DeploymentSpec: checkSelecting,
  ReplicaSetSpec: checkReplicaSet,
  StatefulSetSpec: checkSelecting,
  DaemonSetSpec: checkSelecting,
  ReplicationControllerSpec: checkReplicationController,
  JobSpec: checkJob,
};

export function checkRules(cursor: Cursor, typeName: string): void {
  rules[typeName]?.(cursor);
}
