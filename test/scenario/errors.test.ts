/**
 * Every error text with its place. `errors.txt` has parts of a `spec`, `----`, and what is said of
 * them; `vitest -u` writes it anew. The one pod, web, has the containers app and sidecar.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorsOf, scenarioYaml } from "./scenario-text.ts";

const transcript = readFileSync(new URL("errors.txt", import.meta.url), "utf8");

it("says what is wrong, where, and what to do", async () => {
  const blocks = transcript.trimEnd().split("\n\n");
  const rendered = blocks.map((block) => {
    const [input = ""] = block.split(/^----$/m);
    const spec = input.replaceAll(/^#.*\n/gm, "").trimEnd();
    const errors = errorsOf(scenarioYaml(spec));
    return `${input}----\n${errors.join("\n") || "no error"}\n`;
  });
  await expect(rendered.join("\n")).toMatchFileSnapshot("errors.txt");
});
