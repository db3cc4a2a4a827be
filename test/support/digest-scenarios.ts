/** A process that plays the files it is given, one after the other, and prints their digests. */
import { digestOf, play, readScenario } from "./scenario-files.ts";

const digests = process.argv.slice(2).map((file) => {
  const input = readScenario(file);
  if (input === undefined) throw new Error(`${file} cannot be played`);
  return [file, digestOf(play(input))];
});
process.stdout.write(JSON.stringify(Object.fromEntries(digests)));
