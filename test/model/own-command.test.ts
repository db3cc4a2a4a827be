import { describe, expect, it } from "vitest";
import { ownEnd } from "../../src/model/own-command.ts";

const shell = (script: string): readonly string[] => ["sh", "-c", script];

describe("a container's own command", () => {
  it.each([
    [["sleep", "30"], { exitAfterMs: 30_000, exitCode: 0 }],
    [["/bin/sleep", "1.5m"], { exitAfterMs: 90_000, exitCode: 0 }],
    [["sleep", "infinity"], { exitCode: 0 }],
    [["tail", "-f", "/dev/null"], { exitCode: 0 }],
    [shell("sleep 30; exit 1"), { exitAfterMs: 30_000, exitCode: 1 }],
    [shell("echo start; sleep 2 && sleep 3"), { exitAfterMs: 5000, exitCode: 0 }],
    [["/bin/bash", "-ec", "echo 'a; b'\nsleep 1\nexit 300\n"], { exitAfterMs: 1000, exitCode: 44 }],
    [shell('echo "The app is running!" && sleep 3600'), { exitAfterMs: 3_600_000, exitCode: 0 }],
    [shell("date; sleep infinity; exit 3"), { exitCode: 0 }],
    [shell("exec sleep 10"), { exitAfterMs: 10_000, exitCode: 0 }],
    [shell("sleep 1; exec sleep 2; exit 3"), { exitAfterMs: 3000, exitCode: 0 }],
    [shell("exec tail -f /dev/null"), { exitCode: 0 }],
    [shell("echo waiting > /tmp/log; sleep 1"), { exitAfterMs: 1000, exitCode: 0 }],
    // Of the Kubernetes documentation's page on liveness probes.
    [
      shell("touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600"),
      { exitAfterMs: 630_000, exitCode: 0 },
    ],
  ])("that sleeps is read: %j", (command, expected) => {
    expect(ownEnd(command)).toEqual(expected);
  });

  it.each([
    [["nginx", "-g", "daemon off;"]],
    [["sleep", "30", "40"]],
    [["sh", "-c"]],
    [shell("exit 1")],
    [shell("echo hello")],
    [shell("while true; do date; sleep 1; done")],
    [shell("trap 'exit 0' TERM; sleep 30")],
    [shell("sleep 3600 & wait")],
    [shell("sleep 5 || exit 1")],
    [shell("sleep $((RANDOM % 10))")],
    [shell('echo "$(sleep 4)"; sleep 1')],
    [shell("curl -f http://a; sleep 30")],
    [shell("exec nginx; sleep 30")],
  ])("that does more is not guessed at: %j", (command) => {
    expect(ownEnd(command)).toBeUndefined();
  });

  it("may go on in its args", () => {
    expect(ownEnd(["sh", "-c"], ["sleep 4"])).toEqual({ exitAfterMs: 4000, exitCode: 0 });
    expect(ownEnd(["sleep"], ["4"])).toEqual({ exitAfterMs: 4000, exitCode: 0 });
  });

  it("is not in args alone: they are what the image's entrypoint is given", () => {
    expect(ownEnd([], ["sleep", "4"])).toBeUndefined();
    expect(ownEnd(undefined, ["sh", "-c", "sleep 4"])).toBeUndefined();
    expect(ownEnd()).toBeUndefined();
  });
});
