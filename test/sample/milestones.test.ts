/** The names of what happens in a run: hand-made traces, and what each name promises. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { parseMoment } from "../../src/scenario/reference.ts";
import { type Milestone } from "../../src/sample/milestone.ts";
import { milestones } from "../../src/sample/milestones.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import {
  type Entry,
  containerStatus,
  event,
  node,
  pod,
  pull,
  run,
  status,
  stimulus,
  traceOf,
} from "../check/trace-builder.ts";

const about = { namespace: "default", pod: "web", uid: "web-1" };
const probe = (t: number, more: object): Entry => [
  t,
  { type: "probe", ...about, container: "app", id: "web-1/app/1", probe: "liveness", ...more },
];
const sandbox = (t: number, attempt: number, to: string): Entry => [
  t,
  { type: "sandbox", ...about, id: `s${attempt}`, attempt, to },
];
const condition = (state: string, more = {}) => ({ type: "Ready", status: state, ...more });
const ofFile = { pod: "web-node-1", uid: "hash-1", source: "file" };
const mirror = {
  pod: "web-node-1",
  uid: "mirror-1",
  metadata: { annotations: { "kubernetes.io/config.mirror": "hash-1" } },
};
const crashing = { state: { waiting: { reason: "CrashLoopBackOff", message: "back-off 10s" } } };

/** A trace, and its milestones: time and key, and the detail where a key has more to say. */
const rows: readonly (readonly [
  string,
  readonly (Entry | readonly Entry[])[],
  readonly string[],
])[] = [
  [
    "a run",
    [run({ start: 1, term: 5, exit: 7, code: 137, reason: "Error", removed: 9 })],
    [
      "1 web/app#1.created",
      "1 web/app#1.start",
      "5 web/app#1.sigterm",
      "7 web/app#1.exit exitCode=137 reason=Error",
      "9 web/app#1.removed",
    ],
  ],
  [
    "a second run, and one that was told to end twice",
    [
      run({ start: 1, exit: 2 }),
      run({ run: 2, start: 3, term: 5 }),
      [[6, { type: "signal", ...about, container: "app", id: "web-1/app/2", signal: "TERM" }]],
      [[7, { type: "signal", ...about, container: "app", id: "web-1/app/2", signal: "KILL" }]],
    ],
    [
      "1 web/app#1.created",
      "1 web/app#1.start",
      "2 web/app#1.exit exitCode=1 reason=Error",
      "3 web/app#2.created",
      "3 web/app#2.start",
      "5 web/app#2.sigterm",
      "6 web/app#2.sigterm@2",
      "7 web/app#2.sigkill",
    ],
  ],
  [
    "hooks, named as references name their start",
    [
      run({ postStart: 1, preStop: 3 }),
      [
        2,
        {
          type: "hook",
          ...about,
          container: "app",
          id: "web-1/app/1",
          hook: "postStart",
          phase: "end",
          result: "success",
        },
      ],
    ],
    [
      "0 web/app#1.created",
      "1 web/app#1.postStart",
      "2 web/app#1.postStart.end result=success",
      "3 web/app#1.preStop",
    ],
  ],
  [
    "each failure of a probe, and apart from it the result that counts",
    [
      run({}),
      probe(1, { result: "success", successes: 1, failures: 0, changed: false }),
      probe(2, { result: "failure", successes: 0, failures: 1, changed: false }),
      probe(3, { result: "failure", successes: 0, failures: 2, changed: true }),
    ],
    [
      "0 web/app#1.created",
      "2 web/app#1.liveness.failure@1 failures=1",
      "3 web/app#1.liveness.failure@2 failures=2",
      "3 web/app#1.liveness=failure@1 successes=0 failures=2",
    ],
  ],
  [
    "pulls are counted by container",
    [pull(1, 2), pull(5)],
    [
      "1 web/app.pull#1.start image=app:1",
      "2 web/app.pull#1.end image=app:1",
      "5 web/app.pull#2.start image=app:1",
    ],
  ],
  [
    "sandboxes are counted from 1, as runs are",
    [sandbox(1, 0, "Ready"), sandbox(2, 0, "NotReady"), sandbox(3, 1, "Ready")],
    ["1 web.sandbox#1.ready", "2 web.sandbox#1.notReady", "3 web.sandbox#2.ready"],
  ],
  [
    "a status: what is not as before, and only what the API server stores",
    [
      pod(0, "added"),
      status(1, { phase: "Pending", containerStatuses: [], conditions: [condition("False")] }),
      status(2, { containerStatuses: [containerStatus(crashing)], sent: false }),
      status(3, { conditions: [condition("True")] }),
      status(4, { conditions: [condition("True")] }),
      status(5, {
        conditions: [condition("False", { reason: "ContainersNotReady", message: "app" })],
        containerStatuses: [containerStatus({ ...crashing, ready: false, restartCount: 1 })],
      }),
      status(6, { conditions: [condition("True")] }),
    ],
    [
      "0 web.added",
      "1 web.phase=Pending",
      "1 web.condition.Ready=False@1",
      "3 web.phase=Running",
      "3 web.condition.Ready=True@1",
      "3 web/app.state=running@1",
      "3 web/app.started=true@1",
      "3 web/app.ready=true@1",
      "5 web.condition.Ready=False:ContainersNotReady@1 message=app",
      "5 web/app.restartCount=1",
      "5 web/app.state=waiting:CrashLoopBackOff@1 message=back-off 10s",
      "5 web/app.ready=false@1",
      "6 web.condition.Ready=True@2",
      "6 web/app.restartCount=0",
      "6 web/app.state=running@2",
      "6 web/app.ready=true@2",
    ],
  ],
  [
    "Events of one text are counted, without what differs from pod to pod and from run to run",
    [
      event(1, { message: "Back-off restarting failed container app in pod web_default(web-1)" }),
      event(2, { message: "Back-off restarting failed container app in pod web_default(web-2)" }),
      event(3, { reason: "Unhealthy", container: "app", message: "Liveness probe failed: 71" }),
      event(4, {
        reason: "Pulled",
        container: "app",
        message:
          'Successfully pulled image "a" in 1.2s (3s including waiting). Image size: 5 bytes.',
      }),
    ],
    [
      "1 web.event.BackOff(Back-off restarting failed container app)@1",
      "2 web.event.BackOff(Back-off restarting failed container app)@2",
      "3 web/app.event.Unhealthy(Liveness probe failed)@1",
      '4 web/app.event.Pulled(Successfully pulled image "a". Image size: 5 bytes.)@1',
    ],
  ],
  [
    "pods of one name are counted, static pods go by the name of their file",
    [
      pod(0, "added", ofFile),
      pod(0, "added", mirror),
      run({ pod: "web-node-1", uid: "hash-1", start: 1 }),
      status(2, { ...ofFile, sent: false, containerStatuses: [] }),
      pod(3, "removed", mirror),
      pod(4, "added", { ...mirror, uid: "mirror-2" }),
      pod(5, "added", { ...ofFile, uid: "hash-2" }),
    ],
    [
      "0 web.added",
      "0 mirror(web).added",
      "1 web/app#1.created",
      "1 web/app#1.start",
      "2 web.phase=Running",
      "3 mirror(web).removed",
      "4 mirror(web)@2.added",
      "5 web@2.added",
    ],
  ],
  [
    "a namespace that is not the default, and a pod that is refused",
    [
      pod(0, "added", { namespace: "prod" }),
      [1, { type: "rejected", ...about, uid: "web-2", message: "no" }],
      pod(2, "terminating", { namespace: "prod" }),
    ],
    ["0 prod/web.added", "1 web.rejected message=no", "2 prod/web.terminating"],
  ],
  [
    "what surrounds them",
    [
      stimulus(1, "del"),
      [2, { type: "fault", id: "glitch", action: "dropEvents", phase: "end" }],
      [3, { type: "link", up: false }],
      [4, { type: "kubelet", change: "stopped" }],
      node(5, "True", { reason: "KubeletReady", message: "all is well" }),
      node(6, "True", { reason: "KubeletReady", message: "all is well" }),
    ],
    [
      "1 del action=deletePod",
      "2 glitch.end",
      "3 link=down@1",
      "4 kubelet.stopped@1",
      "5 node.condition.Ready=True:KubeletReady@1 message=all is well",
    ],
  ],
];

