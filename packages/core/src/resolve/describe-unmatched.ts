// An event of a known name that no mapping takes → why, for the operator: the clause of the mapping that came nearest.

import type { Budget } from "@hookwright/template/internal";
import type { EventView } from "../base/index.ts";
import type { MatchRule } from "../match/index.ts";
import { acceptsProof, type FailedClause, findFailedValues } from "../match/index.ts";
import type { CompiledMapping } from "./compiled.ts";

interface Candidate {
  readonly mapping: CompiledMapping;
  /** Without conditions: one that can be asked has failed, as no mapping took the event. */
  readonly failed: readonly FailedClause[];
}

/** `mappings` are those of the event's name. The text contains no value of the event. */
export function describeUnmatched(
  mappings: readonly CompiledMapping[],
  event: EventView,
  budget: Budget,
): string {
  let nearest: Candidate | undefined;
  for (const mapping of mappings) {
    if (!acceptsProof(mapping.rule.auth, event.proof)) continue;
    const candidate = { mapping, failed: findFailedValues(mapping.rule, event, budget) };
    if (nearest === undefined || isNearer(candidate, nearest)) nearest = candidate;
  }
  return nearest === undefined ? NO_CANDIDATE : describeCandidate(nearest);
}

/** All mappings of the name ask for another proof than the event has. */
const NO_CANDIDATE = "No mapping of this name takes events that are authenticated in this way.";

/** Of two with as many failed clauses, the earlier one. */
function isNearer(one: Candidate, other: Candidate): boolean {
  return one.failed.length < other.failed.length;
}

function describeCandidate({ mapping: { id, rule }, failed }: Candidate): string {
  const nearest = `The nearest mapping is "${id}"`;
  if (failed.length === 0) return `${nearest}: ${describeConditions(rule)}.`;
  return `${nearest}: ${failed.map(describeClause).join(", and ")}.`;
}

function describeConditions({ when, not }: MatchRule): string {
  if (not === undefined) return "its match.when does not hold";
  return when === undefined
    ? "its match.not holds"
    : "its match.when does not hold, or its match.not holds";
}

function describeClause({ clause, wanted, seen }: FailedClause): string {
  const values = wanted.map(quote).join(" or ");
  const found = seen === undefined ? "the event has none" : "the event has another value";
  return `its match.${clause} wants ${values}, and ${found}`;
}

/** Nearly all values, which take a tenth of the time so. */
const PLAIN_VALUE = /^[\w .:/@-]*$/;

function quote(value: string): string {
  return PLAIN_VALUE.test(value) ? `"${value}"` : JSON.stringify(value);
}
