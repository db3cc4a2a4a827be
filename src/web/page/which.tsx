/** Of several kubelets, the one whose records, causes and numbers are shown. */
import type { Stage } from "./stage.ts";

export function Which({ pair, place, lookAt }: Stage) {
  if (pair === undefined) return null;
  return (
    <div class="group" role="group" aria-label="Kubelet">
      {pair.names.map((name, side) => (
        <button
          key={name}
          type="button"
          aria-pressed={place.side === side}
          title={`Records and causes of the kubelet that observes by ${name}`}
          onClick={() => lookAt(side)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
