// The path of a test file → its cases, as tests of vitest, jest or node:test.
import { resolve } from "node:path";
import { formatProblems } from "@hookwright/config";
import { callerStack, withStack } from "../caller-stack.ts";
import { expandCases } from "../expand-cases.ts";
import { describeWrong } from "../expect-action.ts";
import type { SingleCase } from "../model.ts";
import { createSuiteLoader, type LoadedSuite, type SuiteOptions } from "./load-suite.ts";
import { runOne, type SnapshotMode } from "./run-suite.ts";

/** A case of a test file. */
export interface ConfigTest {
  readonly name: string;
  /**
   * Rejects with a message that has every wrong field, if the case fails. The stack of the error begins at the case in
   * its file, so that runners show these lines.
   */
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
 * The cases of a test file, to be registered with a test runner. Rejects if the file or its config cannot be used.
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
  // The caller is known only until the first `await`.
  const stack = callerStack(testConfig);
  const { env = process.env, snapshots = isCi(env) ? "none" : "write" } = options;
  const loader = createSuiteLoader({
    ...options,
    env,
    warn: (message) => process.emitWarning(message),
  });
  const loaded = await loader.load(path);
  if (!loaded.ok) {
    throw withStack(new Error(formatProblems(loaded.report.problems, loaded.report)), stack);
  }
  return expandCases(loaded.suite.cases).map((testCase) => ({
    name: testCase.name,
    run: () => demand(testCase, loaded, { snapshots, stack }),
  }));
}

/** Whether snapshots are only compared. */
export function isCi({ CI }: SuiteOptions["env"]): boolean {
  return CI !== undefined && CI !== "" && CI !== "false" && CI !== "0";
}

async function demand(
  testCase: SingleCase,
  loaded: LoadedSuite,
  { snapshots, stack }: { readonly snapshots: SnapshotMode; readonly stack: string | undefined },
): Promise<void> {
  const { ok, wrong, reasons, position } = await runOne(testCase, loaded, snapshots);
  if (ok) return;
  const lines = reasons.map(({ label, text }) => `  ${label}: ${text}`);
  const at = `${loaded.file}:${position.line}`;
  const message = [`${at} ${testCase.name}`, ...wrong.map(describeWrong), ...lines].join("\n");
  const frame = `    at ${resolve(loaded.file)}:${position.line}:${position.column}`;
  throw withStack(new Error(message), stack === undefined ? frame : `${frame}\n${stack}`);
}
