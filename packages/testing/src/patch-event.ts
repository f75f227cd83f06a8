// An event and the changes of a case → a changed copy, or why it cannot be changed.
import {
  findNearestName,
  isRecord,
  PatchError,
  parsePath,
  removeValue,
  setValue,
} from "@hookwright/base";
import type { HookEvent } from "@hookwright/core";
import type { EventChanges } from "./model.ts";

/** What `patchEvent` returns. */
export type PatchEventResult =
  | { readonly ok: true; readonly event: HookEvent }
  | { readonly ok: false; readonly problem: string };

/**
 * Removes what `remove` names, then sets what `patch` names. Missing objects on the way are created.
 *
 * @example
 * ```ts
 * patchEvent(event("ci", { payload: { jobs: [{ ok: true }] } }), { patch: { "payload.jobs.0.ok": false } });
 * ```
 */
export function patchEvent(
  event: HookEvent,
  { patch = {}, remove = [] }: EventChanges,
): PatchEventResult {
  try {
    const rest = remove.map(readTarget).reduce(removeFrom, event);
    const settings = Object.entries(patch);
    const changed = settings.reduce(
      (before, [path, value]) => setIn(before, readTarget(path), value),
      rest,
    );
    return { ok: true, event: changed };
  } catch (error) {
    if (error instanceof PatchError) return { ok: false, problem: error.message };
    throw error;
  }
}

const ROOTS = ["path", "headers", "query", "payload", "receivedAt"] as const;

interface Target {
  /** As written, for messages. */
  readonly path: string;
  readonly root: (typeof ROOTS)[number];
  readonly keys: readonly string[];
}

function readTarget(path: string): Target {
  const [first = "", ...keys] = parsePath(path) ?? [];
  const root = ROOTS.find((one) => one === first);
  if (root !== undefined) return { path, root, keys };
  const nearest = findNearestName(first, ROOTS);
  const hint = nearest === undefined ? `Write "payload.${path}".` : `Did you mean "${nearest}"?`;
  throw new PatchError(
    `"${path}" does not begin with path, headers, query, payload or receivedAt. ${hint}`,
  );
}

function removeFrom(event: HookEvent, { root, keys }: Target): HookEvent {
  if (root === "payload") return { ...event, payload: removeValue(event.payload, keys) };
  if (root === "path") return { ...event, path: "" };
  if (root === "receivedAt") return { ...event, receivedAt: undefined };
  const left = keys.length === 0 ? [] : entriesWithout(event, root, keys);
  return { ...event, [root]: Object.fromEntries(left) };
}

function setIn(event: HookEvent, target: Target, value: unknown): HookEvent {
  const { root, keys, path } = target;
  if (root === "payload") {
    return { ...event, payload: setValue(event.payload, keys, { path, value }) };
  }
  if (root === "headers" || root === "query") {
    return { ...event, [root]: setName(event, root, target, value) };
  }
  if (keys.length > 0) throw new PatchError(`"${path}" is below a value that is not an object.`);
  if (root === "path") return { ...event, path: readText(value, path) };
  return { ...event, receivedAt: readTime(value) };
}

/** Their values are texts by name. */
type Named = "headers" | "query";

function setName(event: HookEvent, root: Named, { keys, path }: Target, value: unknown): object {
  if (keys.length === 0) {
    if (isRecord(value)) return value;
    throw new PatchError(`"${path}" must be set to an object.`);
  }
  const isList = root === "headers" && Array.isArray(value);
  const text = isList ? value.map((one) => readText(one, path)) : readText(value, path);
  return Object.fromEntries([...entriesWithout(event, root, keys), [keys.join("."), text]]);
}

/** What follows the root is one name, even with dots. Names of headers have no letter case. */
function entriesWithout(
  event: HookEvent,
  root: Named,
  keys: readonly string[],
): readonly (readonly [string, unknown])[] {
  const fold = (name: string): string => (root === "headers" ? name.toLowerCase() : name);
  const wanted = fold(keys.join("."));
  return Object.entries(event[root] ?? {}).filter(([name]) => fold(name) !== wanted);
}

function readText(value: unknown, path: string): string {
  if (typeof value === "string") return value;
  throw new PatchError(`"${path}" must be set to a text. Write the value in quotes.`);
}

function readTime(value: unknown): number {
  const time = typeof value === "string" ? Date.parse(value) : value;
  if (typeof time === "number" && !Number.isNaN(time)) return time;
  throw new PatchError('"receivedAt" must be set to a time: "2026-01-31T12:00:00Z".');
}
