// The results of mutants → what the page of the report shows: what no case notices, the rest, and the config with marks.

import type {
  MutantRow,
  MutatedConfig as MutatedConfigView,
  MutationReport,
  SourceFile,
  Survivor,
} from "@hookwright/studio/report";
import type { MutantResult } from "@hookwright/testing/mutation";
import { type LineNote, type Mark, sourceFile } from "../../output/source-lines.ts";
import {
  caseFor,
  describeChange,
  describeMutant,
  type MutatedConfig,
  placeOfMutant,
  reasonOf,
} from "./mutant-words.ts";

export function mutationReport(mutated: readonly MutatedConfig[]): MutationReport {
  return { kind: "mutation", configs: mutated.map(toConfig) };
}

function toConfig(one: MutatedConfig): MutatedConfigView {
  const { filename, report, ignored, sample } = one;
  const { counts, score, results } = report;
  const rows = results.map((result, index) => ({ result, row: toRow(result, index, one) }));
  return {
    name: filename,
    score,
    counts: [...Object.entries(counts), ...(ignored > 0 ? ([["ignored", ignored]] as const) : [])],
    ...(sample !== undefined && { sample: describeSample(one) }),
    survived: rows.flatMap(({ result, row }) => toSurvivor(result, row)),
    notCovered: rows.filter(({ result }) => result.verdict === "not covered").map(({ row }) => row),
    killed: rows.flatMap(({ result, row }) => toKilled(result, row)),
    files: toFiles(one),
  };
}

/** `3 of 9 mutants; repeat with --seed 7` */
export function describeSample({ report, sample }: MutatedConfig): string {
  return `${report.results.length} of ${sample?.of} mutants; repeat with --seed ${sample?.seed}`;
}

function toRow(result: MutantResult, index: number, one: MutatedConfig): MutantRow {
  const { filename, located, document } = one;
  const { file, range } = located[index] ?? {};
  const files = document.included ?? [];
  return {
    ...(range !== undefined && {
      place: {
        file: files.findIndex((included) => included.filename === file) + 1,
        line: range.start.line,
        text: placeOfMutant(filename, located[index]),
      },
    }),
    operator: result.mutant.operator,
    text: describeChange(result),
  };
}

function toSurvivor(result: MutantResult, row: MutantRow): readonly Survivor[] {
  const { verdict, difference } = result;
  if (verdict !== "survived") return [];
  const add = difference === undefined ? {} : { add: caseFor(difference) };
  return [{ ...row, reason: reasonOf(result), ...add }];
}

function toKilled(
  { verdict, killedBy = "" }: MutantResult,
  row: MutantRow,
): MutatedConfigView["killed"] {
  return verdict === "killed" ? [{ ...row, by: killedBy }] : [];
}

/** The config, and the files that it includes. */
function toFiles(one: MutatedConfig): readonly SourceFile[] {
  const { filename, document } = one;
  const toFile = (name: string, source: string, file: string | undefined): SourceFile =>
    sourceFile({ name, source }, marksOf(one, file), notesOf(one, file));
  return [
    toFile(filename, document.source, undefined),
    ...(document.included ?? []).map(({ filename: name, source }) => toFile(name, source, name)),
  ];
}

/** A mutant that cannot be noticed says nothing about its part. */
function marksOf({ report, located }: MutatedConfig, file: string | undefined): readonly Mark[] {
  return report.results.flatMap(({ verdict, mutant }, index) => {
    const location = located[index];
    if (location === undefined || location.file !== file) return [];
    if (verdict === "same" || verdict === "invalid") return [];
    const { start, end } = location.range;
    // A mapping is marked at its beginning: the rest of it has its own mutants.
    const isWhole = mutant.span === undefined && end.line > start.line;
    return [
      {
        start: start.offset,
        end: isWhole ? start.offset + 1 : end.offset,
        isGood: verdict === "killed",
      },
    ];
  });
}

function notesOf(
  { report, located }: MutatedConfig,
  file: string | undefined,
): readonly LineNote[] {
  return report.results.flatMap((result, index) => {
    const location = located[index];
    if (location === undefined || location.file !== file) return [];
    if (result.verdict !== "survived") return [];
    return [{ line: location.range.start.line, text: `not noticed: ${describeMutant(result)}` }];
  });
}
