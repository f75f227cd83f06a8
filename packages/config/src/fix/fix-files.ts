// A config that can be loaded again with other texts → the texts of its files with all fixes applied.
import type { Fix, Problem } from "@hookwright/core";
import { applyEdits, type TextEdit } from "../edit/text-edit.ts";
import type { LoadReport } from "../load-result.ts";

/** Texts by the names that their files have in reports. */
export type ConfigTexts = ReadonlyMap<string, string>;

/** Which fixes are applied. */
export interface FixFilesOptions {
  /** Also fixes that change what a config means. Default: false. */
  readonly all?: boolean;
}

/** A file that fixes changed. */
export interface FixedFile {
  readonly filename: string;
  readonly before: string;
  readonly after: string;
  /** The problems that were fixed, in the order of the file. */
  readonly fixes: readonly string[];
}

/** The problems that remain, and the files that changed. */
export interface FixFilesResult<Report> {
  /** The result for the texts with the fixes. */
  readonly report: Report;
  readonly files: readonly FixedFile[];
}

/** A fix may reveal the next mistake. More rounds than this only come from fixes that undo each other. */
const MAX_ROUNDS = 50;

/**
 * Applies fixes until none is left. `load` loads the config with `fixes: true` and the texts
 * that it is given in place of those of files. Nothing is written.
 */
export async function fixFiles<Report extends LoadReport>(
  load: (texts: ConfigTexts) => Promise<Report>,
  { all = false }: FixFilesOptions = {},
): Promise<FixFilesResult<Report>> {
  let report = await load(new Map());
  const before = textsOf(report);
  const applied = new Map<string, string[]>();
  const seen = new Set([keyOf(before)]);
  let texts = before;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const chosen = chooseFixes(report, { all, texts });
    if (chosen.length === 0) break;
    const next = await tryFixes(chosen, { texts, report, load });
    // Fixes that undo each other would never end.
    if (next === undefined || seen.has(keyOf(next.texts))) break;
    seen.add(keyOf(next.texts));
    texts = next.texts;
    report = next.report;
    for (const { filename, fix } of next.applied) {
      applied.set(filename, [...(applied.get(filename) ?? []), fix.title]);
    }
  }
  const files = [...texts].flatMap(([filename, after]): FixedFile[] => {
    const source = before.get(filename) as string;
    const fixes = applied.get(filename) ?? [];
    return source === after ? [] : [{ filename, before: source, after, fixes }];
  });
  return { report, files };
}

function keyOf(texts: ConfigTexts): string {
  return JSON.stringify([...texts.values()]);
}

function textsOf({ filename, source, included = [] }: LoadReport): ConfigTexts {
  const own = source === undefined ? [] : [[filename, source] as const];
  return new Map([...own, ...included.map((one) => [one.filename, one.source] as const)]);
}

interface ChosenFix {
  readonly filename: string;
  readonly fix: Fix;
  readonly edits: readonly TextEdit[];
}

/** Fixes that overlap wait for the next round. */
function chooseFixes(
  { problems, filename: own }: LoadReport,
  { all, texts }: { readonly all: boolean; readonly texts: ConfigTexts },
): readonly ChosenFix[] {
  const chosen: ChosenFix[] = [];
  for (const { fixes = [], file: filename = own } of problems) {
    const fix = fixes.find(({ safe }) => safe || all);
    if (fix === undefined || !texts.has(filename)) continue;
    const edits = editsOfFix(fix);
    const taken = chosen.filter((one) => one.filename === filename).flatMap((one) => one.edits);
    const overlaps = edits.some((edit) => taken.some((other) => touch(edit, other)));
    if (!overlaps) chosen.push({ filename, fix, edits });
  }
  return chosen;
}

function touch(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

interface Attempt<Report> {
  readonly texts: ConfigTexts;
  readonly report: Report;
  readonly load: (texts: ConfigTexts) => Promise<Report>;
}

interface FixedTexts<Report> {
  readonly texts: ConfigTexts;
  readonly report: Report;
  readonly applied: readonly ChosenFix[];
}

/** All together, else one by one: undefined if none improves the config. */
async function tryFixes<Report extends LoadReport>(
  chosen: readonly ChosenFix[],
  { texts, report, load }: Attempt<Report>,
): Promise<FixedTexts<Report> | undefined> {
  const attempts = [chosen, ...(chosen.length === 1 ? [] : chosen.map((one) => [one]))];
  for (const applied of attempts) {
    const next = new Map(texts);
    for (const filename of new Set(applied.map((one) => one.filename))) {
      const edits = applied.flatMap((one) => (one.filename === filename ? one.edits : []));
      next.set(filename, applyEdits(texts.get(filename) as string, edits));
    }
    const after = await load(next);
    if (isBetter(after, report)) return { texts: next, report: after, applied };
  }
  return undefined;
}

/** A text that parses may show more problems than one that did not. */
function isBetter(after: LoadReport, before: LoadReport): boolean {
  const [unread, wasUnread] = [countUnread(after), countUnread(before)];
  if (unread !== wasUnread) return unread < wasUnread;
  if (unread > 0) return firstUnread(after) > firstUnread(before);
  return true;
}

function countUnread({ problems }: LoadReport): number {
  return problems.filter(isUnread).length;
}

function firstUnread({ problems }: LoadReport): number {
  return Number(problems.find(isUnread)?.range?.start.offset);
}

function isUnread({ code }: Problem): boolean {
  return code === "config_syntax";
}

/** A fix with positions in a file → its edits of the text. */
export function editsOfFix({ edits }: Fix): readonly TextEdit[] {
  return edits.map(({ range: { start, end }, text }) => ({
    start: start.offset,
    end: end.offset,
    text,
  }));
}
