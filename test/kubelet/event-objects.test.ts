/**
 * Events as the API server stores them: folded, counted and filtered by the kubelet's recorder, and
 * tried again while the link is down.
 *
 * Models: client-go/tools/record/event.go recordToSink; recorded run api-events (B26).
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube } from "../support/kube-run.ts";

type Objects = ReturnType<typeof objectsOf>;

/** As they stand at the end, by name. */
function objectsOf(run: KubeRun) {
  const told = run.of("eventObject");
  const last = new Map(told.map((record) => [record.name, record]));
  return [...last.values()].filter(({ change }) => change !== "removed");
}

const countsOf = (objects: Objects, reason: string): readonly number[] =>
  objects.filter((object) => object.reason === reason).map(({ count }) => count);

const unhealthy = (output: string, more = ""): string =>
  [
    "pods: {web: {containers: [{readinessProbe: {exec: {command: [check]}, periodSeconds: 2}}]}}",
    `behaviour: {app: {probes: {readiness: [{result: failure, output: ${output}}]}}}`,
    more,
  ].join("\n");

describe("an Event of the kubelet", () => {
  it("is one object however often it occurs, until the filter of spam takes it (B26)", () => {
    const run = kube(`duration: 299s\n${unhealthy("same")}`);
    expect(run.events("Unhealthy").length).toBeGreaterThan(140);
    expect(countsOf(objectsOf(run), "Unhealthy")).toEqual([25]);
  });

  it("is counted while it is filtered: the next one shows it (B26)", () => {
    const run = kube(`duration: 330s\n${unhealthy("same")}`);
    const [count = 0] = countsOf(objectsOf(run), "Unhealthy");
    expectWithin(count, [150, 160]);
    const written = run.of("eventObject").filter(({ reason }) => reason === "Unhealthy");
    expect(written).toHaveLength(26);
    expect(new Set(written.map(({ resourceVersion }) => resourceVersion)).size).toBe(26);
  });

  it("is folded where only its text differs: nine, and one for the rest (B26)", () => {
    const run = kube(`duration: 200s\n${unhealthy("unique")}`);
    const objects = objectsOf(run).filter(({ reason }) => reason === "Unhealthy");
    const folded = objects.filter(({ message }) =>
      message.startsWith("(combined from similar events): "),
    );
    expect(folded.map(({ count }) => count)).toEqual([16]);
    expect(countsOf(objects, "Unhealthy")).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 16]);
  });

  it("has the times of its first and its last occurrence", () => {
    const run = kube(`duration: 30s\n${unhealthy("same")}`);
    const object = objectsOf(run).find(({ reason }) => reason === "Unhealthy");
    const occurred = run.events("Unhealthy").map(({ t }) => t);
    expectWithin((occurred[0] ?? NaN) - (object?.firstTimestamp ?? NaN), [0, 1]);
    expectWithin((occurred.at(-1) ?? NaN) - (object?.lastTimestamp ?? NaN), [0, 1]);
  });

  it("is made anew by a kubelet that was started again", () => {
    const restart = "stimuli: [{at: 20, action: kubeletRestart, downFor: 1s}]";
    const run = kube(`duration: 40s\n${unhealthy("same", restart)}`);
    expect(countsOf(objectsOf(run), "Unhealthy")).toHaveLength(2);
  });

  it("of a static pod is about the pod in the file, not about its mirror", () => {
    const content =
      '{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "a:1"}]}}';
    const run = kube(
      `stimuli: [{at: 1, action: writeFile, path: w.yaml, content: ${JSON.stringify(content)}}]`,
    );
    const [container] = run.of("container");
    const objects = objectsOf(run);
    expect(objects.map(({ reason }) => reason)).toEqual(["Pulled", "Created", "Started"]);
    expect(new Set(objects.map(({ uid }) => uid))).toEqual(new Set([container?.uid]));
  });

  it("is gone an hour after it was written last", () => {
    const run = kube("duration: 3700s\npods: {web: {}}");
    const gone = run.of("eventObject").filter(({ change }) => change === "removed");
    expect(gone.map(({ reason }) => reason)).toEqual(["Pulled", "Created", "Started"]);
    const written = new Map(
      run
        .of("eventObject")
        .flatMap(({ change, name, t }) => (change === "added" ? [[name, t]] : [])),
    );
    for (const { name, t } of gone) expect(t - (written.get(name) ?? NaN)).toBe(3600);
  });
});

describe("while the link is down", () => {
  const outage = (seconds: number): KubeRun =>
    kube(`duration: 400s
pods: {web: {}}
stimuli:
- {id: cut, at: 10, action: apiDown}
- {at: 20, action: killContainer, of: app#1}
- {at: cut+${seconds}s, action: apiUp}`);

  it("Events wait, in their order, and are tried every ten seconds", () => {
    const run = outage(60);
    const late = run.of("eventObject").filter(({ t }) => t > 20);
    expect(late.map(({ reason }) => reason)).toEqual(["Pulled", "Created", "Started"]);
    expectWithin(late[0]?.t ?? NaN, [70, 80]);
    // They tell when it happened, not when it was told.
    for (const { lastTimestamp } of late) expectWithin(lastTimestamp, [19, 23]);
  });

  it("the first is lost after a dozen tries, and those behind it are not", () => {
    const run = outage(160);
    const late = run.of("eventObject").filter(({ t }) => t > 20);
    expect(late.map(({ reason }) => reason)).toEqual(["Created", "Started"]);
  });
});
