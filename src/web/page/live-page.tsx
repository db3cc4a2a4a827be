/** The page of `relist serve`: the app around a run that goes on. */
import { App } from "./app.tsx";
import { EditView } from "./edit-view.tsx";
import { useLive } from "./live.ts";
import { ManifestDialog } from "./manifest-dialog.tsx";

export function LivePage() {
  const { runs, live, isConnected } = useLive();
  if (runs === undefined || live === undefined) {
    const text = isConnected ? "reading the run …" : "connecting to relist serve …";
    return <p class="loading">{text}</p>;
  }
  return <App runs={runs} live={live} editor={EditView} manifestEditor={ManifestDialog} />;
}
