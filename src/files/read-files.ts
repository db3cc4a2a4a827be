/** Reads manifests and scenarios from files, as the commands do with their operands. */
import type { InputFiles } from "../library/inputs.ts";
import { type FileReader, collectFiles } from "../manifest/files.ts";
import { InputError } from "../model/diagnostic.ts";
import type { ReadFile } from "../scenario/load.ts";
import { TotalLimit } from "../yaml/total-limit.ts";
import { hostFiles, namedFiles } from "./host-files.ts";

/**
 * Files, folders, and `-` for standard input. Of a folder it takes YAML and JSON, and not what is
 * in folders of it. Throws an `InputError` where one cannot be read, or all together are too large.
 *
 * @example
 * import { simulate } from "relist";
 * import { readFiles } from "relist/files";
 *
 * const node = simulate(readFiles("web.yaml")).advance("1m");
 * console.log(node.pods().map(({ metadata }) => metadata.name)); // [ 'web' ]
 */
export function readFiles(
  paths: string | readonly string[],
  files: FileReader = hostFiles,
): InputFiles {
  const total = new TotalLimit();
  const read = (path: string): string => total.read(path, () => files.read(path));
  const list = typeof paths === "string" ? [paths] : paths;
  const { sources, diagnostics } = collectFiles(list, { ...files, read });
  if (total.over) throw new InputError([total.over]);
  return { sources, diagnostics, readFile: countedIn(total, namedFiles({ ...files, read })) };
}

/** What a scenario names counts like what the call names. */
function countedIn(total: TotalLimit, readNamed: ReadFile): ReadFile {
  return (path) => {
    const source = readNamed(path);
    if (total.over) throw new InputError([total.over]);
    return source;
  };
}
