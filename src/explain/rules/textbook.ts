/** The rules of the textbook model, which are all in one decision of this repository. */
import type { Rules } from "../rule.ts";

const file = "src/decide/textbook-plan.ts";
const symbol = "planRound";

export const textbookRules = {
  "textbook/sync": {
    says: "The kubelet compares what is with what is declared, and makes up the difference",
    file,
    symbol,
  },
  "textbook/create": { says: "A container that is declared and missing is created", file, symbol },
  "textbook/recreate": {
    says: "A container that crashed is created again when its wait is over",
    file,
    symbol,
  },
  "textbook/crashed": {
    says: "A container that crashed waits for 1 tick, then 2, 4, and 8 at most",
    file,
    symbol,
  },
  "textbook/remove": { says: "What nobody declares is stopped and removed", file, symbol },
  "textbook/leave": {
    says: "A container that exited stays as it is where its policy wants no restart",
    file,
    symbol,
  },
  "textbook/relist": { says: "The kubelet lists every second", file, symbol },
} as const satisfies Rules;
