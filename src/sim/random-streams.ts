/** Chance from one seed, in named streams, so that a new consumer does not shift the others. */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

export interface RandomStream {
  /** In [0, 1). */
  float(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
}

/** FNV-1a over the UTF-16 units, 32 bits: enough to keep a few dozen names apart. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

export class RandomStreams {
  readonly #seed: number;
  readonly #streams = new Map<string, RandomStream>();

  /** Any whole number. */
  constructor(seed: number) {
    if (!Number.isSafeInteger(seed)) {
      throw new RangeError(`a seed must be a whole number, got ${seed}`);
    }
    this.#seed = seed;
  }

  /** The stream of that name; asking twice gives the same stream, further on. */
  stream(name: string): RandomStream {
    const known = this.#streams.get(name);
    if (known) return known;
    const generator = xoroshiro128plus(hash32(`${this.#seed}/${name}`));
    const stream: RandomStream = {
      float: () => uniformFloat64(generator),
      integer: (min, max) => uniformInt(generator, min, max),
    };
    this.#streams.set(name, stream);
    return stream;
  }
}
