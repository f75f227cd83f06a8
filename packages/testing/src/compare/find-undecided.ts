// An event and hooks → its resolution, and which of its replaced values were read to decide it.

import type { HeaderRecord } from "@hookwright/base";
import { lowerHeaderNames, readHeader, readPayload, stripOuterSlashes } from "@hookwright/base";
import type { Hooks, MatchClauses, Resolution } from "@hookwright/core";
import type { ComparedEvent } from "./model.ts";
import { listRuleReads } from "./rule-reads.ts";

/** What the agent reads is compared as it is; only its blocks decide anything. */
const TEXTS: ReadonlySet<string> = new Set(["message", "text", "instructions"]);

export interface ResolvedReads {
  readonly resolution: Resolution;
  /** The paths that were read to decide. */
  readonly reads: readonly string[];
}

/** As `resolve` does. Without replaced values, nobody asks for what was read. */
export async function resolveWithReads(event: ComparedEvent, hooks: Hooks): Promise<ResolvedReads> {
  if (redactedPaths(event).length === 0) {
    return { resolution: await hooks.resolve(event), reads: [] };
  }
  const { resolution, fields, blocks } = await hooks.explain(event, { matches: "skip" });
  const taken = resolution.outcome === "unmatched" ? undefined : resolution.mappingId;
  const forEach = taken === undefined ? undefined : hooks.detailsOf(taken)?.forEach;
  const list = forEach === undefined ? "payload" : fromPayload(forEach.path);
  const ofTemplates = [
    ...fields
      .filter(({ field }) => !TEXTS.has(field))
      .flatMap(({ spans }) => spans)
      .flatMap(({ origin }) => (origin.kind === "payload" ? origin.paths : [])),
    ...blocks.flatMap(({ seen }) => seen.map(({ expression }) => expression)),
    ...listRuleReads(forEach?.when),
  ];
  const reads = [
    ...listMatchReads(event, hooks, taken),
    ...ofTemplates.map((path) => path.replace(/^item(?=\.|$)/, list)),
  ];
  return { resolution, reads };
}

/** The replaced values among what was read, as the event lists them, each once. */
export function findUndecided(event: ComparedEvent, reads: readonly string[]): readonly string[] {
  const known = [...new Set(reads)].map(segmentsOf);
  const paths = redactedPaths(event).filter((path) => {
    const replaced = segmentsOf(path.replace(/\[["']?|["']?\]/g, "."));
    return known.some((read) => overlaps(read, replaced));
  });
  return [...new Set(paths)];
}

function redactedPaths({ recorded }: ComparedEvent): readonly string[] {
  return (recorded?.redacted ?? []).map(({ path }) => path);
}

function fromPayload(path: string): string {
  return /^payload(?=[.[]|$)/.test(path) ? path : `payload.${path}`;
}

/** Of the mappings up to the one that took the event, or of all. */
function listMatchReads(
  event: ComparedEvent,
  { mappings }: Hooks,
  taken: string | undefined,
): readonly string[] {
  const path = stripOuterSlashes(event.path);
  const last = mappings.findIndex(({ id }) => id === taken);
  const tried = last === -1 ? mappings : mappings.slice(0, last + 1);
  const asked = tried.filter(({ match }) => match.path === undefined || match.path === path);
  const headers = lowerHeaderNames(event.headers ?? {});
  return asked.flatMap(({ match }) => listClauseReads(match, { ...event, headers }));
}

/** The clauses are asked in this order, up to the first that fails; what a condition says is not asked here. */
function listClauseReads(
  { source, headers, query, when, not }: MatchClauses,
  event: ComparedEvent & { readonly headers: HeaderRecord },
): readonly string[] {
  const reads: string[] = [];
  if (source !== undefined) {
    reads.push("payload.source");
    if (readPayload(event.payload, ["source"]) !== source) return reads;
  }
  for (const { name, values } of headers) {
    reads.push(`headers.${name}`);
    if (!values.includes(readHeader(event.headers, name) ?? "")) return reads;
  }
  for (const { name, values } of query) {
    reads.push(`query.${name}`);
    if (!values.includes(event.query?.[name] ?? "")) return reads;
  }
  const ofNot = not === undefined ? [] : listClauseReads(not, event);
  return [...reads, ...listRuleReads(when), ...ofNot];
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
