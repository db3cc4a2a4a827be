/**
 * One probe of one container, for as long as its pod lives: a tick each period, a poke in between,
 * and what each round makes of the status it finds.
 *
 * Models: kubernetes/pkg/kubelet/prober/worker.go worker.run, doProbe.
 */
import { containerShouldRestart } from "../../src/decide/kubelet/container-restart.ts";
import { networkOutcome, networkTarget } from "../../src/decide/kubelet/network-probe.ts";
import {
  type ProbeTicker,
  beginTicker,
  nextRound,
  probeStartDelayMs,
} from "../../src/decide/kubelet/probe-ticker.ts";
import {
  type ProbeOutcome,
  execError,
  execOutcome,
  execTimedOut,
  isExecCancelled,
  probeEvent,
  probeTriesMax,
  verdictOf,
} from "../../src/decide/kubelet/probe-texts.ts";
import {
  type ProbeVerdict,
  type ProbeWorkerState,
  beginProbe,
  finishProbe,
  newProbeWorker,
  probeOf,
} from "../../src/decide/kubelet/probe-worker.ts";
import type { ProbeWorkerName } from "../../src/decide/kubelet/probe-workers.ts";
import type { KubeContainer, KubePod, KubeProbe } from "../../src/model/kube-pod.ts";
import { exec } from "./cri-calls.ts";
import { containerOf } from "./kill-container.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, first, sleep, waitFor } from "./procedure.ts";

export interface ProbeWorkerInput {
  readonly core: KubeletCore;
  readonly pod: KubePod;
  readonly name: ProbeWorkerName;
  readonly pokes: Pokes;
}

/** One poke waits at most. Who is stopped ends with its round, never in the midst of it. */
export class Pokes {
  #latch = new Latch();
  #isStopped = false;

  stop(): void {
    this.#isStopped = true;
    this.poke();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  poke(): void {
    this.#latch.open();
  }

  get isPoked(): boolean {
    return this.#latch.isOpen;
  }

  get latch(): Latch {
    return this.#latch;
  }

  /** For the next round; who waited in vain is forgotten with the old latch. */
  clear(): void {
    this.#latch = new Latch();
  }
}

export function* runProbeWorker({ core, pod, name, pokes }: ProbeWorkerInput): Procedure<void> {
  const container = containerOf(pod, name.container);
  const spec = container && probeOf(container, name.probeType);
  if (container === undefined || spec === undefined) return;
  const worker = new ProbeWorker(core, pod, container, spec, name);
  const periodMs = spec.periodSeconds * 1000;
  const ageMs = core.now() - core.startedAtMs;
  yield* sleep(probeStartDelayMs(periodMs, ageMs, core.input.draw("probe-start")));
  let ticker: ProbeTicker = beginTicker(periodMs, core.now());
  while ((yield* worker.round()) && !pokes.isStopped) {
    const now = core.now();
    const round = nextRound({ ...ticker, isPoked: pokes.isPoked }, now);
    if (round.cause === "tick") yield* first([sleep(round.dueMs - now), waitFor(pokes.latch)]);
    // Woken by whichever came first: it is looked at anew which of the two that was.
    const due = nextRound({ ...ticker, isPoked: pokes.isPoked }, core.now());
    ticker = due.ticker;
    if (pokes.isStopped) break;
    pokes.clear();
  }
  worker.leave();
  // Another of its name may be there already.
  if (!pokes.isStopped) core.probes.workerEnded(pod.uid, name);
}

class ProbeWorker {
  readonly #core: KubeletCore;
  readonly #pod: KubePod;
  readonly #container: KubeContainer;
  readonly #spec: KubeProbe;
  #state: ProbeWorkerState;

  constructor(
    core: KubeletCore,
    pod: KubePod,
    container: KubeContainer,
    spec: KubeProbe,
    { probeType }: ProbeWorkerName,
  ) {
    this.#core = core;
    this.#pod = pod;
    this.#container = container;
    this.#spec = spec;
    this.#state = newProbeWorker(probeType);
  }

