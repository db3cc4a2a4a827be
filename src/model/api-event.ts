/** An Event object of the API, as the kubelet's recorder sends it and the API server stores it. */

export interface InvolvedObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Such as `spec.containers{app}`. */
  readonly fieldPath?: string;
}

export interface ApiEvent {
  /** Unique in its namespace: an occurrence with the name of one that is stored updates it. */
  readonly name: string;
  readonly about: InvolvedObject;
  readonly eventType: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  /** Of the first occurrence and of this one, in virtual milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
}
