// An event with replaced values and hooks → the replaced values that were read to decide what it becomes.
import type { Explanation, MatchReport } from "../../model/explanation.ts";
import type { Hooks } from "../../model/hooks.ts";
import type { MatchClauses } from "../../model/mapping.ts";
import type { ComparedEvent } from "./model.ts";
import { listRuleReads } from "./rule-reads.ts";

/** What the agent reads is compared as it is; only its blocks decide anything. */
const TEXTS: ReadonlySet<string> = new Set(["message", "text", "instructions"]);

/** The paths as the event lists them, each once. */
export async function findUndecided(
  event: ComparedEvent,
  configs: readonly Hooks[],
): Promise<readonly string[]> {
  const redacted = event.recorded?.redacted ?? [];
  if (redacted.length === 0) return [];
  const reads: string[] = [];
  for (const hooks of configs) {
    const explanation = await hooks.explain(event, { transforms: "skip" });
    reads.push(...listReads(explanation, hooks));
  }
  const known = reads.map(segmentsOf);
  const paths = redacted.filter(({ path }) => {
    const replaced = segmentsOf(path.replace(/\[["']?|["']?\]/g, "."));
    return known.some((read) => overlaps(read, replaced));
  });
  return [...new Set(paths.map(({ path }) => path))];
}

function listReads(explanation: Explanation, hooks: Hooks): readonly string[] {
  const { matches, fields, blocks } = explanation;
  const clauses = new Map(hooks.mappings.map(({ id, match }) => [id, match]));
  const taken = matches.find(({ result }) => result === "matched");
  const forEach = taken && hooks.detailsOf(taken.mappingId)?.forEach;
  const list = forEach === undefined ? "payload" : fromPayload(forEach.path);
  const ofTemplates = [
    ...fields
      .filter(({ field }) => !TEXTS.has(field))
      .flatMap(({ spans }) => spans)
      .flatMap(({ origin }) => (origin.kind === "payload" ? origin.paths : [])),
    ...blocks.flatMap(({ seen }) => seen.map(({ expression }) => expression)),
    ...listRuleReads(forEach?.when),
  ];
  return [
    ...matches.flatMap((report) => readsOfMatch(report, clauses.get(report.mappingId))),
    ...ofTemplates.map((path) => path.replace(/^item(?=\.|$)/, list)),
  ];
}

function fromPayload(path: string): string {
  return /^payload(?=[.[]|$)/.test(path) ? path : `payload.${path}`;
}

/** The clauses are asked in this order, up to the first that fails. */
function readsOfMatch(
  { result, clause }: MatchReport,
  match: MatchClauses | undefined,
): readonly string[] {
  if (result === "not tried" || match === undefined) return [];
  if (clause === "path" || clause === "auth") return [];
  const all = listClauseReads(match);
  const last = all.findIndex(({ name }) => name === clause);
  return (last === -1 ? all : all.slice(0, last + 1)).flatMap(({ reads }) => reads);
}

interface ClauseReads {
  /** As explain names it. */
  readonly name: string;
  readonly reads: readonly string[];
}

function listClauseReads(match: MatchClauses): readonly ClauseReads[] {
  const { source, headers, query, when, not } = match;
  const ofValues = (root: string, names: MatchClauses["headers"]) =>
    names.map(({ name }) => ({ name: `${root}.${name}`, reads: [`${root}.${name}`] }));
  return [
    { name: "source", reads: source === undefined ? [] : ["payload.source"] },
    ...ofValues("headers", headers),
    ...ofValues("query", query),
    { name: "when", reads: listRuleReads(when) },
    {
      name: "not",
      reads: not === undefined ? [] : listClauseReads(not).flatMap(({ reads }) => reads),
    },
  ];
}

/** Without places in lists; names of headers in lower case. */
function segmentsOf(path: string): readonly string[] {
  const [root = "", ...steps] = path.split(".").filter((step) => !/^\d*$/.test(step));
  return [root, ...(root === "headers" ? steps.map((step) => step.toLowerCase()) : steps)];
}

/** `payload.x` may be read of the body's own key `payload`. */
function overlaps(read: readonly string[], replaced: readonly string[]): boolean {
  return (
    isPrefix(read, replaced) || (read[0] === "payload" && isPrefix(["payload", ...read], replaced))
  );
}

function isPrefix(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((step, index) => step === other[index]);
}
