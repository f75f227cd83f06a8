// The path of a test file → the config that it tests.
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** `hooks.test.yaml`, `hooks.suggested.test.json5`. */
const TEST_NAME = /^(.+?)(?:\.suggested)?\.test\.(?:ya?ml|jsonc?|json5)$/i;

const CONFIG_ENDINGS = ["json5", "yaml", "yml", "json", "jsonc"];

/** Whether a file of this name is a test file. */
export function isTestName(name: string): boolean {
  return TEST_NAME.test(name);
}

/** The folder `tests` is beside the config. */
const TESTS_FOLDER = "tests";

/**
 * The config with the same base name. Files in a folder `tests` may have any name: if no config has it, the config is
 * `hooks` in or beside that folder.
 */
export function findConfig(testFile: string): string | undefined {
  const folder = dirname(testFile);
  const [, base = ""] = TEST_NAME.exec(basename(testFile)) ?? [];
  const isIn = basename(resolve(folder)) === TESTS_FOLDER;
  const folders = isIn ? [folder, join(folder, "..")] : [folder];
  const names = isIn ? [base, "hooks"] : [base];
  const candidates = folders.flatMap((one) =>
    names.flatMap((name) => CONFIG_ENDINGS.map((ending) => join(one, `${name}.${ending}`))),
  );
  return candidates.find((file) => existsSync(file));
}

/**
 * The test files of a folder: those in it, and those of `tests` in it; `levels` folders deep, without
 * `node_modules` and folders that begin with a dot.
 */
export function findTestFiles(folder: string, levels = 0): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const sorted = entries.sort((one, other) =>
    Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)),
  );
  return sorted.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return isTestName(entry.name) ? [path] : [];
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    return levels > 0 ? findTestFiles(path, levels - 1) : [];
  });
}

/** Empty if the folder cannot be read. */
export function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
