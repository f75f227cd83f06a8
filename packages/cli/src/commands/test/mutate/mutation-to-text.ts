// What mutants came to → a line for each that no case notices, with the case to add, and a line that counts.

import { visibleLine, visibleText } from "@hookwright/base";
import type { MutantResult } from "@hookwright/testing";
import type { ValueLocation } from "@hookwright/testing/files";
import { changesToText, placeOf } from "@hookwright/testing/files";
import type { Style } from "../../../output/style.ts";
import type { MutatedConfig } from "./mutated-config.ts";

export function mutationToText(mutated: readonly MutatedConfig[], style: Style): string {
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
  const drawn =
    sample === undefined
      ? []
      : [`${report.results.length} of ${sample.of} mutants; the same again: --seed ${sample.seed}`];
  const summary = `killed ${counts.killed} · survived ${counts.survived} · not covered ${counts["not covered"]} · invalid ${counts.invalid} · same ${counts.same}${note} · score ${score} %`;
  return [...missed, ...drawn, counts.survived === 0 ? style.good(summary) : style.error(summary)];
}

/** `hooks.yaml:14:17`; the name of the config alone for what no file has. */
export function placeOfMutant(filename: string, located: ValueLocation | undefined): string {
  return located === undefined ? filename : placeOf({ file: filename, ...located });
}

function describeSurvivor(result: MutantResult, place: string, style: Style): readonly string[] {
  const head = `${style.error("survived")}  ${style.title(visibleLine(place))}  ${describeMutant(result)}`;
  return [head, `          ${style.hint(adviceOf(result))}`];
}

/** `clause-drop  pr without match.headers` */
export function describeMutant({ mutant }: MutantResult): string {
  const { operator, mappingId, partial, label } = mutant;
  const what = partial === undefined ? mappingId : `partials.${partial}`;
  return `${operator}  ${visibleText(`${what} ${label}`).replaceAll("\n", "↵")}`;
}

/** Which case would notice, in a sentence. */
export function adviceOf({ mutant, difference }: MutantResult): string {
  if (difference === undefined) {
    const isOrder = mutant.operator === "mapping-swap";
    const why = isOrder ? "Their order may not matter." : "Is this part of the config needed?";
    return `No event at hand tells it, nor did any change of one that was tried. ${why}`;
  }
  const { from, becomes, mapping } = difference;
  const name = visibleText(JSON.stringify(from));
  const changes = changesToText(shorten(difference));
  if (changes === "") return `No case looks at it. Add to ${name}: expect: { snapshot: true }`;
  const taker = mapping === undefined ? "" : ` by ${visibleLine(mapping)}, with a snapshot`;
  return `No case tells it. Add, from ${name}: ${changes} → becomes: ${becomes}${taker}`;
}

/** A text that is long only to be long is not printed in full. */
const MAX_SHOWN = 60;

function shorten({ patch, remove }: NonNullable<MutantResult["difference"]>) {
  const entries = Object.entries(patch ?? {}).map(([path, value]) => {
    const isLong = typeof value === "string" && value.length > MAX_SHOWN;
    return [path, isLong ? `${value.slice(0, 20)}… (${value.length} characters)` : value];
  });
  return {
    ...(patch !== undefined && { patch: Object.fromEntries(entries) }),
    ...(remove !== undefined && { remove }),
  };
}
