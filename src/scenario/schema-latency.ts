/** How long the runtime's calls take: at the beginning, and from a stimulus on. */
import { durationRange, strict } from "./schema-parts.ts";

const calls = {
  create: "creating a container",
  start: "starting a container",
  stop: "stopping a container, beside the time the container itself needs,",
  remove: "removing a container or a sandbox, or stopping once more one that is to be removed,",
  list: "listing the containers",
  exec: "an exec probe or hook, beside the time that it needs itself,",
  sandbox: "creating a pod sandbox",
  stopSandbox: "stopping a pod sandbox",
  pull: "a pull, beside the time that its behaviour says,",
  status: "the answer that a kubelet waits for when it starts",
  event: "an event of the runtime's stream, on its way,",
  mount: "mounting the volumes of a pod, which the kubelet does itself,",
  store: "storing the status of a pod, once its readiness probes were poked for it,",
} as const;

type Call = keyof typeof calls;

function each<Range>(rangeOf: (what: string) => Range): Readonly<Record<Call, Range>> {
  const ranges = Object.entries(calls).map(([call, what]) => [call, rangeOf(what)] as const);
  return Object.fromEntries(ranges) as Record<Call, Range>;
}

const drawn = (what: string): string =>
  `How long ${what} takes; of a range [a, b], drawn for each call.`;

const ofOnePod = drawn("telling how one pod is");

export const latencySchema = strict({
  ...each((what) => durationRange.describe(`${drawn(what)} Default: 0s.`).prefault("0s")),
  podStatus: durationRange.describe(`${ofOnePod} Default: that of list.`).optional(),
})
  .describe("How long the runtime's calls take.")
  .prefault({});

export const latencyChangeSchema = strict({
  ...each((what) => durationRange.describe(`${drawn(what)} Absent: as before.`).optional()),
  podStatus: durationRange.describe(`${ofOnePod} Absent: as before.`).optional(),
}).describe("How long the runtime's calls take from then on.");