  /** Whether the worker goes on. */
  *round(): Procedure<boolean> {
    const core = this.#core;
    const { uid } = this.#pod;
    const { probeType } = this.#state;
    const status = core.statuses.get(uid);
    const step = beginProbe(this.#state, {
      pod: this.#pod,
      container: this.#container,
      ...(status === undefined ? {} : { status }),
      nowMs: core.now(),
      kubeletStartedAtMs: core.startedAtMs,
      features: core.features,
      wouldRestart: (exitCode) =>
        containerShouldRestart(
          this.#container,
          this.#pod.spec.restartPolicy,
          exitCode,
          core.features,
        ),
    });
    this.#state = step.state;
    for (const effect of step.effects) {
      if (effect.effect === "forget") core.probes.forget(uid, probeType, effect.containerId);
      else core.probes.store(uid, probeType, effect.containerId, effect.result);
    }
    if (step.kind !== "probe") return step.kind === "wait";
    const { containerId } = step;
    const outcome = yield* this.#probe(containerId);
    const verdict = verdictOf(outcome);
    const { lastResult, resultRun } = this.#state;
    const inARow = lastResult === verdict ? resultRun + 1 : 1;
    const { state, stored } = finishProbe(this.#state, verdict, this.#spec);
    this.#state = state;
    const changed = stored !== undefined && core.probes.isNews(probeType, containerId, stored);
    // Its period is no cause: it is carried out because the container runs.
    core.causes.current = core.causes.ofAnswer(containerId, probeType);
    this.#tell(containerId, verdict, inARow, changed);
    const event = probeEvent(probeType, outcome, core.features);
    if (event) core.record({ pod: this.#pod, container: this.#container.name }, event);
    if (stored !== undefined) core.probes.store(uid, probeType, containerId, stored);
    return true;
  }

  /** What it stored goes with it. */
  leave(): void {
    const { probeType, containerId } = this.#state;
    if (containerId !== undefined) this.#core.probes.forget(this.#pod.uid, probeType, containerId);
  }

  *#probe(containerId: string): Procedure<ProbeOutcome> {
    let outcome = yield* this.#try(containerId);
    // An error is tried again at once, a failure never.
    for (let tries = 1; tries < probeTriesMax && outcome.result === "error"; tries++) {
      outcome = yield* this.#try(containerId);
    }
    return outcome;
  }

  *#try(containerId: string): Procedure<ProbeOutcome> {
    const { probeType } = this.#state;
    const isTerminating = this.#core.workers.status(this.#pod.uid)?.terminatingAtMs !== undefined;
    if (isExecCancelled(this.#spec, isTerminating, this.#core.features)) {
      return execError("Canceled", "context canceled");
    }
    const podIP = this.#core.statuses.get(this.#pod.uid)?.podIP;
    const target = networkTarget(this.#spec, this.#container, podIP);
    // A port that is not known: nobody is asked.
    if (target !== undefined && "result" in target) return target;
    const timeoutMs = this.#spec.timeoutSeconds * 1000;
    const { command } = this.#spec.exec ?? {};
    const purpose = { kind: "probe", probe: probeType, command } as const;
    const answer = yield* exec(containerId, purpose, timeoutMs, target !== undefined);
    if (target !== undefined) return networkOutcome(this.#spec, target, answer);
    switch (answer.result) {
      case "success":
      case "warning":
        return { result: "success", output: answer.output };
      case "failure":
        return execOutcome({ exitCode: 1, output: answer.output });
      case "timedOut":
        return execTimedOut(this.#spec);
      case "killed":
        return execOutcome({ exitCode: 137, output: answer.output });
      case "error":
      case "absent":
        return execError("NotFound", answer.output);
      case "exited":
        return execError("Unknown", answer.output);
      case "unavailable":
        return execError("Unavailable", answer.output);
    }
  }

  #tell(id: string, result: ProbeVerdict, inARow: number, changed: boolean): void {
    const { namespace, name: pod, uid } = this.#pod;
    this.#core.input.publish({
      type: "probe",
      namespace,
      pod,
      uid,
      container: this.#container.name,
      id,
      probe: this.#state.probeType,
      result,
      successes: result === "success" ? inARow : 0,
      failures: result === "failure" ? inARow : 0,
      changed,
    });
  }
}
