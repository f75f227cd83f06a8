// A real pipe to a process, and its mode.
import { spawn, spawnSync } from "node:child_process";
import { constants, readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { skipTitle } from "../../../../tools/shared/skip-title.mjs";
import { restoreBlockingMode } from "./start-build.ts";

function isNonBlocking(fd: number): boolean {
  const info = readFileSync(`/proc/self/fdinfo/${fd}`, "latin1");
  const flags = Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? "", 8);
  return (flags & constants.O_NONBLOCK) !== 0;
}

const noLinux = process.platform === "linux" ? undefined : "this is not Linux";

test.skipIf(noLinux !== undefined)(
  skipTitle("restoreBlockingMode() undoes the mode that an inheriting process has set", noLinux),
  () => {
    const { stdin } = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
    onTestFinished(() => void stdin.destroy());
    const { fd } = (stdin as unknown as { _handle: { fd: number } })._handle;
    spawnSync("true", { stdio: ["ignore", "ignore", fd] });
    expect(isNonBlocking(fd)).toBe(false);
    restoreBlockingMode(stdin);
    expect(isNonBlocking(fd)).toBe(true);
  },
);

test("restoreBlockingMode() leaves terminals and files alone", () => {
  const setBlocking = vi.fn();
  restoreBlockingMode({ isTTY: true, _handle: { setBlocking } });
  restoreBlockingMode({ _handle: {} });
  restoreBlockingMode({});
  expect(setBlocking).not.toHaveBeenCalled();
});
