/** The reference model with one rule broken each: what a replay must be able to tell from it. */
import {
  type Container,
  type Declared,
  type Departure,
  ReferenceModel,
  type kept,
} from "./reference-model.ts";
import type { ListEntry, PodSpec, SeedAction, SeedRound } from "./seed-ticks.ts";

type Kept = (typeof kept)[number];
type Variant = new (quirks: readonly Departure[]) => ReferenceModel;

class WaitsToSixteen extends ReferenceModel {
  protected override wait(restarts: number): number {
    return Math.min(2 ** (restarts - 1), 16);
  }
}

class WaitsToFour extends ReferenceModel {
  protected override wait(restarts: number): number {
    return Math.min(super.wait(restarts), 4);
  }
}

class WaitGrowsEvenly extends ReferenceModel {
  protected override wait(restarts: number): number {
    return Math.min(restarts, 8);
  }
}

class WaitCountedFromNextRound extends ReferenceModel {
  protected override wait(restarts: number): number {
    return super.wait(restarts) + 1;
  }
}

class ClockMovesBeforeSync extends ReferenceModel {
  protected override tick(): readonly ListEntry[] {
    this.step();
    const seen = this.list();
    this.ticks++;
    this.sync();
    return seen;
  }
}

class LooksBeforeTheWorldMoves extends ReferenceModel {
  protected override tick(): readonly ListEntry[] {
    const seen = this.list();
    this.sync();
    this.step();
    this.ticks++;
    return seen;
  }
}

class RemovesBeforeItCreates extends ReferenceModel {
  protected override sync(): void {
    this.counters.relists++;
    const list = this.list();
    this.removeUnwanted(list);
    this.serveDeclared(list);
  }
}

class LooksTwiceARound extends ReferenceModel {
  protected override sync(): void {
    this.counters.relists++;
    super.sync();
  }
}

class CutDropsApiPods extends ReferenceModel {
  protected override link(up: boolean): null {
    if (!up) this.apiPods = [];
    return super.link(up);
  }
}

class TakesWhatTheCutRefuses extends ReferenceModel {
  protected override deliver(pods: readonly PodSpec[]): boolean {
    this.apiPods = pods;
    return super.deliver(pods);
  }
}

class SaysEachLinkCommand extends ReferenceModel {
  protected override link(up: boolean): null {
    if (up === this.linked) this.say({ code: up ? "store-reachable" : "store-unreachable" });
    return super.link(up);
  }
}

class EmptyDeliveryIsNoDelivery extends ReferenceModel {
  protected override deliver(pods: readonly PodSpec[]): boolean {
    return pods.length === 0 ? this.linked : super.deliver(pods);
  }
}

class LeavesStrays extends ReferenceModel {
  protected override removeUnwanted(): void {}
}

class WalksAsDeclared extends ReferenceModel {
  protected override sources() {
    const files = this.filePods.map((pod) => ["file", pod] as const);
    return [...files, ...this.apiPods.map((pod) => ["apiserver", pod] as const)];
  }
}

class ListsByCreation extends ReferenceModel {
  protected override list(): ListEntry[] {
    return this.containers.map(({ id, pod, name, state }) => ({ id, pod, name, state }));
  }
}

class CountsWithdrawnCrash extends ReferenceModel {
  protected override removeUnwanted(list: readonly ListEntry[]): void {
    for (const { pod, name, state } of list) {
      const key = this.keyOf(pod, name);
      if (state !== "Exited" || this.desired().some((declared) => declared.key === key)) continue;
      this.restarts.set(key, (this.restarts.get(key) ?? 0) + 1);
    }
    super.removeUnwanted(list);
  }
}

class StartsOneTickEarly extends ReferenceModel {
  protected override move(container: Container): void {
    if (container.state === "Creating") container.age++;
    super.move(container);
  }
}

class FailsCountedFromCreation extends ReferenceModel {
  protected override move(container: Container): void {
    const wasCreating = container.state === "Creating";
    super.move(container);
    if (wasCreating && container.state === "Running") container.age = container.spec.startupTicks;
  }
}

class NewestCounts extends ReferenceModel {
  protected override entryOf(list: readonly ListEntry[], key: string): ListEntry | undefined {
    return list.findLast(({ pod, name }) => this.keyOf(pod, name) === key);
  }
}

class KeepsExtraContainers extends ReferenceModel {
  protected override isExtra(): boolean {
    return false;
  }
}

class ApiBeforeFiles extends ReferenceModel {
  protected override sources() {
    return super.sources().toSorted(([a, p], [b, q]) => {
      return p.name === q.name ? (a === b ? 0 : a === "apiserver" ? -1 : 1) : 0;
    });
  }
}

class SaysLeftEachRound extends ReferenceModel {
  protected override afterExit(declared: Declared, id: string): void {
    this.left.clear();
    super.afterExit(declared, id);
  }
}

class CreatesAgainWhatShouldRest extends ReferenceModel {
  protected override afterExit(declared: Declared, id: string): void {
    super.afterExit(declared, id);
    if (!declared.restart) this.remove(id);
  }
}

