/**
 * Text in columns, as kubectl aligns it: cells end with a tab, and a column is as wide as the
 * widest of its cells in lines that follow each other.
 *
 * Models: Go text/tabwriter/writer.go Writer.format; kubernetes
 * staging/src/k8s.io/cli-runtime/pkg/printers/tabwriter.go GetNewTabWriter (RememberWidths).
 */

export interface TabOptions {
  /** Of each column, with its padding. */
  readonly minWidth: number;
  readonly padding: number;
}

/** Of the tables of `kubectl get` and `kubectl events`. */
export const tableTabs: TabOptions = { minWidth: 6, padding: 3 };
/** Of `kubectl describe`. */
export const describeTabs: TabOptions = { minWidth: 0, padding: 2 };

type Cells = readonly string[];

export class TabWriter {
  readonly #options: TabOptions;
  /** Of a writer that is written to again: no column becomes narrower than it was. */
  readonly #widest: number[] | undefined;

  constructor(options: TabOptions, { remembers = false }: { readonly remembers?: boolean } = {}) {
    this.#options = options;
    this.#widest = remembers ? [] : undefined;
  }

  /** The lines in columns. Each call is a flush: its lines are aligned among themselves. */
  write(lines: readonly string[]): string {
    const out: string[] = [];
    this.#format(
      lines.map((line) => line.split("\t")),
      [],
      out,
    );
    return out.map((line) => `${line}\n`).join("");
  }

  #format(lines: readonly Cells[], widths: readonly number[], out: string[]): void {
    const column = widths.length;
    let from = 0;
    for (let at = 0; at < lines.length; at += 1) {
      if (!isInColumn(lines[at], column)) continue;
      for (const line of lines.slice(from, at)) out.push(padded(line, widths));
      let end = at;
      while (isInColumn(lines[end], column)) end += 1;
      const block = lines.slice(at, end);
      this.#format(block, [...widths, this.#width(block, column)], out);
      from = end;
      at = end - 1;
    }
    for (const line of lines.slice(from)) out.push(padded(line, widths));
  }

  #width(block: readonly Cells[], column: number): number {
    const { minWidth, padding } = this.#options;
    const needed = block.reduce(
      (width, cells) => Math.max(width, characters(cells[column] ?? "") + padding),
      minWidth,
    );
    const width = Math.max(needed, this.#widest?.[column] ?? 0);
    if (this.#widest) this.#widest[column] = width;
    return width;
  }
}

/** The last cell of a line ends with no tab, and is in no column. */
function isInColumn(cells: Cells | undefined, column: number): boolean {
  return cells !== undefined && column < cells.length - 1;
}

function padded(cells: Cells, widths: readonly number[]): string {
  return cells
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - characters(cell))))
    .join("");
}

function characters(text: string): number {
  return [...text].length;
}
