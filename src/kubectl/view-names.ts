/** What can be asked for; apart from the printing, so that a help text need not load that. */

/** `pods`: `get pods`; `status`: the whole object, as `get pod -o yaml` shows it. */
export const kubectlViews = ["pods", "events", "describe", "status"] as const;

export type KubectlView = (typeof kubectlViews)[number];