describe("milestones", () => {
  it.each(rows)("%s", (_, trace, expected) => {
    const found = milestones(traceOf(...trace) as readonly TraceRecord[]);
    const isOfEvent = ({ kind }: Milestone) => kind === "event";
    expect(found.map((one) => (isOfEvent(one) ? bare(one) : text(one)))).toEqual(expected);
  });

  it("names what references name as they do, and nothing twice", () => {
    const found = milestones(crashLoop());
    const keys = found.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const moments = found.filter(({ kind }) => ["start", "exit", "signal"].includes(kind));
    expect(moments.length).toBeGreaterThan(3);
    for (const { key } of moments) expect(parseMoment(key), key).toMatchObject({ kind: "run" });
  });

  it("has a line in its page for each kind", () => {
    const page = readFileSync("docs/milestones.md", "utf8");
    const source = readFileSync("src/sample/milestone.ts", "utf8");
    const kinds = [...source.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, kind = ""]) => kind);
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.filter((kind) => !page.includes(`| \`${kind}\` |`))).toEqual([]);
  });
});

function bare({ t, key }: Milestone): string {
  return `${t} ${key}`;
}

function text({ detail = {}, ...milestone }: Milestone): string {
  const fields = Object.entries(detail).map(([name, value]) => `${name}=${value}`);
  return [bare(milestone), ...fields].join(" ");
}

function crashLoop(): readonly TraceRecord[] {
  const file = "docs/examples/crash-loop.yaml";
  const documents = parseYaml({ file, text: readFileSync(file, "utf8") });
  const readFile = () => ({ unreadable: "none is named" });
  return runScenario(prepareInput(documents, { readFile })).records;
}
