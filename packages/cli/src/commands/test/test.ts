// Test files and options → a report, and the exit code: 1 if a case fails, 2 if a file cannot be read.

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { visibleLine } from "@hookwright/base";
import { createFileWatcher } from "@hookwright/config/internal";
import { findTestFiles, isCi, isTestName } from "@hookwright/testing/files";
import { createUsageError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { createStyle, useColor } from "../../output/style.ts";
import { untilSignal } from "../until-signal.ts";
import type { CoverOptions } from "./cover/cover-suites.ts";
import { parseFloors } from "./cover/parse-floors.ts";
import type { MutateOptions } from "./mutate-suites.ts";
import { runToJson, runToJunit, runToTap } from "./report/reports-for-programs.ts";
import { runToHuman } from "./report/run-to-human.ts";
import { type RunFilesOptions, runFiles, type TestRun } from "./run-files.ts";

export interface TestOptions extends Omit<CoverOptions, "isForPrograms" | "isJson">, MutateOptions {
  readonly filter?: string;
  readonly update?: boolean;
  readonly bail?: boolean;
  readonly watch?: boolean;
  readonly reporter?: "human" | "tap" | "junit" | "json";
  readonly transforms?: "stub" | "run";
  readonly verbose?: boolean;
  readonly json?: boolean;
}

export async function test(
  paths: readonly string[],
  options: TestOptions,
  io: Io,
): Promise<number> {
  const { watch, update, filter, minCoverage } = options;
  if (watch === true && update === true) {
    throw createUsageError(
      "--watch cannot be combined with --update: every change would be accepted.",
    );
  }
  // A wrong minimum is reported before anything runs.
  if (minCoverage !== undefined) parseFloors(minCoverage);
  const reporter = options.json === true ? "json" : (options.reporter ?? "human");
  const snapshots = isCi(io.env) ? "none" : "write";
  const runOptions: RunFilesOptions = {
    runsTransforms: options.transforms === "run",
    json: reporter === "json",
    bail: options.bail === true,
    snapshots: update === true ? "update" : snapshots,
    ...(filter !== undefined && { filter: ({ name }) => contains(name, filter) }),
  };
  const once = (): Promise<{ readonly exitCode: number; readonly run: TestRun }> =>
    runFiles(chooseFiles(paths), runOptions, {
      io,
      use: async (run) => {
        const verbose = options.verbose === true;
        const color = useColor(io.stdout, io.env);
        // People read on while the mutants run; for programs, they are a part of the report.
        if (reporter === "human") io.stdout.write(runToHuman(run, { verbose, color }));
        const coverage = await coverRun(run, {
          ...options,
          isForPrograms: reporter !== "human",
          isJson: reporter === "json",
        });
        const mutation = await mutateRun(run);
        if (reporter !== "human") {
          const report = REPORTS[reporter](run, {
            verbose,
            mutants: mutation?.suites ?? [],
          });
          const parts = [coverage, mutation].filter((part) => part !== undefined);
          io.stdout.write(
            reporter === "json" ? parts.reduce((text, part) => part.addTo(text), report) : report,
          );
        }
        const isFine = coverage?.ok !== false && mutation?.ok !== false;
        return { exitCode: exitCodeOf(run) || Number(!isFine), run };
      },
    });
  /** Suggested cases run once, which writes their snapshots. */
  async function coverRun({ suites }: TestRun, cover: CoverOptions) {
    if (!asksForCoverage(cover)) return undefined;
    const { coverSuites } = await import("./cover/cover-suites.ts");
    const covered = await coverSuites(suites, cover, io);
    if (covered.written.length > 0) {
      await runFiles(covered.written, runOptions, { io, use: () => undefined });
    }
    return covered;
  }

  async function mutateRun({ suites }: TestRun) {
    if (!asksForMutation(options)) return undefined;
    const { mutateSuites } = await import("./mutate-suites.ts");
    return await mutateSuites(suites, { ...options, isForPrograms: reporter !== "human" }, io);
  }

  if (watch !== true) return (await once()).exitCode;
  await watchRuns(async () => (await once()).run, io);
  return 0;
}

function asksForCoverage({ coverage, minCoverage, suggest }: CoverOptions): boolean {
  return coverage !== undefined || minCoverage !== undefined || suggest === true;
}

function asksForMutation({ mutate, minMutation, maxMutants, since }: MutateOptions): boolean {
  return [mutate, minMutation, maxMutants, since].some((one) => one !== undefined);
}

const REPORTS = { tap: runToTap, junit: runToJunit, json: runToJson };

function contains(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}

/** A test file that cannot be read takes precedence over failures. */
function exitCodeOf({ unusable, failed }: TestRun): number {
  if (unusable.some(({ isOfConfig }) => !isOfConfig)) return 2;
  return failed > 0 || unusable.length > 0 ? 1 : 0;
}

/** A repository has its configs near its root; deeper ones belong to others. */
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

/** Resolves after a stop signal, when the run in progress has ended. */
export async function watchRuns(
  runOnce: () => Promise<Pick<TestRun, "files" | "patterns">>,
  io: Io,
): Promise<void> {
  const stopped = untilSignal(io.signals);
  const style = createStyle(useColor(io.stderr, io.env));
  let latest: Promise<void> = Promise.resolve();
  let isClosed = false;
  const again = (): void => {
    latest = latest.then(async () => {
      if (isClosed) return;
      try {
        const { files, patterns } = await runOnce();
        watcher.watch(files, patterns);
      } catch (error) {
        // Such as a folder without test files, after the last one was removed.
        io.stderr.write(`${style.error("error")} ${visibleLine(String(error))}\n`);
      }
      io.stderr.write(`${style.dim("Waiting for a change (Ctrl-C to stop)")}\n`);
    });
  };
  const watcher = createFileWatcher({ onChange: again, isModule: isTestName });
  again();
  await stopped;
  isClosed = true;
  await latest;
  watcher.close();
}
