// Test files that were run, and the options of mutation → its report, and whether the score is high enough.
import { randomInt } from "node:crypto";
import { visibleLine } from "@hookwright/base";
import {
  FIXED_PORTS,
  type Mutant,
  type MutationSuite,
  runMutants,
  sampleMutants,
} from "@hookwright/testing";
import type { RunSuite } from "@hookwright/testing/files";
import {
  type Exception,
  findUnused,
  HOST_CHANNELS,
  isIgnored,
  locateValue,
  SEVERITIES,
  stubsFor,
} from "@hookwright/testing/files";
import { listSampleEvents } from "../../../config/sample-events.ts";
import type { Io } from "../../../io.ts";
import { useColor } from "../../../output/color.ts";
import { createStyle } from "../../../output/style.ts";
import type { MutantSuite } from "../report/report-options.ts";
import { mutantSuites } from "./mutant-suites.ts";
import type { MutatedConfig } from "./mutated-config.ts";
import { withMutation } from "./mutation-to-json.ts";
import { mutationToText } from "./mutation-to-text.ts";
import { changedSince } from "./since.ts";

export interface MutateOptions {
  /** `true`: all but lines of text. */
  readonly mutate?: true | "text";
  readonly minMutation?: number;
  readonly maxMutants?: number;
  readonly seed?: number;
  readonly since?: string;
}

/** A test file that was run, with its exceptions. */
export interface MutatedSuite extends RunSuite {
  readonly loaded: RunSuite["loaded"] & {
    readonly suite: RunSuite["loaded"]["suite"] & {
      readonly transforms: "run" | Parameters<typeof stubsFor>[1];
      readonly ignore: readonly Omit<Exception, "file">[];
    };
  };
}

export interface MutateResult {
  /** Whether the score is high enough, and every exception names a mutant. */
  readonly ok: boolean;
  /** The JSON of the run → the same with what the mutants came to. */
  readonly addTo: (report: string) => string;
  /** The mutants as tests, for the other reports. */
  readonly suites: readonly MutantSuite[];
}

/** `isForPrograms`: they read standard output, so what is for people goes to standard error. */
export async function mutateSuites(
  suites: readonly MutatedSuite[],
  options: MutateOptions & { readonly isForPrograms: boolean },
  io: Io,
): Promise<MutateResult> {
  const { minMutation = 0, isForPrograms } = options;
  const byConfig = new Map<string, MutatedSuite[]>();
  for (const one of suites) {
    const { configFile } = one.loaded.suite;
    byConfig.set(configFile, [...(byConfig.get(configFile) ?? []), one]);
  }
  const mutated: MutatedConfig[] = [];
  for (const ones of byConfig.values()) mutated.push(await mutateConfigOf(ones, options));
  const out = isForPrograms ? io.stderr : io.stdout;
  const style = createStyle(useColor(out, io.env));
  out.write(mutationToText(mutated, style));
  const missed = mutated.filter(({ report }) => report.score < minMutation);
  for (const { filename, report } of missed) {
    io.stderr.write(
      `${visibleLine(filename)}: mutation score is ${report.score} %, and must be ${minMutation} %.\n`,
    );
  }
  const unused = mutated.flatMap((one) => one.unused);
  for (const { file, mutant, at } of unused) {
    io.stderr.write(
      `${visibleLine(`${file}: no mutant is ${mutant} at ${at}.`)} Remove this exception from "ignore".\n`,
    );
  }
  return {
    ok: missed.length === 0 && unused.length === 0,
    addTo: (report) => withMutation(report, mutated),
    suites: mutantSuites(mutated, minMutation),
  };
}

async function mutateConfigOf(
  suites: readonly MutatedSuite[],
  { mutate, maxMutants, seed = randomInt(1_000_000), since }: MutateOptions,
): Promise<MutatedConfig> {
  const [{ loaded }] = suites as [MutatedSuite];
  const { config, document } = loaded;
  const exceptions = suites.flatMap((one) =>
    one.loaded.suite.ignore.map((ignored) => ({ ...ignored, file: one.loaded.file })),
  );
  const isChanged =
    since === undefined
      ? undefined
      : await changedSince(since, loaded.suite.configFile, config.config);
  let ignored = 0;
  let all: readonly Mutant[] = [];
  let of = 0;
  const choose = (mutants: readonly Mutant[]): readonly Mutant[] => {
    all = mutants;
    const meant = mutants.filter((one) => isChanged?.(one) ?? true);
    const kept = meant.filter((one) => !exceptions.some((exception) => isIgnored(one, exception)));
    ignored = meant.length - kept.length;
    of = kept.length;
    return maxMutants === undefined ? kept : sampleMutants(kept, { max: maxMutants, seed });
  };
  const report = await runMutants(config.config, suites.map(toMutationSuite), {
    text: mutate === "text",
    choose,
    samples: await listSampleEvents(config.config),
  });
  return {
    filename: config.filename,
    report,
    located: report.results.map(({ mutant }) => locateValue(mutant, document)),
    ignored,
    unused: findUnused(exceptions, all),
    ...(maxMutants !== undefined && maxMutants < of && { sample: { of, seed } }),
  };
}

/** What a case of these came to is known: those that failed are left out. */
function toMutationSuite({ loaded, results }: MutatedSuite): MutationSuite {
  const { suite, config } = loaded;
  const stubs = suite.transforms === "run" ? {} : suite.transforms;
  return {
    cases: results.filter(({ ok }) => ok).map(({ testCase }) => testCase),
    now: suite.now,
    options: {
      ...FIXED_PORTS,
      channels: HOST_CHANNELS,
      severities: SEVERITIES,
      transforms: stubsFor(config.config, stubs),
    },
  };
}
