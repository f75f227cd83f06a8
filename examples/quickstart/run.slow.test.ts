// The quickstart as its users run it.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const RUN = fileURLToPath(new URL("run.mjs", import.meta.url));

test("quickstart --once shows four events, the actions they became and what the host made of them, and ends with 0", async () => {
  const { ended, output } = startQuickstart(["--once"]);
  expect(await ended).toBe(0);
  const text = output();
  expect(text.match(/✓ 20[02] \{"ok":true/g)).toHaveLength(4);
  expect(text.match(/╭─ (wake|agent) action/g)).toEqual([
    "╭─ wake action",
    "╭─ agent action",
    "╭─ agent action",
    "╭─ agent action",
  ]);
  expect(text).toContain("│ > The nightly backup took twice as long as usual.");
  expect(text).toMatch(/│ sessionKey +hook:certificates\n/);
  expect(text).toMatch(/│ sessionKey +hook:gmail:18f3c2a9d4e5b601\n/);
  expect(text).toContain("│ > [marker removed]");
  expect(text).toContain("│ > ada pushed to refs/heads/main of example/greenhouse:\n");
  expect(text).toContain(
    "│ > - Open the vents above 28 degrees (Ada Example; 1 added, 2 changed)\n",
  );
  expect(text).toContain(
    "│ > - Read the sensor every minute (Grace Example; 0 added, 1 changed)\n",
  );
  expect(text).toContain("5. The host carries all four out. The answers are canned");
  expect(text.match(/ {2}run \S+ done/g)).toHaveLength(3);
  expect(text).toMatch(
    /System: \[.* UTC\] Wake: The nightly backup took twice as long as usual\.\n/,
  );
  expect(text).toMatch(/System: \[.* UTC\] Hook github-push: \S/);
  expect(text).not.toContain("\\u000a");
  expect(text.match(/SECURITY NOTICE/g)).toHaveLength(1);
  expect(text).toContain("│ Two commits change when the vents open");
  expect(text).toContain("│ The nightly backup was slow. Nothing else needs you.");
  expect(text).not.toContain("undelivered");
  expect(text).toContain("serve hooks.json5 --dispatch host");
  expect(text).not.toContain("\u001B");
  expect(text).not.toContain("Still serving");
});

test("quickstart keeps serving, answers what is sent to it, and stops on Ctrl-C with 0", async () => {
  const { child, ended, find } = startQuickstart([]);
  const [, token = "", url = ""] = await find(/Bearer (\w+)' (http:\S+)\/wake/);
  const answer = await fetch(`${url}/agent`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: '{"message": "Hello", "deliver": "yes"}',
  });
  expect(answer.status).toBe(400);
  // The line is written after the answer, by another process.
  await find(/400 "agent" invalid_payload/);
  child.kill("SIGINT");
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

function startQuickstart(args: readonly string[]) {
  const child = spawn(process.execPath, [RUN, ...args], { env: { PATH: process.env["PATH"] } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  const add = (piece: string): void => {
    text += piece;
  };
  child.stdout.setEncoding("utf8").on("data", add);
  child.stderr.setEncoding("utf8").on("data", add);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const find = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(text);
      if (match !== null) return match;
      if (child.exitCode !== null) throw new Error(`quickstart ended: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, ended, find, output: () => text };
}
