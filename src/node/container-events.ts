/** The runtime's stream of events (CRI's GetContainerEvents) from the bus to a kubelet. */
import { type Observable, filter, mergeMap } from "rxjs";
import type { ContainerEventResponse, SandboxRecord } from "../model/cri.ts";
import type { NodeEvent } from "../model/events.ts";
import type { ContainerRecord, RuntimeEvent } from "../model/runtime.ts";
import type { RuntimeEventName, RuntimeEventTrace, SandboxTrace } from "../model/trace.ts";

/** What of the runtime the events tell. */
export interface RuntimePictures {
  readonly sandbox: (id: string) => SandboxRecord | undefined;
  readonly containersOf: (podUid: string) => readonly ContainerRecord[];
}

/** One event on its way; `moment`: when it was made, by the count of the kubelet that watches. */
export interface ContainerEvent<Watcher> {
  readonly response: ContainerEventResponse;
  readonly about: Omit<RuntimeEventTrace, "type" | "delivered" | "due" | "fault">;
  readonly moment: number;
  readonly watcher: Watcher;
}

/** `watch`: who watches now, and the moment; undefined while nobody does. */
export function containerEvents<Watcher>(
  events$: Observable<NodeEvent>,
  pictures: RuntimePictures,
  watch: () => Pick<ContainerEvent<Watcher>, "moment" | "watcher"> | undefined,
): Observable<ContainerEvent<Watcher>> {
  return events$.pipe(
    filter((event): event is RuntimeEvent | SandboxTrace => isOfRuntime(event)),
    mergeMap((event) => responses(event, pictures)),
    mergeMap((response) => {
      const watched = watch();
      return watched === undefined ? [] : [{ ...watched, ...response }];
    }),
  );
}

function isOfRuntime(event: NodeEvent): boolean {
  return event.type === "sandbox" || event.type.startsWith("Container");
}

type Told = Pick<ContainerEvent<unknown>, "response" | "about">;

const ofSandbox: Readonly<Record<SandboxTrace["to"], readonly RuntimeEventName[]>> = {
  Ready: ["SandboxCreated", "SandboxStarted"],
  NotReady: ["SandboxStopped"],
  Removed: ["SandboxRemoved"],
};

function responses(event: RuntimeEvent | SandboxTrace, pictures: RuntimePictures): Told[] {
  if (event.type === "sandbox") {
    const { id, namespace, pod, uid = "", to } = event;
    const known = pictures.sandbox(id);
    // It is told right before the record changes.
    const state = to === "Ready" ? ("Ready" as const) : ("NotReady" as const);
    const sandbox = known && { ...known, state };
    const containers = inSandbox(pictures.containersOf(uid), id);
    return ofSandbox[to].map((name) => ({
      response: { event: name, id, ...(sandbox && { sandbox }), containers },
      about: { namespace, pod, uid, id, event: name },
    }));
  }
  const { type, container: record } = event;
  const { id, namespace, pod, podUid: uid, container, labels } = record;
  const sandboxId = labels?.sandboxId ?? "";
  const sandbox = pictures.sandbox(sandboxId);
  const all = inSandbox(pictures.containersOf(uid), sandboxId);
  const containers = type === "ContainerRemoved" ? all.filter((other) => other.id !== id) : all;
  return [
    {
      response: { event: type, id, container, ...(sandbox && { sandbox }), containers },
      about: { namespace, pod, uid, container, id, event: type },
    },
  ];
}

function inSandbox(
  containers: readonly ContainerRecord[],
  sandboxId: string,
): readonly ContainerRecord[] {
  return containers.filter(({ labels }) => labels?.sandboxId === sandboxId);
}
