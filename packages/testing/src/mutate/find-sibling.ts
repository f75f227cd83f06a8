// Sample events and the path of a field → the name of a sibling field with a value of the same type.
import { hasOwnKey, isRecord, readOwn } from "@hookwright/base";
import type { HookEvent } from "@hookwright/core";

/** The path as in templates; undefined if no sample has such a field. */
export type FindSibling = (parts: readonly string[]) => string | undefined;

export function createSiblingFinder(samples: readonly HookEvent[]): FindSibling {
  return (parts) => {
    const [first, ...rest] = parts;
    for (const { payload } of samples) {
      const isRoot = first === "payload" && !hasOwnKey(payload, "payload");
      const sibling = siblingIn(payload, isRoot ? rest : parts);
      if (sibling !== undefined) return sibling;
    }
    return undefined;
  };
}

function siblingIn(payload: unknown, parts: readonly string[]): string | undefined {
  const last = parts.at(-1);
  let around = payload;
  for (const part of parts.slice(0, -1)) around = readOwn(around, part);
  if (last === undefined || !isRecord(around) || !Object.hasOwn(around, last)) return undefined;
  const value = around[last];
  if (typeof value === "object") return undefined;
  const names = Object.keys(around);
  const at = names.indexOf(last);
  // The next one first, because it is confused most easily.
  return [...names.slice(at + 1), ...names.slice(0, at)].find(
    (name) => NAME.test(name) && typeof around[name] === typeof value && around[name] !== value,
  );
}

const NAME = /^[A-Za-z_]\w*$/;
