/** The models of the kubelet, by the names that files and flags give them. */

/** The first is the default. */
export const modelNames = ["kubernetes", "textbook"] as const;

export type ModelName = (typeof modelNames)[number];

export const defaultModelName: ModelName = modelNames[0];
