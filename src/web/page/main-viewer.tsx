/** The entry of the inspector's page. */
import { render } from "preact";
import { ViewerPage } from "./viewer-page.tsx";

const place = document.querySelector("#page");
if (place === null) throw new Error("this page has no place for its content");
render(<ViewerPage />, place);
