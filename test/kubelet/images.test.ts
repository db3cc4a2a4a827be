/**
 * Images on a node: pulls one after the other, what their failure holds up, and the wait after it.
 *
 * Models: kubernetes/pkg/kubelet/images/image_manager.go EnsureImageExists; puller.go
 * serialImagePuller.
 */
import { describe, expect, it } from "vitest";
import { expectWindows, expectWithin } from "../support/expect-within.ts";
import { changes, kube, since, until, versions } from "../support/kube-run.ts";

describe("an image that cannot be pulled", () => {
  const failing = (version: string, containers: string, duration = 200) =>
    kube(
      `duration: ${duration}s
pods: {web: {containers: [${containers}]}}
behaviour: {a: {pull: {takes: 1s, result: failure}}}`,
      { version },
    );
  const text = 'failed to pull and unpack image "app:1": failed to resolve reference';

  it.each(versions)("holds up its container, not the next: %s (S16)", (version) => {
    const run = failing(version, "{name: a}, {name: b}");
    expect(run.lives("a")).toEqual([]);
    expect(run.start("b")).toBe(1);
    expect(run.phases()).toEqual(["Pending"]);
    const shown = changes(run.states("a").map(({ state }) => state));
    expect(shown.slice(0, 3)).toEqual([
      "waiting ContainerCreating",
      "waiting ErrImagePull",
      "waiting ImagePullBackOff",
    ]);
  });

  it.each(versions)(
    "is asked for after 10, 20, 40 … s, and up to 16 s more: %s (§4.5)",
    (version) => {
      const run = failing(version, "{name: a}", 400);
      const pulls = run.of("pull");
      const ends = pulls.filter(({ phase }) => phase === "end").map(({ t }) => t);
      const starts = pulls.filter(({ phase }) => phase === "start").map(({ t }) => t);
      const gaps = starts.slice(1).map((t, index) => t - (ends[index] ?? NaN));
      expectWindows(gaps, [
        [10, 17],
        [20, 37],
        [40, 57],
        [80, 97],
      ]);
    },
  );

  it.each(versions)("is told of by pairs of Events: %s (§4.5, §12)", (version) => {
    const run = failing(version, "{name: a}");
    const told = run
      .of("event")
      .slice(0, 5)
      .map(({ t, eventType, reason, message }) => `${t} ${eventType} ${reason}: ${message}`);
    expect(told.slice(0, 3)).toEqual([
      '0 Normal Pulling: Pulling image "app:1"',
      `1 Warning Failed: Failed to pull image "app:1": ${text}`,
      "1 Warning Failed: Error: ErrImagePull",
    ]);
    expect(told[3]).toMatch(/^[\d.]+ Normal BackOff: Back-off pulling image "app:1"$/);
    expect(told[4]).toMatch(/^[\d.]+ Warning Failed: Error: ImagePullBackOff$/);
    const waits = run
      .statuses()
      .flatMap((status) => status.containerStatuses[0]?.state.waiting ?? []);
    expect(waits.find(({ reason }) => reason === "ImagePullBackOff")?.message).toBe(
      `Back-off pulling image "app:1": ErrImagePull: ${text}`,
    );
  });

  it.each(versions)("comes once its registry does: %s (im-01)", (version) => {
    const run = kube(
      `duration: 200s
pods: {web: {containers: [{name: a}]}}
behaviour: {a: {pull: {takes: 2s, result: byRegistry}}}
stimuli: [{at: 1, action: registryDown}, {at: 50, action: registryUp}]`,
      { version },
    );
    expectWithin(run.start("a"), [50, 100]);
    expect(run.phases()).toEqual(["Pending", "Running"]);
    expect(run.events("Pulled")[0]?.message).toBe(
      'Successfully pulled image "app:1" in 2s (2s including waiting). Image size: 0 bytes.',
    );
  });

  it.each(until("1.34"))("is not asked for later beside a crash loop: %s (row 4)", (version) => {
    expectWithin(longestPause(version), [10, 17]);
  });

  it.each(since("1.35"))("is asked for later beside a crash loop: %s (row 4)", (version) => {
    expectWithin(longestPause(version), [40, 92]);
  });

  function longestPause(version: string): number {
    const run = kube(
      `duration: 300s
pods: {web: {containers: [{name: a, image: "a:1"}, {name: b}]}}
behaviour:
  a: {pull: {takes: 0s, result: failure}}
  b: {runs: [{exitAfter: 1, exitCode: 1}]}`,
      { version },
    );
    const times = run
      .of("event")
      .filter(({ container, reason }) => container === "a" && reason !== "Failed")
      .map(({ t }) => t);
    return Math.max(...times.slice(1).map((t, index) => t - (times[index] ?? t)));
  }
});

