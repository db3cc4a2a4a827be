/** What is declared, and what each of the kubelets has made of it, at the moment looked at. */
import { displayName } from "../../model/container-key.ts";
import type { VerdictRow } from "../../model/trace.ts";
import type { Pair } from "../pair.ts";
import type { Place } from "../place.ts";
import { actualText, verdictText } from "./agreement.tsx";

/** More rows are no table for the eye. */
const rowsShown = 200;

interface Props {
  readonly pair: Pair;
  readonly place: Place;
}

export function PairAgreement({ pair, place }: Props) {
  const lists = pair.runs.map((run) => rowsByName(run.history.at(run.countAt(place.ms)).rows));
  const names = [...new Set(lists.flatMap((list) => [...list.keys()]))];
  if (names.length === 0) return <p class="faint">Nothing is declared, and nothing is there.</p>;
  const isApart = (name: string): boolean =>
    lists.some((list) => list.get(name)?.some(({ verdict }) => verdict !== "agrees"));
  const sorted = [...names.filter(isApart), ...names.filter((name) => !isApart(name))];
  const hidden = names.length - rowsShown;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>Declared</th>
            {pair.names.map((name) => (
              <th key={name}>{`Actual, ${name}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, rowsShown).map((name) => (
            <tr key={name} class={isApart(name) ? "apart" : ""}>
              <td class="name">{name}</td>
              {pair.names.map((side, index) => (
                <td key={side}>
                  {(lists[index]?.get(name) ?? []).map((row) => (
                    <Actual key={row.id} row={row} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p class="faint">{`and ${hidden} more that agree`}</p>}
    </>
  );
}

function Actual({ row }: { readonly row: VerdictRow }) {
  return (
    <div>
      {actualText(row)} {verdictText(row)}
    </div>
  );
}

function rowsByName(rows: readonly VerdictRow[]): ReadonlyMap<string, readonly VerdictRow[]> {
  const byName = new Map<string, VerdictRow[]>();
  for (const row of rows) {
    const name = displayName(row.namespace, row.pod, row.container);
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  return byName;
}
