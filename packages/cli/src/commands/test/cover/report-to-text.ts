// A report of coverage → a line that counts, and one for each unit that is missing.

import { visibleLine } from "@hookwright/base";
import { COVERAGE_KINDS, type CoverageUnit } from "@hookwright/testing";
import {
  type LocatedReport,
  type LocatedUnit,
  placeOf,
  suggestionToText,
} from "@hookwright/testing/files";
import type { Style } from "../../../output/style.ts";

export function reportToText({ filename, report, units }: LocatedReport, style: Style): string {
  const { kinds, total } = report;
  const counts = COVERAGE_KINDS.map(
    (kind) => `${kind} ${kinds[kind].covered}/${kinds[kind].total}`,
  );
  const isWhole = total.covered === total.total;
  const percent = `${total.percent} %`;
  const head = [
    visibleLine(filename).padEnd(30),
    ...counts,
    isWhole ? style.good(percent) : style.error(percent),
  ];
  const missing = joinUnits(units.filter(({ unit }) => !unit.isCovered)).map((one) =>
    lineOf(one, style),
  );
  return `${[head.join("  "), ...missing].join("\n")}\n`;
}

/** What one clause or comparison lacks is one line: one that is never false decides nothing, either. */
function joinUnits(units: readonly LocatedUnit[]): readonly LocatedUnit[] {
  const joined = new Map<string | number, LocatedUnit>();
  for (const [index, one] of units.entries()) {
    const { kind, path, label } = one.unit;
    const isJoined = kind === "clauses" || kind === "conditions";
    const key = isJoined ? JSON.stringify([path, stemOf(label)]) : index;
    const first = joined.get(key);
    joined.set(key, first === undefined ? one : joinTwo(first, one));
  }
  return [...joined.values()];
}

function joinTwo(first: LocatedUnit, other: LocatedUnit): LocatedUnit {
  const [one, two] = [first.unit, other.unit];
  const reason = one.reason === two.reason ? one.reason : `${one.reason}; ${two.reason}`;
  return {
    ...first,
    unit: { ...two, ...one, label: stemOf(one.label), ...(reason && { reason }) },
  };
}

/** `payload.action == "opened"` of `payload.action == "opened" is false`. */
function stemOf(label: string): string {
  return label.replace(/ (?:is (?:true|false)|decides)$/, "");
}

function lineOf({ unit, ...location }: LocatedUnit, style: Style): string {
  const { label, reason = "", suggestion } = unit;
  const at = visibleLine(placeOf(location));
  const what = visibleLine(`${reason}: ${label}`);
  const line = `  ${style.title(at.padEnd(7))} ${ownerOf(unit)}  ${what}`;
  if (suggestion === undefined) return line;
  return `${line}   ${style.hint(suggestionToText(suggestion))}`;
}

function ownerOf({ mappingId, path, usedBy }: CoverageUnit): string {
  if (mappingId !== undefined) return visibleLine(mappingId);
  if (usedBy === undefined) return String(path.at(-1));
  const [first, ...others] = usedBy;
  if (first === undefined) return visibleLine(`partial ${path[2]}`);
  const rest = others.length === 0 ? "" : ` and ${others.length} more`;
  return visibleLine(`partial ${path[2]} (${first.slice(1).join(".")}${rest})`);
}
