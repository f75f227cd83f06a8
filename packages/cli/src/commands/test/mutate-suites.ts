// Test files that were run, and the options of mutation → its report, and whether the score is high enough.

import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { visibleJson, visibleLine } from "@hookwright/base";
import { includeFiles, loadConfigFile } from "@hookwright/config";
import { stubbedOptions, type TransformStub } from "@hookwright/testing";
import {
  type Exception,
  findUnused,
  groupByConfig,
  isIgnored,
  locateValue,
  type RunSuite,
} from "@hookwright/testing/files";
import {
  type Mutant,
  type MutantResult,
  type MutationSuite,
  type RunMutantsOptions,
  runMutants,
  sampleMutants,
} from "@hookwright/testing/mutation";
import { listSampleEvents } from "../../config/sample-events.ts";
import type { Io } from "../../io.ts";
import { createProgress } from "../../output/progress.ts";
import { createStyle, type Style, useColor } from "../../output/style.ts";
import { renderReport } from "../../render-report.ts";
import { readGitConfig } from "../diff/read-git.ts";
import { adviceOf, describeMutant, type MutatedConfig, placeOfMutant } from "./mutant-words.ts";
import { describeSample, mutationReport } from "./mutation-report.ts";
import type { MutantSuite, MutantTest } from "./report/reports-for-programs.ts";

export interface MutateOptions {
  /** `true`: all but lines of text. `html`: the same, as a page. */
  readonly mutate?: true | "text" | "html";
  readonly minMutation?: number;
  readonly maxMutants?: number;
  readonly seed?: number;
  readonly since?: string;
}

/** A test file that was run, with its exceptions. */
export interface MutatedSuite extends RunSuite {
  readonly loaded: RunSuite["loaded"] & {
    readonly suite: RunSuite["loaded"]["suite"] & {
      readonly transforms: "run" | Readonly<Record<string, TransformStub>>;
      readonly ignore: readonly Omit<Exception, "file">[];
    };
  };
}

export interface MutateResult {
  /** Whether the score is high enough, and every exception matches a mutant. */
  readonly ok: boolean;
  /** The JSON of the run → the same with the results of the mutants. */
  readonly addTo: (report: string) => string;
  /** The mutants as tests, for the other reports. */
  readonly suites: readonly MutantSuite[];
}

/** `isForPrograms`: programs read standard output, so text for people goes to standard error. */
export async function mutateSuites(
  suites: readonly MutatedSuite[],
  options: MutateOptions & { readonly isForPrograms: boolean },
  io: Io,
): Promise<MutateResult> {
  const { minMutation = 0, isForPrograms } = options;
  const mutated: MutatedConfig[] = [];
  const progress = createProgress("mutants", io);
  for (const ones of groupByConfig(suites).values()) {
    mutated.push(await mutateConfigOf(ones, { ...options, onProgress: progress.step }));
    progress.end();
  }
  const out = isForPrograms ? io.stderr : io.stdout;
  const style = createStyle(useColor(out, io.env));
  if (options.mutate === "html") out.write(`${await writePage(mutated)}\n`);
  else out.write(mutationToText(mutated, style));
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

/** In the folder of the reports of coverage. */
const PAGE = join("coverage", "mutation.html");

/** Returns its path. */
async function writePage(mutated: readonly MutatedConfig[]): Promise<string> {
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, await renderReport(mutationReport(mutated)));
  return PAGE;
}

type MutateSteps = MutateOptions & Required<Pick<RunMutantsOptions, "onProgress">>;

async function mutateConfigOf(
  suites: readonly MutatedSuite[],
  { mutate, maxMutants, seed = randomInt(1_000_000), since, onProgress }: MutateSteps,
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
    onProgress,
  });
  return {
    filename: config.filename,
    document,
    report,
    located: report.results.map(({ mutant }) => locateValue(mutant, document)),
    ignored,
    unused: findUnused(exceptions, all),
    ...(maxMutants !== undefined && maxMutants < of && { sample: { of, seed } }),
  };
}

/** Without the cases that failed. */
function toMutationSuite({ loaded, results }: MutatedSuite): MutationSuite {
  const { suite, config } = loaded;
  const stubs = suite.transforms === "run" ? {} : suite.transforms;
  return {
    cases: results.filter(({ ok }) => ok).map(({ testCase }) => testCase),
    now: suite.now,
    options: stubbedOptions(config.config, stubs),
  };
}

