/** Collects the errors of all documents, so that a user sees them at once, up to a limit. */
import { InputError, formatDiagnostic } from "../model/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";

/** With the API server's own words for it, where they are known. */
export interface LoadError extends Diagnostic {
  readonly upstream?: readonly string[];
}

/** So many times the limit is kept, since the first ones in the text are not the first found. */
const reserve = 2;

export class ErrorList {
  readonly #errors: LoadError[] = [];
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** `make` is not called for what would not be shown: to find the place of an error is work. */
  add(make: () => LoadError): void {
    this.#count += 1;
    if (this.#count <= this.#max * reserve) this.#errors.push(make());
  }

  /** All that are kept, in the order of the text. */
  get found(): readonly Diagnostic[] {
    return inOrder(this.#errors).map(({ upstream: _, ...error }): Diagnostic => error);
  }

  /** As the API server tells them: in its words, or in ours where those are not known. */
  get refusals(): readonly string[] {
    return inOrder(this.#errors).flatMap(({ upstream, position: _, ...error }) => {
      return upstream ?? formatDiagnostic(error).replace("error: ", "");
    });
  }

  throwIfAny(): void {
    if (this.#count === 0) return;
    const shown = this.found.slice(0, this.#max);
    const hidden = this.#count - shown.length;
    if (hidden === 0) throw new InputError(shown);
    const message = `there are ${hidden} more errors that are not shown`;
    throw new InputError([...shown, { severity: "error", message, fix: "correct these first" }]);
  }
}

/** In the order of the files, then of the text: rules over several fields come late. */
function inOrder(errors: readonly LoadError[]): readonly LoadError[] {
  const files = new Map<string, number>();
  for (const { position } of errors) {
    if (position && !files.has(position.file)) files.set(position.file, files.size);
  }
  const keysOf = ({ position }: Diagnostic) => [
    files.get(position?.file ?? "") ?? files.size,
    position?.line ?? 0,
    position?.column ?? 0,
  ];
  return errors.toSorted((a, b) => {
    const [left, right] = [keysOf(a), keysOf(b)];
    const at = left.findIndex((key, index) => key !== right[index]);
    return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
  });
}
