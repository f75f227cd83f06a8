// Measured coverage → what the page of the report shows: what is missing, the figures, and the config with marks.

import type { TextSpan } from "@hookwright/core";
import type {
  CaseToAdd,
  CoverageReport,
  CoveredConfig,
  SourceFile,
} from "@hookwright/studio/report";
import { COVERAGE_KINDS } from "@hookwright/testing/coverage";
import {
  changesToText,
  type LocatedReport,
  type LocatedUnit,
  locateValue,
  placeOf,
  type ShownReport,
  type WrittenDocument,
} from "@hookwright/testing/files";
import { type LineNote, type Mark, sourceFile } from "../../../output/source-lines.ts";
import { expectationOf } from "../mutant-words.ts";
import { joinUnits, ownerOf } from "./reports.ts";

export function coverageReport(shown: readonly ShownReport[]): CoverageReport {
  return { kind: "coverage", configs: shown.map(toConfig) };
}

function toConfig({ located, document }: ShownReport): CoveredConfig {
  const { filename, report, units } = located;
  const counts = COVERAGE_KINDS.map((name) => ({ name, ...report.kinds[name] }));
  const missing = joinUnits(units.filter(({ unit }) => !unit.isCovered));
  return {
    name: filename,
    percent: report.total.percent,
    counts: [...counts, { name: "total", ...report.total }],
    missing: missing.map((one) => toMissing(one, located)),
    files: toFiles({ located, document }, missing),
  };
}

function toMissing(one: LocatedUnit, located: LocatedReport): CoveredConfig["missing"][number] {
  const { unit, file, range } = one;
  const { label, reason = "", suggestion } = unit;
  const found = { file: located.included.findIndex(({ filename }) => filename === file) + 1 };
  return {
    ...(range !== undefined && {
      place: {
        ...found,
        line: range.start.line,
        text: placeOf({ file: file ?? located.filename, range }),
      },
    }),
    owner: ownerOf(unit),
    label,
    reason,
    ...(suggestion !== undefined && { add: toCase(suggestion) }),
  };
}

function toCase(suggestion: NonNullable<LocatedUnit["unit"]["suggestion"]>): CaseToAdd {
  const { from, becomes, mapping } = suggestion;
  return { from, lines: [changesToText(suggestion), expectationOf({ becomes, mapping })] };
}

/** The config, and the files that it includes. */
function toFiles(
  { located, document }: ShownReport,
  missing: readonly LocatedUnit[],
): readonly SourceFile[] {
  const { filename, source, included, units } = located;
  const toFile = (name: string, text: string, file: string | undefined): SourceFile =>
    sourceFile(
      { name, source: text },
      units.filter((one) => one.file === file).flatMap((one) => marksOf(one, document)),
      missing.filter((one) => one.file === file).flatMap(noteOf),
    );
  return [
    toFile(filename, source, undefined),
    ...included.map((one) => toFile(one.filename, one.source, one.filename)),
  ];
}

function marksOf(one: LocatedUnit, document: WrittenDocument): readonly Mark[] {
  const { range, unit } = one;
  if (range === undefined) return [];
  const { start, end } = range;
  const isGood = unit.isCovered;
  // A mapping is marked at its beginning: the rest of it has its own units.
  const isWhole = unit.span === undefined && end.line > start.line;
  return [
    { start: start.offset, end: isWhole ? start.offset + 1 : end.offset, isGood },
    ...armsOf(one, document).map((arm) => ({ ...arm, isGood })),
  ];
}

function noteOf({ range, unit }: LocatedUnit): readonly LineNote[] {
  if (range === undefined) return [];
  return [{ line: range.start.line, text: `${unit.reason}: ${unit.label}` }];
}

/** The half of the block that a unit is about, in the file. */
function armsOf(
  { unit: { kind, path, span, label } }: LocatedUnit,
  document: WrittenDocument,
): readonly TextSpan[] {
  if (kind !== "branches" || span === undefined) return [];
  const template = path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<string | number, unknown>>)[key],
    document.config,
  );
  const arms = findArms(String(template), span);
  const isOther = label.startsWith("{{else}} of ");
  const arm = isOther ? arms?.other : arms?.body;
  if (arm === undefined || label.startsWith("not ") || label.endsWith(" with none")) return [];
  const location = locateValue({ path, span: arm }, document);
  if (location === undefined) return [];
  const { start, end } = location.range;
  return [{ start: start.offset, end: end.offset }];
}

interface ArmSpans {
  readonly body: TextSpan;
  /** After the `{{else}}`; absent if there is none. */
  readonly other?: TextSpan;
}

const TAG = /\{\{~?!--[\s\S]*?--~?\}\}|\{\{[\s\S]*?\}\}/g;

/** Undefined if it is not a block. Braces in texts and raw blocks are not looked into: at worst, less is coloured. */
export function findArms(template: string, { start, end }: TextSpan): ArmSpans | undefined {
  if (!/^\{\{~?[#^]/.test(template.slice(start, end))) return undefined;
  const tags = tagsOfBlock(template, end);
  const close = tags.find(({ kind }) => kind === "close");
  if (close === undefined) return undefined;
  const half = tags.find(({ kind }) => kind === "else");
  if (half === undefined || half.start > close.start)
    return { body: { start: end, end: close.start } };
  return {
    body: { start: end, end: half.start },
    other: { start: half.isCondition ? half.start : half.end, end: close.start },
  };
}

interface BlockTag extends TextSpan {
  readonly kind: "open" | "else" | "close";
  /** Whether the condition of an `else if` is a part of the other half. */
  readonly isCondition: boolean;
}

/** The tags after the opening one that belong to the same block. */
function tagsOfBlock(template: string, from: number): readonly BlockTag[] {
  let depth = 0;
  const own: BlockTag[] = [];
  for (const { 0: text, index } of template.slice(from).matchAll(TAG)) {
    const kind = kindOf(text);
    if (kind === undefined) continue;
    const start = from + index;
    const isCondition = /^\{\{~?\s*else\s+\w/.test(text);
    if (depth === 0) own.push({ kind, start, end: start + text.length, isCondition });
    if (kind === "open") depth += 1;
    if (kind === "close") depth -= 1;
  }
  return own;
}

function kindOf(text: string): BlockTag["kind"] | undefined {
  if (/^\{\{~?\s*(?:else\b|\^\s*~?\}\})/.test(text)) return "else";
  if (/^\{\{~?[#^]/.test(text)) return "open";
  return /^\{\{~?\//.test(text) ? "close" : undefined;
}
