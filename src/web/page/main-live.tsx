/** The entry of the page of `relist serve`, which has the editor. */
import { render } from "preact";
import { LivePage } from "./live-page.tsx";

const place = document.querySelector("#page");
if (place === null) throw new Error("this page has no place for its content");
render(<LivePage />, place);
