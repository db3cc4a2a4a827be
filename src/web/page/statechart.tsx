/** A machine as a statechart, with the states lit that are active. */
import { useMemo } from "preact/hooks";
import type { AnyStateMachine, StateValue } from "xstate";
import { pathsOf } from "../actor-log.ts";
import {
  type ChartArrow,
  type ChartBox,
  layoutChart,
  lineHeight,
  widthOfLines,
} from "../machines/chart-layout.ts";
import { statechartOf } from "../machines/statechart.ts";
import { ArrowHead } from "./arrow-head.tsx";
import { ChartPlace } from "./chart-place.tsx";

interface Props {
  readonly machine: AnyStateMachine;
  /** Absent: it is not there. */
  readonly value: StateValue | undefined;
}

export function Statechart({ machine, value }: Props) {
  const picture = useMemo(() => layoutChart(statechartOf(machine)), [machine]);
  const { boxes, arrows, everywhere } = picture;
  const active = value === undefined ? [] : pathsOf(value);
  const isActive = (path: string): boolean =>
    active.some((each) => each === path || each.startsWith(`${path}.`));
  const name = `${machine.id}, ${active.length === 0 ? "not there" : active.join(", ")}`;
  return (
    <>
      {boxes.length > 0 && (
        <ChartPlace name={name} picture={picture} active={active}>
          <ArrowHead id="tip" />
          {boxes.map((box) => (
            <Box
              key={`${box.kind} ${box.path} ${box.x}`}
              box={box}
              isActive={box.path !== "" && isActive(box.path)}
            />
          ))}
          {arrows.map((arrow, index) => (
            <Arrow key={index} arrow={arrow} />
          ))}
        </ChartPlace>
      )}
      {everywhere.length > 0 && (
        <details class="everywhere">
          <summary>{`In several states: ${everywhere.length} more`}</summary>
          <ul>
            {everywhere.map((line) => (
              <li key={line} class="mono">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Box({ box, isActive }: { readonly box: ChartBox; readonly isActive: boolean }) {
  const { x, y, width, height, kind, title, lines } = box;
  if (kind === "start")
    return <circle class="start" cx={x + width / 2} cy={y + height / 2} r={5} />;
  return (
    <g class={`state ${kind} ${isActive ? "active" : ""}`}>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      {kind === "final" && (
        <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={6} />
      )}
      <text class="title" x={x + 10} y={y + 16}>
        {isActive ? `▶ ${title}` : title}
      </text>
      {lines.map((line, index) => (
        <text key={line} x={x + 10} y={y + 36 + index * lineHeight}>
          {line}
        </text>
      ))}
    </g>
  );
}

function Arrow({ arrow }: { readonly arrow: ChartArrow }) {
  const { points, lines, x, y } = arrow;
  const path = points
    .map((point, index) => `${index === 0 ? "M" : "L"}${point.x} ${point.y}`)
    .join("");
  const high = lines.length * lineHeight;
  const top = y - high / 2;
  const wide = lines.length === 0 ? 0 : widthOfLines(lines);
  return (
    <g class="arrow">
      <path d={path} marker-end="url(#tip)" />
      <rect class="ground" x={x - wide / 2} y={top} width={wide} height={high} />
      {lines.map((line, index) => (
        <text key={line} x={x} y={top + (index + 0.8) * lineHeight} text-anchor="middle">
          {line}
        </text>
      ))}
    </g>
  );
}
