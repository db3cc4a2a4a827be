/** Declared and actual side by side, at the moment that is looked at. */
import { displayName } from "../../model/container-key.ts";
import type { VerdictRow } from "../../model/trace.ts";
import { apiText } from "../api-text.ts";
import type { Moment } from "../history.ts";

/** More rows are no table for the eye. */
const rowsShown = 200;

export function Agreement({ moment, hasApi }: { moment: Moment; hasApi: boolean }) {
  const apart = moment.rows.filter(({ verdict }) => verdict !== "agrees");
  const shown = [...apart, ...moment.rows.filter(({ verdict }) => verdict === "agrees")].slice(
    0,
    rowsShown,
  );
  const hidden = moment.rows.length - shown.length;
  if (moment.rows.length === 0)
    return <p class="faint">Nothing is declared, and nothing is there.</p>;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>Declared</th>
            <th>Actual</th>
            {hasApi && <th>The API says</th>}
            <th>Verdict</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <AgreementRow
              key={`${keyOf(row)} ${row.id}`}
              row={row}
              moment={moment}
              hasApi={hasApi}
            />
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p class="faint">{`and ${hidden} more that agree`}</p>}
    </>
  );
}

interface RowProps {
  readonly row: VerdictRow;
  readonly moment: Moment;
  readonly hasApi: boolean;
}

function AgreementRow({ row, moment, hasApi }: RowProps) {
  const { source, verdict } = row;
  const status = moment.statusOf(row.namespace, row.pod);
  return (
    <tr class={verdict === "agrees" ? "" : "apart"}>
      <td class="name">
        {source === undefined ? <span class="faint">nobody declares it</span> : keyOf(row)}
        {source !== undefined && <span class="faint">{source === "api" ? " API" : " file"}</span>}
      </td>
      <td>
        {source === undefined && `${keyOf(row)} `}
        {actualText(row)}
      </td>
      {hasApi && <td class="api">{status && apiText(status, row.container)}</td>}
      <td class="verdict">{verdictText(row)}</td>
    </tr>
  );
}

function keyOf({ namespace, pod, container }: VerdictRow): string {
  return displayName(namespace, pod, container);
}

export function verdictText({ verdict }: VerdictRow) {
  const agrees = verdict === "agrees";
  return <span class={agrees ? "good" : "bad"}>{agrees ? "✓ agrees" : `✗ ${verdict}`}</span>;
}

export function actualText({ state, exitCode, id }: VerdictRow) {
  if (state === undefined) return <span class="faint">not there</span>;
  const code = state === "Exited" && exitCode !== undefined ? ` (${exitCode})` : "";
  return (
    <>
      {`${state}${code} `}
      <span class="faint mono">{id}</span>
    </>
  );
}
