/** Inspectors for tests, and what a viewer gets of them. */
import {
  type StatelyActorEvent,
  type StatelyInspectionEvent,
  createWebSocketReceiver,
} from "@statelyai/inspect";
import { afterEach, vi } from "vitest";
import type { LogLimits } from "../../src/inspect/frame-log.ts";
import { type Inspector, startInspector } from "../../src/inspect/inspect.ts";
import { SimulatedNode } from "../../src/library/simulated-node.ts";
import type { Observe } from "../../src/node/node-options.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

/** A static pod brings up the API server; what the API declares comes once the link is up. */
const bootstrap = `
apiVersion: v1
kind: Pod
metadata: {name: apiserver, namespace: kube-system}
spec: {containers: [{name: main, image: "apiserver:1"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: app, image: "app:1"}, {name: log, image: "log:1"}]
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: bootstrap}
spec:
  model: textbook
  duration: 60s
  behaviour:
    apiserver/main: {runs: [{startup: 2s}]}
    web/app: {runs: [{exitAfter: 3s, exitCode: 1}, {}]}
    web/log: {sigterm: ignored}
  stimuli:
  - {at: t0, action: writeFile, path: apiserver.yaml, content: apiserver}
  - {id: down, at: t0, action: apiDown}
  - {at: 5s, action: apiUp}
  - {at: 20s, action: kubeletRestart, downFor: 5s}
  - {at: 40s, action: deletePod, pod: web, graceSeconds: 2}
`;

export const input = prepareInput(parseYaml({ file: "bootstrap.yaml", text: bootstrap }), {
  readFile: () => ({ unreadable: "no such file" }),
});
// XState's development build takes a container that is created inside an action for a misuse.
vi.spyOn(console, "warn").mockImplementation(() => {});
export const ownPage = "<title>the own page</title>";

export interface Inspection {
  readonly start: (limits?: LogLimits, only?: readonly string[]) => Promise<Inspector>;
  /** To be closed after the test, as those that `start` gives. */
  readonly open: Inspector[];
  readonly said: string[];
}

/** Inspectors that are closed after each test, and what they have said in it. */
export function inspection(): Inspection {
  const open: Inspector[] = [];
  const said: string[] = [];
  afterEach(async () => {
    for (const inspector of open.splice(0)) await inspector.close();
    said.length = 0;
  });
  return {
    open,
    said,
    start: async (limits = {}, only) => {
      const say = (line: string): void => void said.push(line);
      const inspector = await startInspector({ page: ownPage, port: 0, say, limits, only });
      open.push(inspector);
      return inspector;
    },
  };
}

export function run(inspector: Inspector, observe: Observe = "level") {
  const node = new SimulatedNode(input, { observe });
  inspector.attach(node.root, () => node.now * 1000);
  return node.finish();
}

/** What a viewer that comes now is sent, until nothing more comes for a while. */
export async function collect({
  url,
}: Pick<Inspector, "url">): Promise<readonly StatelyInspectionEvent[]> {
  const frames: StatelyInspectionEvent[] = [];
  createWebSocketReceiver({ server: url.replace("http", "ws") }).subscribe((frame) =>
    frames.push(frame),
  );
  // Something comes always; on a busy machine one pause is not yet the end of it.
  for (let seen = 0, pauses = 0; pauses < 3;) {
    pauses = frames.length === 0 || frames.length > seen ? 0 : pauses + 1;
    seen = frames.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
  }
  return [...frames];
}

export type StatelyEventFrame = Extract<StatelyInspectionEvent, { readonly type: "@xstate.event" }>;

export function isActor(frame: StatelyInspectionEvent): frame is StatelyActorEvent {
  return frame.type === "@xstate.actor";
}
