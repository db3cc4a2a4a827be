/** `relist versions`: what differs between the kubelets that the kubernetes model imitates. */
import type { Command } from "commander";
import { outputFlags } from "./flags.ts";
import type { Flags } from "./flags.ts";

export function addVersions(program: Command): void {
  const command = program
    .command("versions")
    .description("Show what differs between the kubelets that can be imitated.")
    .action(async (flags: Flags) => {
      const [{ versionRows }, { kubeletVersions }, { renderVersions }, { Output, looksOf }] =
        await Promise.all([
          import("../decide/kubelet/version-rows.ts"),
          import("../decide/kubelet/versions.ts"),
          import("../trace/render-versions.ts"),
          import("./output.ts"),
        ]);
      const out = new Output(flags.out);
      if (flags.output === "text") {
        const { view, paint } = looksOf(flags);
        out.write(renderVersions(kubeletVersions, versionRows, view, paint));
      } else if (flags.output === "json") out.write(`${JSON.stringify(versionRows, null, 2)}\n`);
      else for (const row of versionRows) out.write(`${JSON.stringify(row)}\n`);
      out.end();
    });
  for (const flag of outputFlags) command.addOption(flag);
}
