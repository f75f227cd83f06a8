// The path of a test file → its cases, as tests of vitest, jest or node:test.
import { formatProblems } from "@hookwright/config";
import { expandCases } from "../expand-cases.ts";
import { describeWrong } from "../expect-action.ts";
import type { SingleCase } from "../model.ts";
import { createSuiteLoader, type LoadedSuite, type SuiteOptions } from "./load-suite.ts";
import { runOne, type SnapshotMode } from "./run-suite.ts";

/** A case of a test file. */
export interface ConfigTest {
  readonly name: string;
  /** Rejects with a message that has every wrong field, if the case fails. */
  readonly run: () => Promise<void>;
}

/** Options of `testConfig`; all are optional. */
export interface TestConfigOptions extends Pick<SuiteOptions, "createTransformLoader"> {
  /** Secrets are read from it. Default: `process.env`. */
  readonly env?: SuiteOptions["env"];
  /**
   * `write`: new snapshots are written. `update`: changed ones, too. `none`: new ones fail. Default: `none`
   * where the environment variable `CI` is set, else `write`.
   */
  readonly snapshots?: SnapshotMode;
}

/**
 * The cases of a test file, which the runner at hand registers. Rejects if the file or its config cannot be
 * used.
 *
 * @example
 * ```ts
 * for (const { name, run } of await testConfig("hooks.test.yaml")) test(name, run);
 * ```
 */
export async function testConfig(
  path: string,
  options: TestConfigOptions = {},
): Promise<readonly ConfigTest[]> {
  const { env = process.env, snapshots = isCi(env) ? "none" : "write" } = options;
  const loader = createSuiteLoader({
    ...options,
    env,
    warn: (message) => process.emitWarning(message),
  });
  const loaded = await loader.load(path);
  if (!loaded.ok) throw new Error(formatProblems(loaded.report.problems, loaded.report));
  return expandCases(loaded.suite.cases).map((testCase) => ({
    name: testCase.name,
    run: () => demand(testCase, loaded, snapshots),
  }));
}

/** Whether snapshots are compared only. */
export function isCi({ CI }: SuiteOptions["env"]): boolean {
  return CI !== undefined && CI !== "" && CI !== "false" && CI !== "0";
}

async function demand(
  testCase: SingleCase,
  loaded: LoadedSuite,
  snapshots: SnapshotMode,
): Promise<void> {
  const { ok, wrong, reasons, position } = await runOne(testCase, loaded, snapshots);
  if (ok) return;
  const lines = reasons.map(({ label, text }) => `  ${label}: ${text}`);
  const at = `${loaded.file}:${position.line}`;
  throw new Error([`${at} ${testCase.name}`, ...wrong.map(describeWrong), ...lines].join("\n"));
}
