/** A list that is one stop of Tab: Up and Down go from one of it to the next. */
import { useState } from "preact/hooks";

export interface Item {
  /** In small letters: an attribute of SVG has no others. */
  readonly tabindex: 0 | -1;
  readonly "data-item": true;
  readonly onFocus: () => void;
}

interface Roving {
  /** For the element around them. */
  readonly list: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocusOut: () => void;
  };
  readonly item: (index: number) => Item;
}

/** `preferred`: the one that Tab comes to, of `count` from `first` on. */
export function useRoving(count: number, preferred: number, first = 0): Roving {
  const [focused, setFocused] = useState<number>();
  const stop = Math.max(first, Math.min(first + count - 1, focused ?? preferred));
  return {
    list: { onKeyDown: move, onFocusOut: () => setFocused(undefined) },
    item: (index) => ({
      tabindex: index === stop ? 0 : -1,
      "data-item": true,
      onFocus: () => setFocused(index),
    }),
  };
}

function move(event: KeyboardEvent): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const { currentTarget: list, target } = event;
  if (by === 0 || !(list instanceof Element) || !(target instanceof Element)) return;
  const items = [...list.querySelectorAll<HTMLElement | SVGElement>("[data-item]")];
  const at = items.findIndex((item) => item === target);
  if (at < 0) return;
  event.preventDefault();
  items[at + by]?.focus();
}
