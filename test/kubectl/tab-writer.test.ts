/** What kubectl 1.33.1 printed of such rows; Go text/tabwriter. */
import { expect, it } from "vitest";
import { TabWriter, describeTabs, tableTabs } from "../../src/kubectl/tab-writer.ts";

it("makes a watch's columns wider, and never narrower again", () => {
  const writer = new TabWriter(tableTabs, { remembers: true });
  const rows = [
    ["NAME\tREADY\tSTATUS\tRESTARTS\tAGE", "web\t0/1\tPending\t0\t0s"],
    ["web\t0/1\tContainerCreating\t0\t0s"],
    ["web\t1/1\tRunning\t0\t1s"],
    ["web\t0/1\tError\t1 (3s ago)\t5s"],
    ["web\t0/1\tRunning\t0\t5s"],
  ];
  expect(rows.map((lines) => writer.write(lines)).join("")).toBe(
    [
      "NAME   READY   STATUS    RESTARTS   AGE",
      "web    0/1     Pending   0          0s",
      "web    0/1     ContainerCreating   0          0s",
      "web    1/1     Running             0          1s",
      "web    0/1     Error               1 (3s ago)   5s",
      "web    0/1     Running             0            5s",
      "",
    ].join("\n"),
  );
});

it("aligns only cells of lines that follow each other", () => {
  const lines = [
    "Status:\tRunning",
    "IP:\t",
    "IPs:\t<none>",
    "Containers:",
    "  app:",
    "    Image:\ti",
  ];
  expect(new TabWriter(describeTabs).write([...lines, "    Host Port:\t<none>"])).toBe(
    [
      "Status:  Running",
      "IP:      ",
      "IPs:     <none>",
      "Containers:",
      "  app:",
      "    Image:      i",
      "    Host Port:  <none>",
      "",
    ].join("\n"),
  );
});

it("counts characters, not bytes", () => {
  expect(new TabWriter(tableTabs).write(["ünïcodé\tx", "a\ty"])).toBe("ünïcodé   x\na         y\n");
});
