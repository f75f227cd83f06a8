// Reports of coverage → a page without scripts: each config, coloured by what its cases cover.

import { maskSecrets } from "@hookwright/config";
import type { TextSpan } from "@hookwright/core";
import { COVERAGE_KINDS } from "@hookwright/testing/coverage";
import {
  type LocatedUnit,
  locateValue,
  placeOf,
  type ShownReport,
  suggestionToText,
  type WrittenDocument,
} from "@hookwright/testing/files";
import { escapeHtml } from "../../../output/escape-html.ts";

export function reportsToHtml(shown: readonly ShownReport[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Coverage</title>
<style>${STYLE}</style>
${shown.map(sectionOf).join("\n")}
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
pre { font: 13px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.yes { background: light-dark(#dcf5dc, #14401c); }
.part { background: light-dark(#fff0bf, #4d3d00); text-decoration: underline dotted; }
.no { background: light-dark(#ffdcdc, #5c1a1a); text-decoration: underline; }
td, th { padding: 0 1em 0 0; text-align: left; vertical-align: top; }`;

function sectionOf({ located, document }: ShownReport): string {
  const { filename, report, units, source, included } = located;
  const counts = COVERAGE_KINDS.map((kind) => {
    const { covered, total, percent } = report.kinds[kind];
    return `<tr><th>${kind}<td>${covered}/${total}<td>${percent} %`;
  });
  const { covered, total, percent } = report.total;
  const missing = units.filter(({ unit }) => !unit.isCovered).map(rowOf);
  const areasOf = (file: string | undefined) =>
    findAreas(
      units.filter((one) => one.file === file),
      document,
    );
  return `<h1>${escapeHtml(filename)}: ${percent} %</h1>
<table>${counts.join("\n")}
<tr><th>total<td>${covered}/${total}<td>${percent} %
</table>
<pre>${colourSource(source, areasOf(undefined))}</pre>
${included.map(({ filename, source }) => `<h2>${escapeHtml(filename)}</h2>\n<pre>${colourSource(source, areasOf(filename))}</pre>\n`).join("")}<h2>Missing</h2>
<table>${missing.length === 0 ? "<tr><td>nothing" : missing.join("\n")}
</table>`;
}

function rowOf({ unit, ...location }: LocatedUnit): string {
  const { mappingId = "", reason = "", label, suggestion } = unit;
  const change = suggestion === undefined ? "" : suggestionToText(suggestion);
  return `<tr>${[placeOf(location), mappingId, `${reason}: ${label}`, change]
    .map((cell) => `<td>${escapeHtml(cell)}`)
    .join("")}`;
}

/** A part of the source that has one colour, unless a smaller one is within it. */
interface Area extends TextSpan {
  readonly units: readonly LocatedUnit[];
}

function findAreas(units: readonly LocatedUnit[], document: WrittenDocument): readonly Area[] {
  const areas = new Map<string, Area>();
  const add = (start: number, end: number, unit: LocatedUnit) => {
    const key = `${start} ${end}`;
    areas.set(key, { start, end, units: [...(areas.get(key)?.units ?? []), unit] });
  };
  for (const one of units) {
    const { range, unit } = one;
    if (range === undefined) continue;
    const { start, end } = range;
    // A mapping is marked at its beginning: the rest of it has its own units.
    const isWhole = unit.span === undefined && end.line > start.line;
    add(start.offset, isWhole ? start.offset + 1 : end.offset, one);
    for (const arm of armsOf(one, document)) add(arm.start, arm.end, one);
  }
  return [...areas.values()].sort((a, b) => b.end - b.start - (a.end - a.start));
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

/** The smallest of nested areas decides. Values of secrets are hidden. */
function colourSource(source: string, areas: readonly Area[]): string {
  const { text, toMasked } = maskSecrets(source);
  const owner: (Area | undefined)[] = new Array(text.length);
  for (const area of areas) owner.fill(area, toMasked(area.start), toMasked(area.end));
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const area = owner[start];
    let end = start + 1;
    while (end < text.length && owner[end] === area) end += 1;
    const piece = escapeHtml(text.slice(start, end));
    pieces.push(area === undefined ? piece : markOf(area, piece));
    start = end;
  }
  return pieces.join("");
}

function markOf({ units }: Area, text: string): string {
  const missing = units.filter(({ unit }) => !unit.isCovered);
  const partly = missing.length === units.length ? "no" : "part";
  const colour = missing.length === 0 ? "yes" : partly;
  const title = missing.map(({ unit }) => `${unit.reason}: ${unit.label}`).join("\n");
  return `<span class="${colour}" title="${escapeHtml(title)}">${text}</span>`;
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
