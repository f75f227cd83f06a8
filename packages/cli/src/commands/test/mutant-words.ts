// The result of a mutant → its words: the position, the change, and which case would notice.

import { visibleLine, visibleText } from "@hookwright/base";
import type { CaseToAdd } from "@hookwright/studio/report";
import type { Suggestion } from "@hookwright/testing/coverage";
import {
  changesToText,
  type Exception,
  placeOf,
  type ValueLocation,
  type WrittenDocument,
} from "@hookwright/testing/files";
import type { MutantDifference, MutantResult, MutationReport } from "@hookwright/testing/mutation";

/** `hooks.yaml:14:17`; only the name of the config for what no file has. */
export function placeOfMutant(filename: string, located: ValueLocation | undefined): string {
  return located === undefined ? filename : placeOf({ file: filename, ...located });
}

/** `clause-drop  pr without match.headers` */
export function describeMutant(result: MutantResult): string {
  return `${result.mutant.operator}  ${describeChange(result)}`;
}

/** `pr without match.headers` */
export function describeChange({ mutant }: MutantResult): string {
  const { mappingId, partial, label } = mutant;
  const what = partial === undefined ? mappingId : `partials.${partial}`;
  return visibleText(`${what} ${label}`).replaceAll("\n", "↵");
}

/** A sentence that says which case would notice. */
export function adviceOf(result: MutantResult): string {
  const reason = reasonOf(result);
  const { difference } = result;
  if (difference === undefined) return reason;
  const { from, becomes, mapping } = difference;
  const name = visibleText(JSON.stringify(from));
  const changes = changesOf(difference);
  if (changes === "") return `${reason} Add to ${name}: ${SNAPSHOT}`;
  const taker = mapping === undefined ? "" : ` by ${visibleLine(mapping)}, with a snapshot`;
  return `${reason} Add, from ${name}: ${changes} → becomes: ${becomes}${taker}`;
}

const SNAPSHOT = "expect: { snapshot: true }";

/** Why no case notices. */
export function reasonOf({ mutant, difference }: MutantResult): string {
  if (difference !== undefined) {
    return changesOf(difference) === "" ? "No case checks it." : "No case shows it.";
  }
  const isOrder = mutant.operator === "mapping-swap";
  const why = isOrder ? "Their order may not matter." : "Is this part of the config needed?";
  return `No known event shows it, and no change of one that was tried. ${why}`;
}

/** What to write into a test file. */
export function caseFor(difference: MutantDifference): CaseToAdd {
  const { from, becomes, mapping } = difference;
  const changes = changesOf(difference);
  if (changes === "") return { from, isInIt: true, lines: [SNAPSHOT] };
  return { from, lines: [changes, expectationOf({ becomes, mapping })] };
}

/** As `--suggest` writes it. */
export function expectationOf({
  becomes,
  mapping,
}: Pick<MutantDifference, "becomes"> & {
  readonly mapping: Suggestion["mapping"] | undefined;
}): string {
  const expect = mapping === undefined ? { becomes } : { mapping, snapshot: true };
  return visibleText(`expect: ${JSON.stringify(expect)}`);
}

function changesOf(difference: MutantDifference): string {
  return changesToText(shorten(difference));
}

/** A long text is not printed in full. */
const MAX_SHOWN = 60;

function shorten({ patch, remove }: MutantDifference) {
  const entries = Object.entries(patch ?? {}).map(([path, value]) => {
    const isLong = typeof value === "string" && value.length > MAX_SHOWN;
    return [path, isLong ? `${value.slice(0, 20)}… (${value.length} characters)` : value];
  });
  return {
    ...(patch !== undefined && { patch: Object.fromEntries(entries) }),
    ...(remove !== undefined && { remove }),
  };
}

/** The results of the mutants of one config. */
export interface MutatedConfig {
  readonly filename: string;
  readonly document: WrittenDocument;
  readonly report: MutationReport;
  /** In the order of the report's results. */
  readonly located: readonly (ValueLocation | undefined)[];
  /** How many mutants the exceptions match. */
  readonly ignored: number;
  /** Exceptions that match no mutant. */
  readonly unused: readonly Exception[];
  /** If a sample was drawn. */
  readonly sample?: { readonly of: number; readonly seed: number };
}
