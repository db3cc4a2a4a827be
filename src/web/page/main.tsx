/** The entry of the page: opens the run that is in it, or the two. */
import { render } from "preact";
import { decodeRun, inputOf } from "../run-data.ts";
import { Run } from "../run.ts";
import { App } from "./app.tsx";
import { LivePage } from "./live-page.tsx";

async function open(): Promise<void> {
  const place = document.querySelector("#page");
  const encoded = document.querySelector("#run")?.textContent;
  if (place === null) throw new Error("this page has no place for its content");
  if (encoded === undefined) return render(<LivePage />, place);
  const { texts, traces } = await decodeRun(encoded);
  const [first, ...others] = traces.map(
    ({ observe, records }) => new Run(inputOf(texts, observe), records),
  );
  if (first === undefined) throw new Error("this page has no run");
  render(<App runs={[first, ...others]} />, place);
}

void open();
