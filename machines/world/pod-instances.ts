/** Which pod of a name a UID is: the first, the second … in the order in which they were seen. */
import { displayName } from "../../src/model/container-key.ts";

export class PodInstances {
  readonly #uids = new Map<string, string[]>();

  /** 1 for the first pod of that name. */
  of(namespace: string, pod: string, podUid: string): number {
    const name = displayName(namespace, pod);
    const uids = this.#uids.get(name);
    if (uids === undefined) {
      this.#uids.set(name, [podUid]);
      return 1;
    }
    const known = uids.indexOf(podUid);
    return known >= 0 ? known + 1 : uids.push(podUid);
  }
}