describe("pulls", () => {
  it.each(versions)("stand in line, over all pods: %s (serializeImagePulls)", (version) => {
    const run = kube(
      `pods:
  a: {containers: [{image: "a:1"}]}
  b: {containers: [{image: "b:1"}]}
behaviour: {"*/*": {pull: {takes: 5s, result: success}}}`,
      { version },
    );
    expect([run.start("a/app"), run.start("b/app")]).toEqual([5, 10]);
    const [, second] = run.events("Pulled");
    expect(second?.message).toContain("in 5s (10s including waiting)");
  });

  it.each(["Always", "IfNotPresent"])("of an image that is there, with %s", (policy) => {
    const run = kube(
      `pods: {web: {containers: [{imagePullPolicy: ${policy}}]}}
behaviour: {app: {runs: [{exitAfter: 5, exitCode: 1}, {}], pull: {takes: 3s, result: success}}}`,
    );
    expect(run.start("app")).toBe(3);
    const pulls = run.of("pull").filter(({ phase }) => phase === "start");
    expect(pulls).toHaveLength(policy === "Always" ? 2 : 1);
  });

  it.each(versions)(
    "that are never to be made leave the container waiting: %s (§4.5)",
    (version) => {
      const run = kube(
        `pods: {web: {containers: [{imagePullPolicy: Never}]}}
behaviour: {app: {pull: {takes: 1s, result: success}}}`,
        { version },
      );
      expect(run.of("pull")).toEqual([]);
      expect(run.events("ErrImageNeverPull")[0]?.message).toBe(
        'Container image "app:1" is not present with pull policy of Never',
      );
      expect(run.states().at(-1)?.state).toBe("waiting ErrImageNeverPull");
    },
  );
});

it.each(versions)(
  "an image of no valid name is never asked for: %s (§4.5, EnsureImageExists)",
  (version) => {
    const run = kube(
      `pods: {web: {containers: [{image: "Nginx:1"}]}}
behaviour: {app: {pull: {takes: 1s, result: success}}}`,
      { version },
    );
    const why =
      'Failed to apply default image tag "Nginx:1": couldn\'t parse image name "Nginx:1": invalid' +
      " reference format: repository name (library/Nginx) must be lowercase";
    expect(run.of("pull")).toEqual([]);
    expect(run.events("InspectFailed")[0]?.message).toBe(why);
    expect(run.events("Failed")[0]?.message).toBe("Error: InvalidImageName");
    expect(run.states().at(-1)?.state).toBe("waiting InvalidImageName");
  },
);

describe("the texts of a start", () => {
  it.each([
    ["1.32", "Created container: app", "Started container app", "already present on machine"],
    ["1.34", "Created container: app", "Started container app", "already present on machine"],
    ["1.35", "Container created", "Container started", "and can be accessed by the pod"],
    ["1.36", "Container created", "Container started", "and can be accessed by the pod"],
  ])("%s: %s, %s, … %s (part 2 §16 rows 5, 6)", (version, created, started, pulled) => {
    const run = kube("pods: {web: {}}", { version });
    expect(run.events("Created")[0]?.message).toBe(created);
    expect(run.events("Started")[0]?.message).toBe(started);
    expect(run.events("Pulled")[0]?.message.endsWith(pulled)).toBe(true);
  });
});
