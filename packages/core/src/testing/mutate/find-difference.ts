// A mutant that survived and the cases that reach it → an event, at hand or changed, that would tell it apart.
import type { CompiledConfig, CompiledMapping } from "../../compiled.ts";
import { parseTemplate } from "../../language/syntax/parse-template.ts";
import type { ParsedSource } from "../../language/syntax/syntax-tree.ts";
import type { MappingInput } from "../../model/config.ts";
import type { HookEvent } from "../../model/event.ts";
import { normalizeMatch } from "../../normalize/normalize-mapping.ts";
import { resolveEvent } from "../../resolve/resolve-event.ts";
import { REMOVED } from "../cover/atom-values.ts";
import { leavesOfMatch } from "../cover/match-leaves.ts";
import { changesForLeaf, pathOfValue, toChange } from "../cover/propose-changes.ts";
import { outcomeOf } from "../cover/suggest-case.ts";
import type { EventChanges } from "../model.ts";
import { patchEvent } from "../patch-event.ts";
import { snapshotText } from "../snapshot-text.ts";
import { listPayloadPaths } from "./list-payload-paths.ts";
import type { Mutant, MutantDifference } from "./model.ts";
import type { PassedCase } from "./passed-case.ts";

/** For one mutant: each try resolves two events. */
const MAX_TRIES = 150;

/** So many events are changed. */
const MAX_EVENTS = 3;

export async function findDifference(
  mutant: Mutant,
  base: CompiledConfig,
  compiled: CompiledConfig,
  cases: readonly PassedCase[],
): Promise<MutantDifference | undefined> {
  const changes = proposeChanges(mutant, base);
  const tries = [
    ...cases.map((one) => ({ one, change: {} })),
    ...cases.slice(0, MAX_EVENTS).flatMap((one) => changes.map((change) => ({ one, change }))),
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
  { place, path, edit }: Mutant,
  base: CompiledConfig,
): readonly EventChanges[] {
  if (edit.kind === "replace" && path[3] !== "match") {
    const template = edit.mapping[path[3] as keyof MappingInput];
    return typeof template === "string" ? changesForTemplate(template) : [];
  }
  const { match } = base.mappings[place] as CompiledMapping;
  const changed = edit.kind === "replace" ? [normalizeMatch(edit.mapping.match)] : [];
  return [match, ...changed]
    .flatMap((one) => leavesOfMatch(one, { path: [] }))
    .flatMap((leaf) => {
      if (leaf.kind === "atom") return changesForLeaf(leaf);
      const named = leaf.values.map((value) => ({ patch: { [pathOfValue(leaf)]: value } }));
      return [...changesForLeaf(leaf), ...named];
    });
}

function changesForTemplate(template: string): readonly EventChanges[] {
  // The mutant compiles, so it can be read.
  const { parsed } = parseTemplate(template) as { readonly parsed: ParsedSource };
  const paths = listPayloadPaths(parsed.program);
  return paths.flatMap((path) => VALUES.map((value) => toChange({ path, value })));
}

const VALUES: readonly unknown[] = [
  REMOVED,
  "text",
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
