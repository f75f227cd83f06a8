// Test files → the results of their cases, and the problems of files that cannot be run.
import { performance } from "node:perf_hooks";
import type { LoadReport } from "@hookwright/config";
import {
  createSuiteLoader,
  type RunSuiteOptions,
  runSuite,
  type SuiteResult,
} from "@hookwright/testing/files";
import type { Io } from "../../io.ts";
import { createProgress } from "../../output/progress.ts";
import { createServerLog } from "../../output/server-log.ts";
import { requirePackages } from "../../require-packages.ts";

/** A file that cannot be run: the test file, or the config that it names. */
export interface UnusableFile {
  readonly file: string;
  readonly isOfConfig: boolean;
  readonly report: LoadReport;
}

/** The results of all test files. */
export interface TestRun {
  readonly suites: readonly SuiteResult[];
  readonly unusable: readonly UnusableFile[];
  readonly passed: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly durationMs: number;
  /** Absolute paths of everything that the results depend on. */
  readonly files: readonly string[];
  readonly patterns: readonly string[];
}

export interface RunFilesOptions extends RunSuiteOptions {
  readonly runsTransforms: boolean;
  readonly json: boolean;
}

/** `use` is called before the modules of the configs stop. */
export async function runFiles<Result>(
  files: readonly string[],
  { runsTransforms, json, ...options }: RunFilesOptions,
  { io, use }: { readonly io: Io; readonly use: (run: TestRun) => Promise<Result> | Result },
): Promise<Result> {
  const start = performance.now();
  const log = createServerLog({ log: io.stderr, env: io.env }, json);
  const loader = createSuiteLoader({
    env: io.env,
    warn: log.warning,
    runsTransforms,
    // Imported late: most configs name no module.
    createTransformLoader: async (base) => {
      await requirePackages(["@hookwright/transforms"]);
      const { createTransformLoader } = await import("@hookwright/transforms");
      return createTransformLoader({ ...base, output: log.output });
    },
  });
  const progress = createProgress("cases", io);
  const suites: SuiteResult[] = [];
  const unusable: UnusableFile[] = [];
  const watched: string[] = [];
  const patterns: string[] = [];
  try {
    for (const file of files) {
      const loaded = await loader.load(file);
      watched.push(...loaded.files);
      if (!loaded.ok) {
        unusable.push(loaded);
        continue;
      }
      patterns.push(...loaded.patterns);
      const result = await runSuite(loaded, { ...options, onProgress: progress.step });
      suites.push(result);
      progress.end();
      if (options.bail === true && result.results.some(({ ok }) => !ok)) break;
    }
    const all = suites.flatMap(({ results }) => results);
    const passed = all.filter(({ ok }) => ok).length;
    const run: TestRun = {
      suites,
      unusable,
      passed,
      failed: all.length - passed,
      durationMs: performance.now() - start,
      files: [...new Set(watched)],
      patterns: [...new Set(patterns)],
    };
    return await use(run);
  } finally {
    await loader.close();
  }
}
