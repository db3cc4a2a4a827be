/**
 * One form for statuses that are compared, and the comparison that decides whether there is
 * anything to send.
 *
 * Models: kubernetes/pkg/kubelet/status/status_manager.go normalizeStatus,
 * isPodStatusByKubeletEqual.
 */
import { compareBytes } from "../../model/container-key.ts";
import type { KubePod } from "../../model/kube-pod.ts";
import type {
  ContainerApiState,
  ContainerApiStatus,
  PodApiStatus,
  PodCondition,
} from "../../model/kube-status.ts";
import { isPodConditionByKubelet, isPodConditionSharedByKubelet } from "./conditions.ts";
import type { KubeletFeatures } from "./features.ts";

/** For the termination messages of all containers of a pod together, in characters. */
const messagesMaxLength = 12 * 1024;

/** Orders the containers and shortens their messages; times are whole seconds already. */
export function normalizeStatus(pod: KubePod, status: PodApiStatus): PodApiStatus {
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
  const count = initContainers.length + containers.length + ephemeralContainers.length;
  const maxLength = Math.floor(messagesMaxLength / Math.max(count, 1));
  const shorten = (known: ContainerApiStatus): ContainerApiStatus => ({
    ...known,
    state: shortened(known.state, maxLength),
    lastState: shortened(known.lastState, maxLength),
  });
  const place = ({ name }: ContainerApiStatus): number => {
    const index = initContainers.findIndex((container) => container.name === name);
    return index < 0 ? initContainers.length : index;
  };
  return {
    ...status,
    initContainerStatuses: status.initContainerStatuses
      .map(shorten)
      .toSorted((a, b) => place(a) - place(b)),
    containerStatuses: byName(status.containerStatuses.map(shorten)),
    ephemeralContainerStatuses: byName(status.ephemeralContainerStatuses.map(shorten)),
  };
}

/**
 * Whether two statuses say the same as far as the kubelet is concerned. Transition times and
 * observed generations of conditions do not count. Up to 1.32 a condition that vanished does not
 * either, so it stays in the API until something else changes.
 */
export function isPodStatusByKubeletEqual(
  old: PodApiStatus,
  fresh: PodApiStatus,
  features: KubeletFeatures,
): boolean {
  const oldOnes = ownConditions(old, features);
  const freshOnes = ownConditions(fresh, features);
  if (features.sendVanishedConditions && oldOnes.size !== freshOnes.size) return false;
  for (const [type, { status, reason = "", message = "" }] of freshOnes) {
    const before = oldOnes.get(type);
    if (before === undefined || before.status !== status) return false;
    if ((before.reason ?? "") !== reason || (before.message ?? "") !== message) return false;
  }
  return isSameData({ ...old, conditions: [] }, { ...fresh, conditions: [] });
}

function ownConditions(
  { conditions }: PodApiStatus,
  features: KubeletFeatures,
): ReadonlyMap<string, PodCondition> {
  const own = conditions.filter(
    ({ type }) => isPodConditionByKubelet(type, features) || isPodConditionSharedByKubelet(type),
  );
  return new Map(own.map((condition) => [condition.type, condition]));
}

function shortened(state: ContainerApiState, maxLength: number): ContainerApiState {
  const message = state.terminated?.message;
  if (state.terminated === undefined || message === undefined || message.length <= maxLength) {
    return state;
  }
  return { terminated: { ...state.terminated, message: message.slice(0, maxLength) } };
}

function byName(statuses: readonly ContainerApiStatus[]): readonly ContainerApiStatus[] {
  return statuses.toSorted((a, b) => compareBytes(a.name, b.name));
}

/** Of plain data. As upstream compares, what is absent equals what is empty. */
function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return (a ?? "") === "" && (b ?? "") === "";
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSameData(a[key], b[key]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
