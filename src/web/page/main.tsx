/** The entry of the page: opens the run that is in it. */
import { render } from "preact";
import { prepareTexts } from "../../scenario/input-texts.ts";
import { decodeRun } from "../run-data.ts";
import { Run } from "../run.ts";
import { App } from "./app.tsx";
import { LivePage } from "./live-page.tsx";

async function open(): Promise<void> {
  const place = document.querySelector("#page");
  const encoded = document.querySelector("#run")?.textContent;
  if (place === null) throw new Error("this page has no place for its content");
  if (encoded === undefined) return render(<LivePage />, place);
  const { texts, records } = await decodeRun(encoded);
  render(<App run={new Run(prepareTexts(texts), records)} />, place);
}

void open();
