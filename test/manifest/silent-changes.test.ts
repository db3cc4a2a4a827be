/**
 * Models: kubernetes/pkg/apis/core/v1/conversion.go Convert_v1_Pod_To_core_Pod;
 * kubernetes/pkg/api/pod/util.go dropDisabledFields, dropContainerRestartRules.
 */
import { describe, expect, it } from "vitest";
import { withoutDropped } from "../../src/manifest/silent-changes.ts";
import { kube, versions } from "../support/kube-run.ts";
import { load, notesOf, spoil } from "./load.ts";

const short = spoil("{seconds: 5}", "{seconds: 1}");

describe("a negative grace period", () => {
  const negative = short.replace("Seconds: 20", "Seconds: -7");

  it.each(versions)("is taken, treated as 1, and told of: %s", (kubernetes) => {
    const { pods } = load(negative, { kubernetes });
    expect(pods[0]?.pod.spec.terminationGracePeriodSeconds).toBe(1);
    expect(notesOf(negative, { kubernetes })[0]).toBe(
      "f:8:3: warning: spec.terminationGracePeriodSeconds: negative, and treated as 1 by the API" +
        " server",
    );
  });

  it("is that of a container that ignores SIGTERM", () => {
    const run = kube(`pods: {web: {terminationGracePeriodSeconds: -7}}
behaviour: {app: {sigterm: ignored}}
stimuli: [{at: 10, action: deletePod, pod: web}]`);
    // The runtime is told 2 s at least (kuberuntime_container.go minimumGracePeriodInSeconds).
    expect(run.end("app") - run.sigterm("app")).toBe(2);
  });
});

const rule = "{action: Restart, exitCodes: {operator: In, values: [1]}}";
const rules = `restartPolicy: Never
    restartPolicyRules: [${rule}]
`;
const own = spoil("  - name: side\n", `  - name: side\n    ${rules}`).replace(
  "  - name: setup\n",
  "  - name: setup\n    restartPolicy: Never\n",
);

describe("restart policies of containers", () => {
  it("are dropped by the API server of 1.34, which is told", () => {
    const [note] = notesOf(own, { kubernetes: "1.34" });
    expect(note).toContain("dropped by the API server of Kubernetes 1.34 without a word");
    expect(note).toContain("spec.containers[1].restartPolicy:");
    expect(note).toContain("found in 3 places");
    const spec = load(own, { kubernetes: "1.34" }).pods[0]?.pod.spec;
    if (spec === undefined) throw new Error("there is a pod");
    const kept = withoutDropped(spec, { kubernetes: "1.34", source: "api" });
    expect(JSON.stringify(kept)).not.toMatch(/restartPolicyRules|"restartPolicy":"Never"/);
    expect(kept.restartPolicy).toBe("Always");
    expect(kept.containers[1]).toMatchObject({ name: "side" });
  });

  it("of sidecars stay, and lose their rules alone", () => {
    const spec = {
      containers: [{ name: "a", image: "a:1", imagePullPolicy: "Always" as const }],
      initContainers: [
        {
          name: "s",
          image: "s:1",
          imagePullPolicy: "Always" as const,
          restartPolicy: "Always" as const,
          restartPolicyRules: [{ action: "Restart" as const }],
        },
      ],
      restartPolicy: "Never" as const,
      terminationGracePeriodSeconds: 30,
    };
    const kept = withoutDropped(spec, { kubernetes: "1.34", source: "api" });
    const { name, image, imagePullPolicy, restartPolicy } = spec.initContainers[0] ?? {};
    const sidecar = { name, image, imagePullPolicy, restartPolicy };
    expect(kept).toEqual({ ...spec, initContainers: [sidecar] });
  });

  it.each(["1.33", "1.35", "1.36"])("are not touched by others: %s", (kubernetes) => {
    const spec = load(own, { kubernetes: "1.36" }).pods[0]?.pod.spec;
    if (spec === undefined) throw new Error("there is a pod");
    expect(withoutDropped(spec, { kubernetes, source: "api" })).toBe(spec);
    expect(withoutDropped(spec, { kubernetes: "1.34", source: "file" })).toBe(spec);
  });

  it("have no effect in 1.34, and are not in the pod that the API server has", () => {
    const yaml = `pods: {web: {restartPolicy: Never, containers: [
  {restartPolicy: Never, restartPolicyRules: [${rule}]}]}}
behaviour: {app: {runs: [{exitAfter: 5, exitCode: 1}]}}`;
    const old = kube(yaml, { version: "1.34" });
    expect(old.lives("app")).toHaveLength(1);
    expect(old.of("pod")[0]?.spec?.containers[0]).not.toHaveProperty("restartPolicyRules");
    expect(kube(yaml, { version: "1.35" }).lives("app").length).toBeGreaterThan(1);
  });
});
