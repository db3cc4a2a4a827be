/** What is done to the world: the `stimuli`, one schema for each action. */
import { z } from "zod";
import { isStimulusId, stimulusIdPattern } from "./reference.ts";
import { ofTheKey } from "./issues.ts";
import { parseVersion, versionExpected, versionPattern } from "./kubernetes-version.ts";
import { probeAnswer } from "./schema-behaviour.ts";
import { latencyChangeSchema } from "./schema-latency.ts";
import {
  containerReferences,
  count,
  duration,
  exitCode,
  moment,
  namePatterns,
  oneOrMore,
  podReference,
  podReferences,
  runReferences,
  strict,
  text,
  whole,
} from "./schema-parts.ts";
import { parseFields } from "./state-path.ts";

const idExpected =
  "a name of letters, digits, - and _ that is neither t0 nor end and ends in no offset (-5s)";

const common = {
  id: text(idExpected, (id) => (isStimulusId(id) ? id : undefined), stimulusIdPattern)
    .describe("A name that references can use.")
    .optional(),
  at: moment.describe("When: seconds or a duration since t0, or a moment such as app#1.start+29s."),
};

function stimulus<Action extends string, Shape extends z.core.$ZodLooseShape>(
  action: Action,
  description: string,
  shape: Shape,
) {
  return strict({ action: z.literal(action).describe(description), ...common, ...shape });
}

/** One change of an object: the steps to a field, and its new value. */
export interface FieldChange {
  readonly path: string;
  readonly fields: readonly (string | number)[];
  readonly value: unknown;
}

const set = z
  .record(z.string(), z.unknown())
  .transform((changes, context) => {
    const result: FieldChange[] = [];
    for (const [path, value] of Object.entries(changes)) {
      const fields = parseFields(path);
      if (fields) result.push({ path, fields, value });
      else {
        const message = 'a path such as spec.containers[0].image or metadata.labels["a.b/c"]';
        context.issues.push({
          code: "custom",
          message,
          input: path,
          path: [path],
          params: ofTheKey,
        });
      }
    }
    return result;
  })
  .describe(
    "What is changed: the path of each field, and its new value; null takes it away. Of a pod's " +
      "status only a condition of others: status.conditions[0], which takes the place of the one " +
      "of its type.",
  );

const container = strict({
  name: z.string().min(1).describe("The container's name."),
  image: z.string().describe("Its image.").optional(),
  targetContainerName: z.string().describe("The container whose processes it sees.").optional(),
});

/** Of the type of a container that is written out, so that both are read alike. */
function containerNamed(name: string): z.output<typeof container> {
  return { name };
}

const podStimuli = [
  stimulus("deletePod", "Deletes pods through the API.", {
    pod: podReferences.describe("The pod's name, or a list; mirror(web) is a static pod's mirror."),
    graceSeconds: count.describe("Seconds of grace. Absent: the pod's own.").optional(),
    force: z
      .boolean()
      .describe("Removes the object without waiting. Default: false.")
      .default(false),
  }),
  stimulus("createPod", "Creates a pod of the manifests through the API.", {
    pod: podReferences.describe("The manifest's name, or a list. Such a pod is not there at t0."),
  }),
  stimulus("createPods", "Creates many pods from one manifest, called template-1, template-2 …", {
    template: podReference.describe("The manifest's name."),
    count: whole.min(1).describe("How many, 1 or more."),
  }),
  stimulus("addEphemeral", "Adds an ephemeral container to running pods.", {
    pod: podReferences.describe("The pod's name, or a list."),
    container: container.describe("The ephemeral container."),
  }),
  stimulus("killSandbox", "Kills the pause process of pods, and nothing else of them.", {
    pod: podReferences.describe("The pod's name, or a list."),
  }),
  stimulus("updateObject", "Changes an object through the API.", {
    pod: podReferences.describe("The pod's name, or a list; or say deployment.").optional(),
    deployment: oneOrMore(z.string(), "a Deployment's name")
      .describe("The Deployment's name, or a list.")
      .optional(),
    set,
  }),
  stimulus("deleteObject", "Deletes an object through the API.", {
    kind: z.string().describe("Its kind, such as Deployment."),
    name: z.string().describe("Its name."),
  }),
] as const;

const fileStimuli = [
  stimulus("writeFile", "Writes a file of the static pod folder.", {
    path: z.string().min(1).describe("The file's path in that folder."),
    content: z.string().describe("The name of a manifest, or the text itself.").optional(),
    set: set.optional(),
  }),
  stimulus("removeFile", "Removes a file of the static pod folder.", {
    path: z.string().min(1).describe("The file's path in that folder."),
  }),
] as const;

