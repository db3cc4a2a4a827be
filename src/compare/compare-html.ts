/** A comparison as one HTML text, with its chart as a drawing: no script, and nothing to load. */
import { formatTime } from "../trace/times.ts";

export interface ChartSeries {
  readonly name: string;
  /** Of equal spans of the time. */
  readonly values: readonly number[];
}

export interface ComparePage {
  readonly title: string;
  /** What was run: model, variants, seeds. */
  readonly subtitle: string;
  readonly sentence: string;
  readonly tables: readonly {
    readonly caption: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly charts: readonly {
    readonly caption: string;
    readonly endMs: number;
    readonly series: readonly ChartSeries[];
  }[];
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1.5rem 0; }
caption, figcaption { text-align: left; opacity: .75; }
th, td { text-align: left; padding: .2rem 1.2rem .2rem 0; border-bottom: 1px solid #8884; }
td { font-variant-numeric: tabular-nums; }
figure { margin: 1.5rem 0; }
svg { width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
svg text { fill: currentColor; }
.axis { stroke: currentColor; stroke-opacity: .4; }
.area { fill: #c2410c; fill-opacity: .75; }
`;

export function compareHtml({ title, subtitle, sentence, tables, charts }: ComparePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(subtitle)}</p>
<p><strong>${escaped(sentence)}</strong></p>
${tables.map(tableHtml).join("\n")}
${charts.map(chartHtml).join("\n")}
</body>
</html>
`;
}

function tableHtml({ caption, head, rows }: ComparePage["tables"][number]): string {
  const cells = (row: readonly string[]): string =>
    row
      .map((text, at) =>
        at === 0 ? `<th scope="row">${escaped(text)}</th>` : `<td>${escaped(text)}</td>`,
      )
      .join("");
  const heads = head.map((text) => `<th scope="col">${escaped(text)}</th>`);
  return [
    `<table><caption>${escaped(caption)}</caption>`,
    `<thead><tr>${heads.join("")}</tr></thead>`,
    `<tbody>`,
    ...rows.map((row) => `<tr>${cells(row)}</tr>`),
    `</tbody></table>`,
  ].join("\n");
}

const width = 800;
const labelWidth = 90;
const rowHeight = 40;

/** A row for each series, all on one scale, under which the times stand. */
function chartHtml({ caption, endMs, series }: ComparePage["charts"][number]): string {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values));
  const height = series.length * rowHeight;
  const rows = series.map(({ name, values }, index) => {
    const base = (index + 1) * rowHeight - 6;
    const label = `<text x="0" y="${base}">${escaped(name)}</text>`;
    const axis = `<line class="axis" x1="${labelWidth}" x2="${width}" y1="${base}" y2="${base}"/>`;
    return `${label}${axis}<path class="area" d="${areaOf(values, highest, base)}"/>`;
  });
  const times = [0, 1, 2, 3, 4].map((quarter) => {
    const x = labelWidth + ((width - labelWidth) * quarter) / 4;
    const anchor = quarter === 0 ? "start" : quarter === 4 ? "end" : "middle";
    const time = formatTime(Math.round((endMs * quarter) / 4));
    return `<text x="${x}" y="${height + 14}" text-anchor="${anchor}">${time}</text>`;
  });
  const label = escaped(`${caption}; the highest value is ${highest.toFixed(2)}`);
  return [
    `<figure><figcaption>${label}</figcaption>`,
    `<svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${height + 20}">`,
    ...rows,
    ...times,
    `</svg></figure>`,
  ].join("\n");
}

function areaOf(values: readonly number[], highest: number, base: number): string {
  if (highest === 0) return "";
  const step = (width - labelWidth) / values.length;
  const points = values.map((value, index) => {
    const y = rounded(base - (value / highest) * (rowHeight - 10));
    const [from, to] = [labelWidth + index * step, labelWidth + (index + 1) * step];
    return `L${rounded(from)} ${y}L${rounded(to)} ${y}`;
  });
  return `M${labelWidth} ${base}${points.join("")}L${width} ${base}Z`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// What turns a line around or cannot be seen has no business in a page either.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function escaped(text: string): string {
  return text.replaceAll(controls, "\ufffd").replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
