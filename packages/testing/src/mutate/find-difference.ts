// A mutant that survived and the cases that reach it → an event, at hand or changed, that would tell it apart.

import type { Explanation, HookEvent, MappingInput } from "@hookwright/core";
import type { CompiledConfig, CompiledMapping } from "@hookwright/core/internal";
import { normalizeMatch, resolveEvent } from "@hookwright/core/internal";
import type { ParsedSource } from "@hookwright/template/internal";
import { parseTemplate } from "@hookwright/template/internal";
import { REMOVED } from "../cover/atom-values.ts";
import { leavesOfMatch } from "../cover/match-leaves.ts";
import { changesForLeaf, pathOfValue, toChange } from "../cover/propose-changes.ts";
import type { SeenValues } from "../cover/seen-values.ts";
import { outcomeOf } from "../cover/suggest-case.ts";
import type { EventChanges } from "../model.ts";
import { patchEvent } from "../patch-event.ts";
import { snapshotText } from "../snapshot-text.ts";
import { listPayloadPaths } from "./list-payload-paths.ts";
import type { Mutant, MutantDifference } from "./model.ts";
import { type PassedCase, takerOf } from "./passed-case.ts";

/** For one mutant: each try resolves two events. */
const MAX_TRIES = 400;

/** So many events are changed. */
const MAX_EVENTS = 3;

/** The config, the mutant of it, and the cases that reach what was changed. */
export type ReachedSuite = readonly [
  base: CompiledConfig,
  compiled: CompiledConfig,
  cases: readonly PassedCase[],
];

/** Events that the mapping takes come first: a change of one tells most. */
export async function findDifference(
  mutant: Mutant,
  [base, compiled, cases]: ReachedSuite,
  seenAt: SeenValues,
): Promise<MutantDifference | undefined> {
  const isOwn = (one: PassedCase) => takerOf(one) === mutant.mappingId;
  const ordered = [...cases.filter(isOwn), ...cases.filter((one) => !isOwn(one))];
  const tries = [
    ...cases.map((one) => ({ one, change: {} })),
    ...ordered
      .slice(0, MAX_EVENTS)
      .flatMap((one) =>
        proposeChanges(mutant, base, one, seenAt).map((change) => ({ one, change })),
      ),
  ];
  for (const { one, change } of tries.slice(0, MAX_TRIES)) {
    const patched = patchEvent(one.event, change);
    if (!patched.ok) continue;
    const difference = await compare(patched.event, base, compiled);
    if (difference !== undefined) return { from: one.testCase.name, ...change, ...difference };
  }
  return undefined;
}

async function compare(
  event: HookEvent,
  base: CompiledConfig,
  compiled: CompiledConfig,
): Promise<Pick<MutantDifference, "becomes" | "mapping"> | undefined> {
  const before = await resolveEvent(event, base);
  const after = await resolveEvent(event, compiled);
  if (snapshotText(before) === snapshotText(after)) return undefined;
  const mapping = "mappingId" in before ? before.mappingId : undefined;
  return { becomes: outcomeOf(before), ...(mapping !== undefined && { mapping }) };
}

/** Of a match, values that its clauses name and others; of a template, values of what it reads. */
function proposeChanges(
  mutant: Mutant,
  base: CompiledConfig,
  { explanation }: PassedCase,
  seenAt: SeenValues,
): readonly EventChanges[] {
  const { path, span } = mutant;
  if (mutant.partial !== undefined) {
    return changesForTemplate(mutant.text, mutant.span.start, listReads(explanation));
  }
  const { place, edit } = mutant;
  if (edit.kind === "replace" && path[3] !== "match") {
    // A field that is left out or has another value makes a difference for any event.
    if (span === undefined) return [];
    const key = path[3] as keyof MappingInput;
    const reads = listReads(explanation, key.replace(/Template$/, ""));
    return changesForTemplate(edit.mapping[key] as string, span.start, reads);
  }
  const { match } = base.mappings[place] as CompiledMapping;
  const changed = edit.kind === "replace" ? [normalizeMatch(edit.mapping.match)] : [];
  return [match, ...changed]
    .flatMap((rule) => {
      const leaves = leavesOfMatch(rule, { path: [] });
      return leaves.map((leaf) => ({ leaf, seenHere: (at: string) => seenAt(at, leaves) }));
    })
    .flatMap(({ leaf, seenHere }) => {
      if (leaf.kind === "atom") return changesForLeaf(leaf, seenHere);
      const named = leaf.values.map((value) => ({ patch: { [pathOfValue(leaf)]: value } }));
      return [...changesForLeaf(leaf, seenHere), ...named];
    });
}

/** What one tag of a template read of an event. */
interface Read {
  readonly paths: readonly string[];
  /** What decided a block. */
  readonly value?: unknown;
}

/** Without a field, of all: any of them may use a partial. */
function listReads({ fields, blocks }: Explanation, field?: string): readonly Read[] {
  const isOf = (one: { readonly field: string }) => field === undefined || one.field === field;
  const spans = fields.filter(isOf).flatMap((one) => one.spans);
  return [
    ...spans.flatMap(({ origin }) => (origin.kind === "payload" ? [origin] : [])),
    ...blocks
      .filter(isOf)
      .map(({ seen, value }) => ({ paths: seen.map(({ expression }) => expression), value })),
  ];
}

/** Of what the event's rendering read, and of what the template names but did not reach. */
function changesForTemplate(
  template: string,
  start: number,
  reads: readonly Read[],
): readonly EventChanges[] {
  // The mutant compiles, so it can be read.
  const { parsed } = parseTemplate(template) as { readonly parsed: ParsedSource };
  const doubled = reads.flatMap(({ paths: [path], value }) =>
    Array.isArray(value) && path !== undefined ? [{ path, value: [...value, ...value] }] : [],
  );
  const removed = reads.flatMap(({ paths }) => (paths.length > 1 ? [{ remove: paths }] : []));
  const named = listPayloadPaths(parsed.program);
  const paths = [...new Set([...reads.flatMap((one) => one.paths), ...named])];
  const values = [...VALUES, ...literalsAt(template, start)];
  const single = paths.flatMap((path) => values.map((value) => toChange({ path, value })));
  return [...doubled.map(toChange), ...removed, ...single];
}

/** The fixed texts of the tag that was changed, alone and within others. */
function literalsAt(template: string, start: number): readonly string[] {
  const tag = template.slice(template.lastIndexOf("{{", start)).split("}}", 1)[0] as string;
  const literals = [...tag.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? (b as string));
  return literals.flatMap((text) => [text, `a${text}b`]);
}

const VALUES: readonly unknown[] = [
  REMOVED,
  "text",
  "Some_text: with <more>, (and) more.",
  "2026-01-02T03:04:05Z",
  true,
  false,
  "",
  1,
  ["text", "text"],
  [{ name: "a" }, { name: "b" }],
  // Longer than what most templates cut at.
  "word ".repeat(2_000),
];
