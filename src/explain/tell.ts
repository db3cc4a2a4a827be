/** What is told of one record, by its type. */
import type { TraceRecord } from "../model/trace.ts";
import type { Story } from "./story.ts";
import { tellContainer, tellSandbox } from "./tell-container.ts";
import { tellKubelet, tellLink, tellPodObject, tellRest, tellStimulus } from "./tell-object.ts";
import { tellProbe, tellPull } from "./tell-probe.ts";
import { tellCondition, tellEvent, tellEventObject, tellNode, tellStatus } from "./tell-status.ts";
import { tellHook, tellSignal } from "./tell-stop.ts";
import { tellPodSync } from "./tell-sync.ts";
import { tellNotification, tellSource, tellSync } from "./tell-textbook.ts";
import type { Told } from "./told.ts";

/** `effect`: the record that followed from it, where one is asked about. */
export function tell(story: Story, record: TraceRecord, effect?: TraceRecord): Told {
  switch (record.type) {
    case "container":
      return tellContainer(story, record);
    case "sandbox":
      return tellSandbox(story, record);
    case "signal":
      return tellSignal(story, record);
    case "hook":
      return tellHook(story, record);
    case "probe":
      return tellProbe(story, record);
    case "pull":
      return tellPull(story, record);
    case "status":
      return tellStatus(story, record);
    case "condition":
      return tellCondition(story, record);
    case "event":
      return tellEvent(story, record);
    case "eventObject":
      return tellEventObject(story, record);
    case "node":
      return tellNode(story, record);
    case "pod":
      return tellPodObject(story, record);
    case "kubelet":
      return tellKubelet(story, record, effect);
    case "link":
      return tellLink(record);
    case "stimulus":
      return tellStimulus(story, record);
    case "sync":
      if (record.uid === undefined) return tellSync(story, record, effect);
      return tellPodSync(story, record, effect);
    case "source":
      return tellSource(record);
    case "runtimeEvent":
    case "plegEvent":
      return tellNotification(story, record);
    default:
      return tellRest(story, record);
  }
}