class CreatesInTheRoundOfTheCrash extends ReferenceModel {
  protected override afterExit(declared: Declared, id: string): void {
    super.afterExit(declared, id);
    this.waitUntil.delete(declared.key);
    if (declared.restart) this.createMissing(declared);
  }
}

class RestartKeepsWaits extends ReferenceModel {
  protected override restartKubelet(): null {
    const kept = [new Map(this.restarts), new Map(this.waitUntil)] as const;
    super.restartKubelet();
    [this.restarts, this.waitUntil] = kept;
    return null;
  }
}

class RestartDropsApiPods extends ReferenceModel {
  protected override restartKubelet(): null {
    this.apiPods = [];
    return super.restartKubelet();
  }
}

class WaitsStandStillInSteps extends ReferenceModel {
  protected override advance(how: SeedRound["advance"]): readonly ListEntry[] {
    const { steps } = this;
    const seen = super.advance(how);
    if (how === "step") this.steps = steps;
    return seen;
  }
}

/** What a kubelet would do that departed from one of the quirks that ours keeps. */
const unkept: Readonly<Partial<Record<Kept, Variant>>> = {
  "external-remove-not-counted": class extends ReferenceModel {
    protected override act(action: SeedAction): unknown {
      const id = action.do === "runtimeRemove" ? action.id : undefined;
      const gone = this.containers.find((container) => container.id === id);
      if (gone) {
        const key = this.keyOf(gone.pod, gone.name);
        this.restarts.set(key, (this.restarts.get(key) ?? 0) + 1);
      }
      return super.act(action);
    }
  },
  "state-outlives-pod": class extends ReferenceModel {
    protected override sync(): void {
      const wanted = new Set(this.desired().map(({ key }) => key));
      for (const key of this.restarts.keys()) {
        if (wanted.has(key)) continue;
        this.restarts.delete(key);
        this.waitUntil.delete(key);
      }
      super.sync();
    }
  },
  "backoff-never-resets": class extends ReferenceModel {
    protected override afterExit(declared: Declared, id: string): void {
      const age = this.containers.find((container) => container.id === id)?.age ?? 0;
      if (age > 16) this.restarts.delete(declared.key);
      super.afterExit(declared, id);
    }
  },
  "spec-change-ignored": class extends ReferenceModel {
    protected override serveDeclared(list: readonly ListEntry[]): void {
      for (const { key, spec } of this.desired()) {
        const id = this.entryOf(list, key)?.id;
        const running = this.containers.find((container) => container.id === id);
        if (running && JSON.stringify(running.spec) !== JSON.stringify(spec))
          this.remove(running.id);
      }
      super.serveDeclared(list);
    }
  },
  "same-pod-name-merges": class extends ReferenceModel {
    protected override desired(): readonly Declared[] {
      const all = super.desired();
      return all.filter(({ pod, source }) => all.find((row) => row.pod === pod)?.source === source);
    }
  },
  "link-independent-of-apiserver": class extends ReferenceModel {
    protected override tick(): readonly ListEntry[] {
      const seen = super.tick();
      const ofServer = this.list().filter(({ pod }) => pod === "kube-apiserver");
      const isDeclared = this.desired().some(({ pod }) => pod === "kube-apiserver");
      if (isDeclared && !ofServer.some(({ state }) => state === "Running")) this.linked = false;
      return seen;
    }
  },
};

export const wrongVariants: Readonly<Record<string, Variant>> = {
  "waits up to 16": WaitsToSixteen,
  "waits up to 4": WaitsToFour,
  "lets waits grow evenly": WaitGrowsEvenly,
  "counts waits from the round after the exit was seen": WaitCountedFromNextRound,
  "moves the clock before the sync": ClockMovesBeforeSync,
  "looks before the world moves": LooksBeforeTheWorldMoves,
  "removes before it creates": RemovesBeforeItCreates,
  "lists twice a round": LooksTwiceARound,
  "drops the API pods when the link is cut": CutDropsApiPods,
  "takes what the cut link refuses": TakesWhatTheCutRefuses,
  "logs a link that did not change": SaysEachLinkCommand,
  "takes an empty delivery for none": EmptyDeliveryIsNoDelivery,
  "leaves strays alone": LeavesStrays,
  "walks pods as they were declared": WalksAsDeclared,
  "lists in the order of creation": ListsByCreation,
  "counts the crash of a withdrawn container": CountsWithdrawnCrash,
  "starts a tick early": StartsOneTickEarly,
  "counts the time to failure from the creation": FailsCountedFromCreation,
  "lets the newest container of a key count": NewestCounts,
  "keeps extra containers of a key": KeepsExtraContainers,
  "lets the API go before the files": ApiBeforeFiles,
  "says each round that a container is left": SaysLeftEachRound,
  "creates again what is not to be restarted": CreatesAgainWhatShouldRest,
  "creates again in the round of the crash": CreatesInTheRoundOfTheCrash,
  "keeps waits over a restart of the kubelet": RestartKeepsWaits,
  "drops the API pods at a restart of the kubelet": RestartDropsApiPods,
  "stops the clock of waits while only the world moves": WaitsStandStillInSteps,
  ...Object.fromEntries(
    Object.entries(unkept).map(([quirk, variant]) => [`departs from ${quirk}`, variant]),
  ),
};
