/** The entry of the page: opens the run that is in it. */
import { render } from "preact";
import { decodeRun } from "../run-data.ts";
import { Run } from "../run.ts";
import { App } from "./app.tsx";

async function open(): Promise<void> {
  const place = document.querySelector("#page");
  const encoded = document.querySelector("#run")?.textContent;
  if (place === null || encoded === undefined) throw new Error("this page has no run in it");
  const run = new Run(await decodeRun(encoded));
  render(<App run={run} />, place);
}

void open();
