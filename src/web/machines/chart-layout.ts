/**
 * Where the states and arrows of a statechart stand in its picture. Dagre lays it out; states that
 * hold others are frames around them, and an arrow to or from a frame ends at the state in it that
 * is entered first.
 */
import * as dagre from "@dagrejs/dagre";
import { inLines } from "./chart-regions.ts";
import type { Arrow, ChartState } from "./statechart.ts";

/** What is used of it; its own types do not resolve under Node's rules. */
interface Graph {
  setGraph(label: object): void;
  setNode(id: string, label: object): void;
  setParent(id: string, parent: string): void;
  setEdge(from: string, to: string, label: object, name: string): void;
  graph(): { readonly width?: number; readonly height?: number };
  nodes(): readonly string[];
  node(id: string): Pick<ChartBox, "x" | "y" | "width" | "height">;
  edges(): readonly { readonly v: string; readonly w: string }[];
  edge(edge: { readonly v: string; readonly w: string }): Partial<Omit<ChartArrow, "from" | "to">>;
}

const { Graph, layout } = dagre as unknown as {
  readonly Graph: new (options: object) => Graph;
  readonly layout: (graph: Graph) => void;
};

export interface ChartBox {
  /** Of the state; empty where it is the dot from which the first one is entered. */
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What it does without being left. */
  readonly lines: readonly string[];
  readonly kind: "state" | "final" | "frame" | "start";
}

export interface ChartArrow {
  readonly from: string;
  readonly to: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly lines: readonly string[];
  /** The middle of its text. */
  readonly x: number;
  readonly y: number;
}

export interface ChartPicture {
  readonly width: number;
  readonly height: number;
  /** Frames first, from the outside in. */
  readonly boxes: readonly ChartBox[];
  readonly arrows: readonly ChartArrow[];
  /** What happens in every state, and in every state of a frame, as lines of text. */
  readonly everywhere: readonly string[];
}

const titleHeight = 22;
export const lineHeight = 15;
/** Of the letters of a line and of a title. */
const letter = 6.3;
const titleLetter = 7.6;
const widest = 46;
const margin = 10;
/** For the title of a frame, which Dagre leaves no room for. */
const headroom = 12;
/** Of an arrow from a state to itself: how far it reaches to the right, and half of how high. */
const loop = { reach: 16, half: 6 };

interface Placed {
  readonly state: ChartState;
  readonly isFrame: boolean;
  readonly lines: readonly string[];
}

export function layoutChart(chart: ChartState): ChartPicture {
  const graph = new Graph({ compound: true, multigraph: true });
  graph.setGraph({
    rankdir: "TB",
    nodesep: 30,
    ranksep: 34,
    edgesep: 14,
    marginx: 12,
    marginy: 12,
  });
  const placed = new Map<string, Placed>([["", { state: chart, isFrame: true, lines: [] }]]);
  for (const child of chart.children) addState(graph, placed, child, undefined);
  const states = [...placed.values()].map(({ state }) => state);
  for (const state of states) addStart(graph, placed, state);
  for (const state of states) if (state !== chart) addArrows(graph, placed, state);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const picture = {
    width,
    height,
    boxes: boxesOf(graph, placed),
    arrows: arrowsOf(graph),
    everywhere: everywhereIn(chart),
  };
  if (chart.kind !== "parallel") return picture;
  return inLines(
    picture,
    chart.children.map(({ path }) => path),
  );
}

/** How wide the text of an arrow is. */
export function widthOfLines(lines: readonly string[]): number {
  return Math.max(...lines.map(({ length }) => length)) * letter + 8;
}

function addState(
  graph: Graph,
  placed: Map<string, Placed>,
  state: ChartState,
  parent: string | undefined,
): void {
  const { path, key, children, arrows } = state;
  const staying = arrows.filter(({ target }) => target === undefined);
  const isFrame = children.length > 0;
  // Dagre leaves no room in a frame but for the states in it.
  const lines = isFrame ? [] : linesOf(state, staying);
  placed.set(path, { state, isFrame, lines });
  const letters = Math.max(0, ...lines.map(({ length }) => length)) * letter;
  graph.setNode(path, {
    label: key,
    width: Math.max(64, letters, key.length * titleLetter) + 2 * margin,
    height: titleHeight + lines.length * lineHeight + (lines.length > 0 ? 8 : 4),
  });
  if (parent !== undefined) graph.setParent(path, parent);
  for (const child of children) addState(graph, placed, child, path);
}

