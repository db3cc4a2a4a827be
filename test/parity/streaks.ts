/** Of equal results of a probe, one after the other, the recordings show three. */

const shown = 3;

export class Streaks {
  readonly #streaks = new Map<string, { readonly result: string; readonly length: number }>();

  /** Whether that result is still shown; `probe` is one probe of one run of a container. */
  isShown(probe: string, result: string): boolean {
    const before = this.#streaks.get(probe);
    const length = before?.result === result ? before.length + 1 : 1;
    this.#streaks.set(probe, { result, length });
    return length <= shown;
  }
}
