// The arguments of the command → the test files that are meant.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { findTestFiles, isTestName } from "@hookwright/testing/files";
import { createUsageError } from "../../cli-error.ts";

/** A repository has its configs near its root; deeper, there are other people's. */
const LEVELS = 3;

/** Each once, in order. Without arguments: those of the working directory. */
export function chooseFiles(paths: readonly string[]): readonly string[] {
  const given = paths.length === 0 ? ["."] : paths;
  const files = given.flatMap((path) => {
    if (!existsSync(path)) throw createUsageError(`There is no file or folder "${path}".`);
    if (statSync(path).isDirectory()) return findTestFiles(path, LEVELS);
    if (isTestName(path)) return [path];
    throw createUsageError(`"${path}" is not the name of a test file.`, NAME);
  });
  if (files.length === 0) throw createUsageError("There are no test files.", NAME);
  return [...new Set(files.map((file) => join(file)))];
}

const NAME = "Name it after its config: hooks.test.yaml tests hooks.json5 or hooks.yaml.";