/** The dot from which the first state is entered; regions side by side are entered together. */
function addStart(
  graph: Graph,
  placed: ReadonlyMap<string, Placed>,
  { path, initial, kind }: ChartState,
): void {
  if (initial === undefined || kind === "parallel") return;
  const start = `${path}\u0000start`;
  graph.setNode(start, { width: 10, height: 10 });
  if (path !== "") graph.setParent(start, path);
  graph.setEdge(start, innermost(placed, initial), { width: 0, height: 0 }, "start");
}

function addArrows(graph: Graph, placed: ReadonlyMap<string, Placed>, state: ChartState): void {
  const byTarget = new Map<string, Arrow[]>();
  for (const arrow of state.arrows) {
    if (arrow.target === undefined) continue;
    byTarget.set(arrow.target, [...(byTarget.get(arrow.target) ?? []), arrow]);
  }
  for (const [target, arrows] of byTarget) {
    const lines = arrows.map(arrowText);
    graph.setEdge(
      innermost(placed, state.path),
      innermost(placed, target),
      {
        lines,
        width: widthOfLines(lines),
        height: lines.length * lineHeight,
        labelpos: "c",
      },
      `${state.path}>${target}`,
    );
  }
}

function innermost(placed: ReadonlyMap<string, Placed>, path: string): string {
  const found = placed.get(path);
  if (found === undefined || !found.isFrame) return path;
  const inside = found.state.initial ?? found.state.children[0]?.path;
  return inside === undefined ? path : innermost(placed, inside);
}

function boxesOf(graph: Graph, placed: ReadonlyMap<string, Placed>): readonly ChartBox[] {
  const boxes = graph.nodes().map((id): ChartBox => {
    const { x, y, width, height } = graph.node(id);
    const at = { x: x - width / 2, y: y - height / 2, width, height };
    const own = placed.get(id);
    if (own === undefined) return { ...at, path: "", title: "", lines: [], kind: "start" };
    const { state, isFrame, lines } = own;
    const words = { path: id, title: state.key, lines };
    if (isFrame)
      return { ...at, ...words, y: at.y - headroom, height: height + headroom, kind: "frame" };
    return { ...at, ...words, kind: state.kind === "final" ? "final" : "state" };
  });
  const depth = ({ path }: ChartBox): number => path.split(".").length;
  const frames = boxes.filter(({ kind }) => kind === "frame");
  return [
    ...frames.toSorted((a, b) => depth(a) - depth(b)),
    ...boxes.filter(({ kind }) => kind !== "frame"),
  ];
}

function arrowsOf(graph: Graph): readonly ChartArrow[] {
  return graph.edges().map((edge) => {
    const { points = [], lines = [], x = 0, y = 0 } = graph.edge(edge);
    const { v: from, w: to } = edge;
    return { from, to, points: from === to ? loopAt(graph.node(from)) : points, lines, x, y };
  });
}

/** Dagre's own begins away from its state. */
function loopAt({ x, y, width }: Pick<ChartBox, "x" | "y" | "width">): ChartArrow["points"] {
  const right = x + width / 2;
  const { reach, half } = loop;
  return [
    { x: right, y: y - half },
    { x: right + reach, y: y - half },
    { x: right + reach, y: y + half },
    { x: right, y: y + half },
  ];
}

function linesOf(
  { entry, exit, invokes }: ChartState,
  staying: readonly Arrow[],
): readonly string[] {
  return [
    ...invokes.map((name) => `runs ${name}`),
    ...(entry.length === 0 ? [] : [`entry / ${entry.join(", ")}`]),
    ...(exit.length === 0 ? [] : [`exit / ${exit.join(", ")}`]),
    ...staying.map(arrowText),
  ].map(short);
}

function everywhereIn(state: ChartState): readonly string[] {
  const { path, arrows, children } = state;
  if (children.length === 0 && path !== "") return [];
  const own = path === "" ? arrows : arrows.filter(({ target }) => target === undefined);
  const lines = linesOf(state, own).map((line) => (path === "" ? line : `${path}: ${line}`));
  return [...lines, ...children.flatMap(everywhereIn)];
}

function arrowText({ event, guard }: Arrow): string {
  return short(guard === undefined ? event : `${event} [${guard}]`);
}

function short(text: string): string {
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
}
