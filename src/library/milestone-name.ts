/** Milestones by what a person calls them: the key, or as much of it as tells it from others. */
import type { Milestone } from "../sample/milestone.ts";

/** The pod in front may be left out, and the `@1` of a first time at the end. */
export function isMilestone({ key }: Pick<Milestone, "key">, name: string): boolean {
  return [key, key.replace(/@1$/, "")].some((own) => own === name || own.endsWith(`/${name}`));
}
