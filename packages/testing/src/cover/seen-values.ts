// Events → the plain values at a path in any of them, for events that differ only in one value.
import { keysFromPath, lowerHeaderNames, parsePath, readHeader, readPath } from "@hookwright/base";
import type { HookEvent } from "@hookwright/core";
import type { Leaf, ValueLeaf } from "./match-leaves.ts";

/**
 * A path as conditions write it: `payload.action`, `headers.x-github-event`. Values of events with the headers
 * that the clauses name come first.
 */
export type SeenValues = (path: string, clauses: readonly Leaf[]) => readonly unknown[];

/** Per path. More would use up the tries of other changes. */
const MAX_VALUES = 4;

export function createSeenValues(events: readonly HookEvent[]): SeenValues {
  return (path, clauses) => {
    const named = clauses.filter((one): one is ValueLeaf => one.kind === "headers");
    const unmetBy = (event: HookEvent): number =>
      named.filter(({ name, values }) => !values.includes(`${readAt(event, `headers.${name}`)}`))
        .length;
    const ordered = events.toSorted((a, b) => unmetBy(a) - unmetBy(b));
    const values = new Set(ordered.map((event) => readAt(event, path)).filter(isPlain));
    return [...values].slice(0, MAX_VALUES);
  };
}

function readAt({ payload, headers = {}, query = {} }: HookEvent, path: string): unknown {
  const [root, ...keys] = parsePath(path) ?? [];
  if (root === "headers") return readHeader(lowerHeaderNames(headers), keys.join("."));
  if (root === "query") return readPath(query, keys);
  return root === "payload" ? readPath(payload, keysFromPath(keys)) : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
