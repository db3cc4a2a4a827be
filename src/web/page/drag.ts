/** A pointer that is pressed on an element and moved, or pressed and let go. */
import { useRef } from "preact/hooks";

/** Less is a hand that is not still. */
const stillPixels = 4;

export interface DragHandlers {
  /** `x`, `y` in the element; `by` how far to the right since the last call. */
  readonly onStart?: (x: number, y: number) => void;
  readonly onMove?: (x: number, by: number) => void;
  readonly onClick?: (x: number, y: number) => void;
  readonly onEnd?: () => void;
}

export function useDrag({ onStart, onMove, onClick, onEnd }: DragHandlers) {
  const held = useRef<{ startX: number; lastX: number; isMoved: boolean } | undefined>(undefined);
  const placeOf = (event: PointerEvent): readonly [number, number] => {
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      const [x, y] = placeOf(event);
      held.current = { startX: x, lastX: x, isMoved: false };
      onStart?.(x, y);
    },
    onPointerMoveCapture: (event: PointerEvent): void => {
      const { current } = held;
      if (!current) return;
      const [x] = placeOf(event);
      if (Math.abs(x - current.startX) >= stillPixels) current.isMoved = true;
      if (!current.isMoved) return;
      onMove?.(x, x - current.lastX);
      current.lastX = x;
    },
    onPointerUp: (event: PointerEvent): void => {
      const { current } = held;
      held.current = undefined;
      if (!current) return;
      if (!current.isMoved) onClick?.(...placeOf(event));
      onEnd?.();
    },
    onPointerCancel: (): void => {
      held.current = undefined;
      onEnd?.();
    },
  };
}
