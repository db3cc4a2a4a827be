/**
 * An age as kubectl shows it.
 *
 * Models: kubernetes/staging/src/k8s.io/apimachinery/pkg/util/duration/duration.go HumanDuration.
 */

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayHours = 24;
const yearHours = 365 * dayHours;

/** What is more than a second in the future has no age. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / secondMs);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 10) return twoUnits(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(ms / hourMs);
  if (hours < 8) return twoUnits(hours, "h", minutes % 60, "m");
  if (hours < 2 * dayHours) return `${hours}h`;
  const days = Math.floor(hours / dayHours);
  if (hours < 8 * dayHours) return twoUnits(days, "d", hours % dayHours, "h");
  if (hours < 2 * yearHours) return `${days}d`;
  const years = Math.floor(hours / yearHours);
  return hours < 8 * yearHours ? twoUnits(years, "y", days % 365, "d") : `${years}y`;
}

function twoUnits(whole: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${whole}${unit}` : `${whole}${unit}${rest}${restUnit}`;
}
