/** `relist/files`, the entry of Node programs: what is in files, as input of the library. */
export { readFiles } from "./read-files.ts";
