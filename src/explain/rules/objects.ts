/** Why pods come, change and go, in the API and in the folder of static pods. */
import type { Rules } from "../rule.ts";

export const objectRules = {
  "pod/deleted": {
    says: "The API server marks a pod that is deleted, and its kubelet stops it",
    file: "apiserver/pkg/registry/rest/delete.go",
    symbol: "BeforeDelete",
  },
  "pod/deletedAgain": {
    says: "A pod that is deleted once more is given the shorter grace of the two",
    file: "apiserver/pkg/registry/rest/delete.go",
    symbol: "BeforeDelete",
    rows: [31],
  },
  "pod/updated": {
    says: "A kubelet takes up what is changed in its pods as the API server tells of it",
    file: "kubelet.go",
    symbol: "HandlePodUpdates",
  },
  "pod/created": {
    says: "A kubelet takes up the pods that are bound to its node as the API server tells of them",
    file: "kubelet.go",
    symbol: "HandlePodAdditions",
  },
  "pod/finished": {
    says: "The kubelet deletes the object when all of the pod has ended and that was reported",
    file: "status/status_manager.go",
    symbol: "canBeDeleted",
  },
  "pod/removed": {
    says: "The object goes when its grace is 0, unless finalizers hold it",
    file: "apiserver/pkg/registry/rest/delete.go",
    symbol: "BeforeDelete",
  },
  "pod/evicted": {
    says: "A pod on a tainted node is deleted when its toleration of the taint is over",
    file: "pkg/controller/tainteviction/taint_eviction.go",
    symbol: "",
  },
  "pod/mirror": {
    says: "A static pod is shown in the API by a mirror, which the kubelet makes and removes",
    file: "pod/mirror_client.go",
    symbol: "",
  },
  "pod/file": {
    says: "The kubelet watches the folder of static pods, and reads it every 20 s besides",
    file: "config/file.go",
    symbol: "sourceFile",
    rows: [13],
  },
  "pod/replaced": {
    says:
      "Every file of the folder whose name does not begin with a dot is a manifest; of one pod " +
      "name the file that was read last holds, and another path or content is another UID",
    file: "config/file.go",
    symbol: "extractFromDir",
    rows: [13],
  },
  "pod/forgotten": {
    says: "A kubelet stops what its sources declare no more when it next hears from them",
    file: "config/config.go",
    symbol: "podStorage.merge",
  },
  "kubelet/knows": {
    says: "A kubelet that starts takes up the pods that its sources declare",
    file: "kubelet.go",
    symbol: "HandlePodAdditions",
  },
  "link/knows": {
    says: "A kubelet that reaches the API server again takes up what was declared meanwhile",
    file: "config/config.go",
    symbol: "podStorage.merge",
  },
} as const satisfies Rules;
