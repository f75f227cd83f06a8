// Events and what became of them → warnings where different ones have one `dedupeKey`, as only the first would run.
import { hasOwnKey, readOwn } from "@hookwright/base";
import type { ActionResolution, Problem, Resolution } from "@hookwright/core";
import { createProblem, findElements } from "@hookwright/core/internal";
import type { CoveredConfig, CoveredMapping } from "../cover/covered-config.ts";
import type { Observation } from "../cover/observe-event.ts";

/** An action that an event, or one element of it, became. */
interface KeyedAction {
  readonly taker: CoveredMapping;
  /** Keys of different hook names are different. */
  readonly key: string;
  /** What its templates read: the body, or the element. */
  readonly subject: unknown;
  readonly root: "" | "item.";
}

export function findSharedKeys(
  { mappings }: CoveredConfig,
  observations: readonly Observation[],
): readonly Problem[] {
  const first = new Map<string, KeyedAction>();
  const told = new Set<CoveredMapping>();
  const problems: Problem[] = [];
  for (const action of observations.flatMap((one) => listActions(one, mappings))) {
    const earlier = first.get(action.key);
    first.set(action.key, earlier ?? action);
    if (earlier === undefined || told.has(action.taker) || !isWritten(action)) continue;
    const field = findDifference(earlier.subject, action.subject);
    if (field === undefined) continue;
    told.add(action.taker);
    problems.push(describeShared(action, `${action.root}${field}`));
  }
  return problems;
}

/** That of a preset is nobody's to change. */
function isWritten({ taker }: KeyedAction): boolean {
  return taker.mapping.configPath[1] === "mappings";
}

function listActions(
  { taker, view, resolution, elements }: Observation,
  mappings: readonly CoveredMapping[],
): readonly KeyedAction[] {
  const mapping = mappings[taker ?? -1];
  if (mapping === undefined) return [];
  const keyed = (one: Resolution, found: Pick<KeyedAction, "subject" | "root">) => {
    const { dedupeKey } = one as Partial<ActionResolution>;
    if (dedupeKey === undefined) return [];
    return [{ taker: mapping, key: JSON.stringify([view.path, dedupeKey]), ...found }];
  };
  const { forEach } = mapping.compiled;
  if (forEach === undefined) return keyed(resolution, { subject: view.payload, root: "" });
  const found = findElements(view.payload, forEach);
  if (!found.ok) return [];
  // A batch of one is told as what its element is.
  const chosen = Math.max(
    elements.findIndex(({ isMatch }) => isMatch),
    0,
  );
  const results =
    resolution.outcome === "batch" ? resolution.elements : [{ index: chosen, resolution }];
  return results.flatMap(({ index, resolution: one }) =>
    keyed(one, { subject: found.elements[index]?.item, root: "item." }),
  );
}

function describeShared({ taker: { mapping } }: KeyedAction, field: string): Problem {
  const message = `Two events that differ in "${field}" have one dedupeKey: only the first of them would run, as the other counts as a repeat.`;
  const key = mapping.dedupeKey as string;
  const hint = `Add what tells them apart, such as "dedupeKey": ${JSON.stringify(`${key}:{{${field}}}`)}.`;
  const path = [...mapping.configPath, "dedupeKey"];
  return createProblem("dedupe_key_shared", path, message, { severity: "warning", hint });
}

/** What a sender changes when it sends the same event again. */
const OF_DELIVERY =
  /deliver|attempt|retr(?:y|ies)|(?:sent|received|published)_?(?:at|on|time)|publish_?time|timestamp|nonce|request_?id|trace/i;

/** Names that tell events apart on purpose. */
const TELLING = /(?:^|[._])(?:\w*id|number|action|status|state|version|sequence|type|event)$/i;

/** The path of a field that only one of them has, or that has another value; the most telling one. */
function findDifference(one: unknown, other: unknown): string | undefined {
  const paths = listDifferences(one, other, "");
  return paths.find((path) => TELLING.test(path)) ?? paths[0];
}

function listDifferences(one: unknown, other: unknown, path: string): readonly string[] {
  if (isObject(one) && isObject(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys.flatMap((key) => {
      if (OF_DELIVERY.test(key)) return [];
      const at = Array.isArray(one) ? `${path}[${key}]` : `${path}${path && "."}${nameOf(key)}`;
      return hasOwnKey(one, key) && hasOwnKey(other, key)
        ? listDifferences(readOwn(one, key), readOwn(other, key), at)
        : [at];
    });
  }
  return Object.is(one, other) ? [] : [path];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A name that a path cannot hold as it is stands in brackets. */
function nameOf(key: string): string {
  return /^[\w-]+$/.test(key) ? key : `[${key}]`;
}
