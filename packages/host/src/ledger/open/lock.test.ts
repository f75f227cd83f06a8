import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findLockFileOwner, lockFile } from "./lock.ts";

function makePath(): string {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "lock");
}

test("lockFile() gives a path to one holder at a time, and names it", async () => {
  const path = makePath();
  const first = await lockFile(path);
  expect(await lockFile(path)).toEqual({ ok: false, processId: process.pid });
  expect(await findLockFileOwner(path)).toEqual({ processId: process.pid });
  if (first.ok) first.release();
  expect(await findLockFileOwner(path)).toBeUndefined();
  const second = await lockFile(path);
  expect(second.ok).toBe(true);
  if (second.ok) second.release();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("findLockFileOwner() makes no file", async () => {
  const path = makePath();
  expect(await findLockFileOwner(path)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});
