// An event and one value for it → the changed event; and the values of several steps as the data of one change.

import { PatchError, parsePath, removeValue, setValue } from "@hookwright/base";
import type { EventChange, HookEvent } from "../../model/index.ts";
import { type ProposedValue, REMOVED } from "./condition/atom-values.ts";

/** Undefined if the event cannot have the value there, for example below a text. */
export function changeEvent(
  event: HookEvent,
  { path, value }: ProposedValue,
): HookEvent | undefined {
  const [root, ...keys] = parsePath(path) ?? [];
  switch (root) {
    case "path":
      return typeof value === "string" ? { ...event, path: value } : undefined;
    case "headers":
    case "query":
      return changeNamed(event, root, { name: keys.join("."), value });
    case "payload":
      return changePayload(event, keys, { path, value });
    default:
      return undefined;
  }
}

function changeNamed(
  event: HookEvent,
  root: "headers" | "query",
  { name, value }: { readonly name: string; readonly value: unknown },
): HookEvent | undefined {
  const own = root === "headers" ? name.toLowerCase() : name;
  const others = Object.entries(event[root] ?? {}).filter(([key]) => key !== own);
  if (value !== REMOVED && typeof value !== "string") return undefined;
  const changed = value === REMOVED ? others : [...others, [own, value] as const];
  return { ...event, [root]: Object.fromEntries(changed) };
}

function changePayload(
  event: HookEvent,
  keys: readonly string[],
  { path, value }: ProposedValue,
): HookEvent | undefined {
  if (value === REMOVED) return { ...event, payload: removeValue(event.payload, keys) };
  try {
    return { ...event, payload: setValue(event.payload, keys, { path, value }) };
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return undefined;
  }
}

/** Of two values for one path, the later one counts. */
export function changeFromValues(values: readonly ProposedValue[]): EventChange {
  const last = new Map(values.map(({ path, value }) => [path, value]));
  const patch = [...last].filter(([, value]) => value !== REMOVED);
  const remove = [...last].flatMap(([path, value]) => (value === REMOVED ? [path] : []));
  return {
    ...(patch.length > 0 && { patch: Object.fromEntries(patch) }),
    ...(remove.length > 0 && { remove }),
  };
}
