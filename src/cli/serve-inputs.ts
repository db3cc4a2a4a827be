/** Reads the input, serves the page with it, and ends on Ctrl-C. */
import { isPortTaken } from "../inspect/loopback.ts";
import type { Observe } from "../node/node-options.ts";
import { valueAt } from "../scenario/issues.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { pageHtml } from "../web/page-html.ts";
import { Session, type SessionInput } from "../web/session.ts";
import { CallError } from "./call-error.ts";
import { examplePath } from "./example-path.ts";
import { inspection } from "./inspection.ts";
import type { SimulatedNode } from "../library/simulated-node.ts";
import { overridesOf } from "./flags.ts";
import { tell } from "./output.ts";
import { type PageServer, servePage } from "./page-server.ts";
import { readTexts } from "./read-input.ts";
import { pageParts } from "./report.ts";
import type { ServeFlags } from "./serve.ts";

const usualPort = 8090;

export async function serveInputs(paths: readonly string[], flags: ServeFlags): Promise<void> {
  const named = paths.length === 0 ? [examplePath("bootstrap.yaml")] : paths;
  const { observe = [], ...others } = flags;
  const [only] = observe.length === 1 ? observe : [];
  const overrides = overridesOf(only === undefined ? others : { ...others, observe: only });
  const { input, texts } = readTexts(named, overrides, "serve");
  const { title, name } = input.scenario;
  const observes = observe.length === 0 ? usualPair(input.scenario) : observe;
  const session: SessionInput = {
    texts: { sources: texts.sources, named: texts.named, overrides },
    ...(observes.length > 1 ? { observes } : {}),
  };
  const inspector = await inspection(flags);
  const page = pageHtml({ ...pageParts("live.js"), title: title ?? name });
  const onNode = (node: SimulatedNode): void => inspector?.attach(node.root, () => node.now * 1000);
  const serve = (port: number): Promise<PageServer> =>
    servePage({
      html: page,
      open: (say) => new Session({ ...session, onNode }, say),
      port,
    });
  const server = await serve(flags.port ?? usualPort).catch((error: unknown) => {
    if (flags.port === undefined && isPortTaken(error)) return serve(0);
    if (error instanceof Error && isPortTaken(error)) throw new CallError(error.message);
    throw error;
  });
  tell(`open ${server.url} in a browser and press Play; Ctrl-C ends it`);
  inspector?.sayWhere();
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve()).once("SIGTERM", () => resolve());
  });
  await Promise.all([server.close(), inspector?.close()]);
}

/** The textbook has two kubelets; unless the scenario names one, they are next to each other. */
function usualPair({ document, model }: Scenario): readonly Observe[] {
  const isNamed = valueAt(document.value, ["spec", "observe"]) !== undefined;
  return model === "textbook" && !isNamed ? ["level", "edge"] : [];
}
