// A config file → its plan in a file or on standard output, and the report of its problems.
import { visibleLine } from "@hookwright/base";
import type { HooksLoadOptions, LoadReport, LoadResult } from "@hookwright/config";
import { plan, writePlan } from "@hookwright/core/plan";
import { replaceFile } from "@hookwright/node-kit/files";
import { CliError } from "../cli-error.ts";
import { loadConfig } from "../config/load-config.ts";
import { prepareReading } from "../host/add-host-problems.ts";
import type { Io } from "../io.ts";
import { describeEndpoint } from "../output/describe-endpoint.ts";
import { problemsToJson, problemsToText, reportToJson } from "../output/problem-report.ts";
import { styleOf } from "../output/style.ts";
import { inspectWithSamples } from "./check.ts";

export interface BuildOptions {
  readonly out?: string;
  readonly hostConfig?: string;
  readonly json?: boolean;
}

/** Reports what `check` reports. Only errors keep the plan from being written. */
export async function build(file: string, options: BuildOptions, io: Io): Promise<number> {
  const { out, json: isJson = false } = options;
  const { context, addHost } = await prepareReading(options, { io });
  const writer = createWriter();
  const { inspect } = writer;
  const loaded = await loadConfig(file, { ...context, runsModules: false, inspect });
  if (loaded.ok) await loaded.close(0);
  const { report, own, hasErrors } = await addHost(loaded);
  const text = hasErrors || !report.ok ? undefined : writer.text();
  if (text !== undefined && out !== undefined) await write(out, text);
  const isMade = text !== undefined;
  // If the plan goes to standard output, the report goes to standard error.
  const output = out === undefined ? io.stderr : io.stdout;
  const built = { report, own, isMade, out };
  output.write(isJson ? builtToJson(built) : builtToText(built, styleOf(output, io.env)));
  if (isMade && out === undefined) io.stdout.write(text);
  return isMade ? 0 : 1;
}

interface Built {
  readonly report: LoadResult;
  /** The report of the file of --host-config. */
  readonly own: LoadReport | undefined;
  readonly isMade: boolean;
  readonly out: string | undefined;
}

function builtToText(
  { report, own, isMade, out }: Built,
  style: ReturnType<typeof styleOf>,
): string {
  const served = report.ok && isMade ? ` ${describeEndpoint(report.hooks)}` : "";
  const lines = [
    `${problemsToText(report, style)}${served}`,
    ...(own === undefined ? [] : [problemsToText(own, style)]),
    ...(isMade && out !== undefined ? [`Wrote ${visibleLine(out)}.`] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function builtToJson({ report, own, isMade, out }: Built): string {
  const json = {
    ...problemsToJson(report, isMade),
    ...(own && { hostConfig: problemsToJson(own, isMade) }),
    ...(isMade && out !== undefined && { plan: out }),
  };
  return `${reportToJson("build", json)}\n`;
}

interface PlanWriter {
  /** Makes the plan of a config that compiles, and finds the secrets that a plan must not hold. */
  readonly inspect: NonNullable<HooksLoadOptions["inspect"]>;
  readonly text: () => string | undefined;
}

function createWriter(): PlanWriter {
  let text: string | undefined;
  return {
    text: () => text,
    inspect: async (config, options) => {
      const found = await inspectWithSamples(config, options);
      const made = plan(config, options);
      const written = made.ok ? await writePlan(made.plan) : made;
      if (!written.ok) return [...found, ...written.problems];
      text = written.text;
      return found;
    },
  };
}

/** Written whole or not at all: a server may watch the file. */
async function write(path: string, text: string): Promise<void> {
  await replaceFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`The plan cannot be written to "${path}": the system says ${error.code}.`);
  });
}
