// Two events → the changes of a case that turn the first into the second.
import { isDeepStrictEqual } from "node:util";
import { isRecord, visibleText } from "@hookwright/base";
import type { HookEvent } from "@hookwright/core";
import type { Suggestion } from "../cover/model.ts";
import { FIXED_NOW } from "../fixed-ports.ts";
import type { EventChanges } from "../model.ts";
import { patchEvent } from "../patch-event.ts";

/** Undefined if `patch` and `remove` cannot express it: a key with a closing bracket, for example. */
export function changesBetween(before: HookEvent, after: HookEvent): EventChanges | undefined {
  const found: Found = { patch: {}, remove: [] };
  for (const root of ["path", "headers", "query", "payload"] as const) {
    compare(before[root], after[root], [root], found);
  }
  const time = after.receivedAt ?? FIXED_NOW;
  // An event without a time gets the time of the test file.
  if (time !== (before.receivedAt ?? FIXED_NOW)) {
    Object.assign(found.patch, { receivedAt: new Date(time).toISOString() });
  }
  const { patch, remove } = found;
  const changed = patchEvent(before, { patch, remove });
  const isSame = changed.ok && isDeepStrictEqual(partsOf(changed.event), partsOf(after));
  if (!isSame) return undefined;
  return {
    ...(remove.length > 0 && { remove }),
    ...(Object.keys(patch).length > 0 && { patch }),
  };
}

interface Found {
  readonly patch: Record<string, unknown>;
  readonly remove: string[];
}

function compare(
  before: unknown,
  after: unknown,
  path: readonly string[],
  { patch, remove }: Found,
): void {
  if (isDeepStrictEqual(before, after)) return;
  if (after === undefined) {
    remove.push(pathToText(path));
    return;
  }
  const isOneKind = Array.isArray(before)
    ? Array.isArray(after) && after.length === before.length
    : isRecord(before) && isRecord(after);
  if (!isOneKind) {
    patch[pathToText(path)] = after;
    return;
  }
  const [old, changed] = [before as Values, after as Values];
  for (const key of new Set([...Object.keys(old), ...Object.keys(changed)])) {
    compare(old[key], changed[key], [...path, key], { patch, remove });
  }
}

type Values = Readonly<Record<string, unknown>>;

/** `payload.[a.b].0`: brackets around keys that are not plain names. */
function pathToText(path: readonly string[]): string {
  return path.map((key) => (/^[^.[\]]+$/.test(key) ? key : `[${key}]`)).join(".");
}

function partsOf({ path, headers = {}, query = {}, payload }: HookEvent): readonly unknown[] {
  return [path, { ...headers }, { ...query }, payload];
}

/** `patch: {payload.merged: false}  remove: [headers.x-event]` */
export function changesToText({ patch = {}, remove = [] }: EventChanges): string {
  const settings = Object.entries(patch).map(
    ([path, value]) => `${path}: ${JSON.stringify(value)}`,
  );
  const parts = [
    ...(settings.length > 0 ? [`patch: {${settings.join(", ")}}`] : []),
    ...(remove.length > 0 ? [`remove: [${remove.join(", ")}]`] : []),
  ];
  return visibleText(parts.join("  "));
}

/** `try, from "a merge": remove: [payload.merged]`: the changes are those of the event of that case. */
export function suggestionToText(suggestion: Suggestion): string {
  const from = visibleText(JSON.stringify(suggestion.from));
  return `try, from ${from}: ${changesToText(suggestion)}`;
}
