// Test files and options → a report, and the exit code: 1 where a case fails, 2 where a file cannot be read.

import { isCi } from "@hookwright/testing/files";
import { createUsageError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { useColor } from "../../output/color.ts";
import { chooseFiles } from "./choose-files.ts";
import type { CoverOptions } from "./cover/cover-suites.ts";
import { parseFloors } from "./cover/parse-floors.ts";
import type { MutateOptions } from "./mutate/mutate-suites.ts";
import { runToHuman } from "./report/run-to-human.ts";
import { runToJson } from "./report/run-to-json.ts";
import { runToJunit } from "./report/run-to-junit.ts";
import { runToTap } from "./report/run-to-tap.ts";
import { type RunFilesOptions, runFiles, type TestRun } from "./run-files.ts";
import { watchRuns } from "./watch-runs.ts";

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
    throw createUsageError("--watch does not go with --update: each change would be accepted.");
  }
  // A wrong floor is told before anything runs.
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
            color,
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
  /** What is suggested is run once, which writes its snapshots. */
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
    const { mutateSuites } = await import("./mutate/mutate-suites.ts");
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

/** A test file that cannot be read goes before what others found. */
function exitCodeOf({ unusable, failed }: TestRun): number {
  if (unusable.some(({ isOfConfig }) => !isOfConfig)) return 2;
  return failed > 0 || unusable.length > 0 ? 1 : 0;
}
