/** The entry of a report: opens the run that is in it, or those. */
import { render } from "preact";
import { decodeRun, inputOf } from "../run-data.ts";
import { Run } from "../run.ts";
import { App } from "./app.tsx";

async function open(): Promise<void> {
  const place = document.querySelector("#page");
  const encoded = document.querySelector("#run")?.textContent;
  if (place === null || encoded === undefined) throw new Error("this page has no run in it");
  const { texts, traces } = await decodeRun(encoded);
  const [first, ...others] = traces.map(
    ({ observe, records }) => new Run(inputOf(texts, observe), records),
  );
  if (first === undefined) throw new Error("this page has no run");
  render(<App runs={[first, ...others]} />, place);
}

void open();
