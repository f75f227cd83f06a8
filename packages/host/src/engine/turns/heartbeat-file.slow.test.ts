import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTextFile } from "./heartbeat-file.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hookwright-heartbeat-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test("HB-8 readTextFile() reads the beginning of a file, and cuts no character in two", async () => {
  const path = join(folder(), "HEARTBEAT.md");
  writeFileSync(path, "Größe");
  expect(await readTextFile(path, 100)).toBe("Größe");
  expect(await readTextFile(path, 3)).toBe("Gr");
});

test("HB-8 readTextFile() answers undefined where there is no file, and fails where it cannot be read", async () => {
  const made = folder();
  expect(await readTextFile(join(made, "HEARTBEAT.md"), 100)).toBeUndefined();
  writeFileSync(join(made, "file"), "");
  expect(await readTextFile(join(made, "file", "HEARTBEAT.md"), 100)).toBeUndefined();
  mkdirSync(join(made, "HEARTBEAT.md"));
  await expect(readTextFile(join(made, "HEARTBEAT.md"), 100)).rejects.toThrow();
});
