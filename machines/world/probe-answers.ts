/** What containers are told to answer to their probes, in place of what their behaviour says. */
import type { ContainerBehaviour, ProbeKind, ProbeScript } from "../../src/model/behaviour.ts";
import type { ContainerRecord } from "../../src/model/runtime.ts";

export interface ProbeAnswer {
  readonly holdsFor: (record: ContainerRecord) => boolean;
  readonly probe: ProbeKind;
  readonly answer: Omit<ProbeScript, "fromMs" | "toMs">;
  /** The `seq` of the record that the answer follows from. */
  readonly cause: number | undefined;
}

export class ProbeAnswers {
  /** Of two that hold for a container the newer one counts. */
  readonly #answers: ProbeAnswer[] = [];
  /** By container and probe: those that are on their way. */
  readonly #given = new Map<string, ProbeAnswer>();

  begin(answer: ProbeAnswer): void {
    this.#answers.push(answer);
  }

  end(answer: ProbeAnswer): void {
    this.#answers.splice(this.#answers.indexOf(answer), 1);
  }

  /** The behaviour as this probe meets it. */
  applyTo(
    behaviour: ContainerBehaviour,
    record: ContainerRecord,
    probe: ProbeKind,
  ): ContainerBehaviour {
    const told = this.#answers.findLast((each) => each.probe === probe && each.holdsFor(record));
    if (told === undefined) return behaviour;
    this.#given.set(`${record.id}/${probe}`, told);
    const script = { fromMs: 0, toMs: Number.POSITIVE_INFINITY, ...told.answer };
    return { ...behaviour, probes: { ...behaviour.probes, [probe]: [script] } };
  }

  /** What the answer that has come follows from, asked once; undefined: from no such order. */
  takeCause(containerId: string, probe: ProbeKind): number | undefined {
    const key = `${containerId}/${probe}`;
    const given = this.#given.get(key);
    this.#given.delete(key);
    return given?.cause;
  }
}