/** A survivor fails only if the score is too low. */
function mutantSuites(
  mutated: readonly MutatedConfig[],
  minMutation: number,
): readonly MutantSuite[] {
  return mutated.map(({ filename, report, located }) => {
    const isTooLow = report.score < minMutation;
    const tests = report.results.flatMap((result, index) => {
      const outcome = outcomeOf(result, isTooLow);
      if (outcome === undefined) return [];
      const name = `${placeOfMutant(filename, located[index])} ${describeMutant(result)}`;
      const { file = filename, range } = located[index] ?? {};
      return [{ name, file, line: range?.start.line, ...outcome }];
    });
    return { name: `mutation of ${filename}`, tests };
  });
}

type MutantOutcome = Pick<MutantTest, "state" | "text">;

/** Undefined for a mutant that does not compile or is equivalent. */
function outcomeOf(result: MutantResult, isTooLow: boolean): MutantOutcome | undefined {
  switch (result.verdict) {
    case "killed":
      return { state: "passed", text: "" };
    case "survived":
      return {
        state: isTooLow ? "failed" : "skipped",
        text: `survived: ${adviceOf(result)}`,
      };
    case "not covered":
      return { state: "skipped", text: "not covered: no case reaches the mapping" };
    default:
      return undefined;
  }
}

/** The JSON of a run and the results of the mutants → one JSON object. The same input gives the same bytes. */
function withMutation(report: string, mutated: readonly MutatedConfig[]): string {
  const mutation = mutated.map(({ filename, report, located, ignored, unused, sample }) => ({
    config: filename,
    score: report.score,
    counts: report.counts,
    ignored,
    unused,
    ...(sample !== undefined && { sample }),
    mutants: report.results.map(({ mutant, ...result }, index) => ({
      operator: mutant.operator,
      mapping: mutant.mappingId,
      partial: mutant.partial,
      path: mutant.path,
      ...located[index],
      label: mutant.label,
      ...result,
    })),
  }));
  return `${visibleJson({ ...JSON.parse(report), mutation }, 2)}\n`;
}

/**
 * A part is a partial, or a key of a mapping, which is found by its id or, without one, by its index. If the previous
 * config is missing or cannot be read, every part is new.
 */
async function changedSince(
  ref: string,
  configFile: string,
  config: unknown,
): Promise<(mutant: Mutant) => boolean> {
  const { file, remove } = await readGitConfig(`git:${ref}`, configFile);
  try {
    const document = await includeFiles(await loadConfigFile(file));
    const before = readParts(document.ok ? document.config : undefined);
    const after = readParts(config);
    return (mutant) => {
      const { partial, path } = mutant;
      if (partial !== undefined) return after.partials[partial] !== before.partials[partial];
      const own = after.mappings[mutant.place];
      const old =
        own?.id === undefined
          ? before.mappings[mutant.place]
          : before.mappings.find(({ id }) => id === own.id);
      const key = path[3];
      // Removing or swapping a mapping is about the whole mapping.
      const partOf = (one: Written | undefined) => (key === undefined ? one : one?.[String(key)]);
      return JSON.stringify(partOf(own)) !== JSON.stringify(partOf(old));
    };
  } finally {
    await remove();
  }
}

interface Written {
  readonly id?: unknown;
  readonly [key: string]: unknown;
}

interface Parts {
  readonly mappings: readonly Written[];
  readonly partials: Written;
}

/** The config may have any shape. */
function readParts(config: unknown): Parts {
  const { hooks } = (config ?? {}) as { readonly hooks?: { readonly [key: string]: unknown } };
  const { mappings, partials } = hooks ?? {};
  return {
    mappings: Array.isArray(mappings) ? mappings : [],
    partials: typeof partials === "object" && partials !== null ? (partials as Written) : {},
  };
}

/** A line for each mutant that no case notices, with the case to add, and a line with counts. */
function mutationToText(mutated: readonly MutatedConfig[], style: Style): string {
  return mutated.map((one) => `${linesOf(one, style).join("\n")}\n`).join("");
}

function linesOf(one: MutatedConfig, style: Style): readonly string[] {
  const { filename, report, located, ignored, sample } = one;
  const { counts, score } = report;
  const missed = report.results.flatMap((result, index) => {
    if (result.verdict !== "survived") return [];
    return describeSurvivor(result, placeOfMutant(filename, located[index]), style);
  });
  const note = ignored === 0 ? "" : ` · ignored ${ignored}`;
  const drawn = sample === undefined ? [] : [describeSample(one)];
  const summary = `killed ${counts.killed} · survived ${counts.survived} · not covered ${counts["not covered"]} · invalid ${counts.invalid} · same ${counts.same}${note} · score ${score} %`;
  return [...missed, ...drawn, counts.survived === 0 ? style.good(summary) : style.error(summary)];
}

function describeSurvivor(result: MutantResult, place: string, style: Style): readonly string[] {
  const head = `${style.error("survived")}  ${style.title(visibleLine(place))}  ${describeMutant(result)}`;
  return [head, `          ${style.hint(adviceOf(result))}`];
}