const containerStimuli = [
  stimulus("killContainer", "The process of a container falls.", {
    of: runReferences.describe("The run, such as app#1, or a list."),
    exitCode: exitCode.describe("The code it leaves, 0 to 255. Default: 137.").default(137),
  }),
  stimulus("removeContainer", "Takes containers away behind the kubelet's back.", {
    of: runReferences.describe("The run, such as app#1, or a list."),
  }),
  stimulus("setProbe", "A probe of a container finds something else from now on.", {
    of: containerReferences.describe("The container, such as app or web/app, or a list."),
    probe: z.enum(["liveness", "readiness", "startup"]).describe("Which of its probes."),
    ...probeAnswer,
    for: duration
      .describe("How long; then it finds what it would have found. Absent: to the end.")
      .optional(),
  }),
  stimulus("addContainer", "Puts a stray container straight into the runtime.", {
    pod: podReference.describe("The pod it says it belongs to; no manifest need have that name."),
    container: z
      .union([z.string().min(1).transform(containerNamed), container], {
        error: "a name, or an object {name, image}",
      })
      .describe("The container's name, or an object {name, image}."),
  }),
] as const;

const nodeStimuli = [
  stimulus("apiDown", "Cuts the link between kubelet and API server.", {}),
  stimulus("apiUp", "Restores that link.", {}),
  stimulus("kubeletStop", "Stops the kubelet: its memory is lost, containers live on.", {}),
  stimulus("kubeletStart", "Starts it again.", {}),
  stimulus("kubeletRestart", "Stops the kubelet and starts it again.", {
    downFor: duration.describe("How long it is away. Default: 0s.").prefault("0s"),
  }),
  stimulus("kubeletUpgrade", "Stops the kubelet and starts one of another version in its place.", {
    to: text(versionExpected, parseVersion, versionPattern).describe(
      "The minor of the new one, older or newer, in quotes: relist versions shows them.",
    ),
    downFor: duration.describe("How long no kubelet runs. Default: 0s.").prefault("0s"),
  }),
  stimulus("nodeDown", "The node goes down: every container is gone.", {}),
  stimulus("nodeUp", "The node comes up again.", {}),
  stimulus("runtimeDown", "The container runtime stops: its calls fail, containers live on.", {}),
  stimulus("runtimeUp", "It is back.", {}),
  stimulus("registryDown", "Pulls with the result byRegistry fail from now on.", {}),
  stimulus("registryUp", "They succeed again.", {}),
] as const;

/** The runtime's own events; the kubelet's stream has some of them, and PodSync. */
const faultEvents = [
  "ContainerCreated",
  "ContainerStarted",
  "ContainerDied",
  "ContainerRemoved",
  "SandboxCreated",
  "SandboxStarted",
  "SandboxStopped",
  "SandboxRemoved",
  "PodSync",
] as const;

const eventFault = {
  stream: z
    .enum(["runtime", "pleg"])
    .describe("runtime: the runtime's own events; pleg: the kubelet's. Default: runtime.")
    .default("runtime"),
  pod: namePatterns
    .describe("Of these pods only: a name, a pattern (web-*), or a list. Absent: of all.")
    .optional(),
  container: namePatterns
    .describe("Of these containers only, and not of sandboxes. Absent: of both.")
    .optional(),
  event: oneOrMore(z.enum(faultEvents), "the name of an event")
    .describe("These events only: the Event of the trace's runtimeEvent. Absent: all.")
    .optional(),
  for: duration.describe("How long the fault lasts. Absent: to the end.").optional(),
  nth: whole
    .min(1)
    .describe("Only the event that is so many-th, from 1, of those that fit since it began.")
    .optional(),
  probability: z
    .number()
    .min(0)
    .max(1)
    .describe("The chance of each event to be hit, 0 to 1. Default: 1.")
    .default(1),
};

const faultStimuli = [
  stimulus("dropEvents", "Events are lost.", eventFault),
  stimulus("delayEvents", "Events come late.", {
    ...eventFault,
    by: duration.describe("How late."),
  }),
  stimulus("duplicateEvents", "Events come twice.", {
    ...eventFault,
    by: duration.describe("How long after the first the second comes. Default: 0s.").prefault("0s"),
  }),
  stimulus("reorderEvents", "Events overtake each other.", {
    ...eventFault,
    by: duration.describe("How late an event may come at most."),
  }),
  stimulus("breakEvents", "The runtime's stream of events ends; the kubelet opens another.", {
    refused: count
      .describe("So many of those that it opens then end at once, too. Default: 0.")
      .default(0),
  }),
  stimulus("listHangs", "The runtime's list call does not answer.", {
    until: moment.describe("Until when. Default: end.").prefault("end"),
  }),
  stimulus("listFails", "The runtime's list call fails.", {
    until: moment.describe("Until when. Default: end.").prefault("end"),
  }),
  stimulus("delayStatus", "The runtime answers about a pod late.", {
    pod: podReferences.describe("The pod's name, or a list."),
    by: duration.describe("How late."),
  }),
  stimulus("setLatency", "The runtime's calls take another time from now on.", {
    latency: latencyChangeSchema,
  }),
] as const;

export const stimulusSchema = z.discriminatedUnion("action", [
  ...podStimuli,
  ...fileStimuli,
  ...containerStimuli,
  ...nodeStimuli,
  ...faultStimuli,
]);

export type StimulusInput = z.output<typeof stimulusSchema>;
export type StimulusAction = StimulusInput["action"];
