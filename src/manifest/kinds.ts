/** The kinds of objects that are read here, and what other documents are. */
import type { YamlDocument } from "../yaml/document.ts";
import { isMapping } from "./cursor.ts";

/** The apiVersion of each kind that is simulated or stands for pods; its type has its name. */
export const knownKinds: ReadonlyMap<string, string> = new Map([
  ["Pod", "v1"],
  ["ReplicationController", "v1"],
  ["Deployment", "apps/v1"],
  ["ReplicaSet", "apps/v1"],
  ["StatefulSet", "apps/v1"],
  ["DaemonSet", "apps/v1"],
  ["Job", "batch/v1"],
  ["CronJob", "batch/v1"],
]);

/** Groups that had or have these kinds; elsewhere the same word is another kind. */
const homeGroups = new Set(["", "apps", "extensions", "batch"]);

export function isHomeGroup(apiVersion: string): boolean {
  const slash = apiVersion.indexOf("/");
  return homeGroups.has(slash < 0 ? "" : apiVersion.slice(0, slash));
}

/** The group of this program's own documents. */
export const ownGroup = "relist.dev";
const scenarioGroup = `${ownGroup}/`;

/** Whether the document belongs to src/scenario; a wrong version of it is for that to report. */
export function isScenario(document: YamlDocument): boolean {
  const { value } = document;
  if (!isMapping(value) || value["kind"] !== "Scenario") return false;
  return typeof value["apiVersion"] === "string" && value["apiVersion"].startsWith(scenarioGroup);
}
