// Test files and options → a report, and the exit code: 1 where a case fails, 2 where a file cannot be read.
import { createUsageError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { useColor } from "../../output/color.ts";
import { isCi } from "../../testing/test-config.ts";
import { chooseFiles } from "./choose-files.ts";
import { runToHuman } from "./report/run-to-human.ts";
import { runToJson } from "./report/run-to-json.ts";
import { runToJunit } from "./report/run-to-junit.ts";
import { runToTap } from "./report/run-to-tap.ts";
import { type RunFilesOptions, runFiles, type TestRun } from "./run-files.ts";
import { watchRuns } from "./watch-runs.ts";

export interface TestOptions {
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
  const { watch, update, filter } = options;
  if (watch === true && update === true) {
    throw createUsageError("--watch does not go with --update: each change would be accepted.");
  }
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
      use: (run) => {
        const verbose = options.verbose === true;
        const color = useColor(io.stdout, io.env);
        io.stdout.write(REPORTS[reporter](run, { verbose, color }));
        return { exitCode: exitCodeOf(run), run };
      },
    });
  if (watch !== true) return (await once()).exitCode;
  await watchRuns(async () => (await once()).run, io);
  return 0;
}

const REPORTS = { human: runToHuman, tap: runToTap, junit: runToJunit, json: runToJson };

function contains(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}

/** A test file that cannot be read goes before what others found. */
function exitCodeOf({ unusable, failed }: TestRun): number {
  if (unusable.some(({ isOfConfig }) => !isOfConfig)) return 2;
  return failed > 0 || unusable.length > 0 ? 1 : 0;
}
