/**
 * The runtime's images: what is there, and pulls, which take their time.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto ImageService.
 */
import { describe, expect, it } from "vitest";
import { createActor, fromCallback } from "xstate";
import { imagesMachine } from "../../machines/world/images.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import {
  type BehaviourTable,
  type PullScript,
  defaultBehaviour,
} from "../../src/model/behaviour.ts";
import { Recorded } from "./recorded.ts";
import { reachable } from "./support.ts";

const replyTo = createActor(fromCallback(() => {}));
const subject = (podUid = "uid-1") => ({
  namespace: "default",
  pod: "web",
  podUid,
  container: "app",
  image: "app:1",
});
const status = { type: "image.status", call: 1, subject: subject(), replyTo };
const pull = { type: "image.pull", call: 2, subject: subject(), replyTo } as const;
const over = { type: "pull.over", pull };

function images(script?: PullScript, instance?: number): Recorded {
  const behaviour: BehaviourTable = [
    {
      pod: "web",
      container: "app",
      ...(instance === undefined ? {} : { instance }),
      behaviour: { ...defaultBehaviour, ...(script ? { pull: script } : {}) },
    },
  ];
  const input = { behaviour, instances: new PodInstances() };
  return new Recorded(imagesMachine, input, ["reply", "publish", "armPull"]);
}

function answerOf(recorded: Recorded, event: Parameters<Recorded["send"]>[0]): unknown {
  const told = recorded.send(event).find(({ type }) => type === "reply");
  return (told?.params as { readonly reply?: unknown } | undefined)?.reply;
}

describe("an image", () => {
  it("is there where no pull is told of", () => {
    expect(answerOf(images(), status)).toEqual({ type: "image.is", call: 1, present: true });
  });

  it("is not there before its pull, and stays after it, for every pod", () => {
    const recorded = images({ takesMs: 10, result: "success" });
    expect(answerOf(recorded, status)).toMatchObject({ present: false });
    recorded.send(over);
    expect(answerOf(recorded, status)).toMatchObject({ present: true });
    expect(answerOf(recorded, { ...status, subject: subject("uid-2") })).toMatchObject({
      present: true,
    });
  });
});

describe("a pull", () => {
  it("is told of, takes its time, and is answered at its end", () => {
    const recorded = images({ takesMs: 4000, result: "success" });
    const begun = recorded.send(pull);
    expect(begun.map(({ type }) => type)).toEqual(["publish", "armPull"]);
    expect(begun[0]?.params).toMatchObject({ type: "pull", uid: "uid-1", phase: "start" });
    expect(begun[1]?.params).toMatchObject({ delayMs: 4000 });
    const ended = recorded.send(over);
    expect(ended[0]?.params).toMatchObject({ phase: "end", result: "success" });
    expect(ended[1]?.params).toEqual({
      to: replyTo,
      reply: { type: "image.pulled", call: 2, tookMs: 4000 },
    });
  });

  it.each([
    ["success", "up", "image.pulled"],
    ["success", "down", "image.pulled"],
    ["failure", "up", "image.failed"],
    ["failure", "down", "image.failed"],
    ["byRegistry", "up", "image.pulled"],
    ["byRegistry", "down", "image.failed"],
  ] as const)("whose script says %s, with the registry %s: %s", (result, registry, answer) => {
    const recorded = images({ takesMs: 0, result });
    recorded.send({ type: "registry.down" });
    if (registry === "up") recorded.send({ type: "registry.up" });
    expect(answerOf(recorded, over)).toMatchObject({ type: answer, call: 2 });
  });

  it("fails with the error that the script gives", () => {
    const recorded = images({ takesMs: 0, result: "failure", output: "unauthorized" });
    expect(answerOf(recorded, over)).toMatchObject({ message: "unauthorized" });
  });

  it("is judged by the registry at its end, not at its beginning", () => {
    const recorded = images({ takesMs: 10, result: "byRegistry" });
    recorded.send(pull);
    recorded.send({ type: "registry.down" });
    expect(answerOf(recorded, over)).toMatchObject({ type: "image.failed" });
  });

  it("of an image that is there takes no time", () => {
    const [, armed] = images().send(pull);
    expect(armed?.params).toMatchObject({ delayMs: 0 });
  });

  it("follows the behaviour of the first or second pod of its name", () => {
    const recorded = images({ takesMs: 10, result: "failure" }, 2);
    expect(answerOf(recorded, over)).toMatchObject({ type: "image.pulled" });
    const second = { ...over, pull: { ...pull, subject: subject("uid-2") } };
    expect(answerOf(recorded, second)).toMatchObject({
      type: "image.failed",
      message: 'failed to pull and unpack image "app:1": failed to resolve reference',
    });
  });

  it("reaches its one state", () => {
    const input = { behaviour: [], instances: new PodInstances() };
    expect(reachable(imagesMachine, input, [])).toEqual(["serving"]);
  });
});
