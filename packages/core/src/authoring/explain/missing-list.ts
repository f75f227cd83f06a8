// A body and a mapping with forEach that finds no list in it → what was probably meant, as a sentence.
import { readOwn } from "@hookwright/base";
import type { CompiledForEach } from "../../serving/resolve/index.ts";
import { describeMeantPath, findMeantPath, LIST, pathToText } from "./meant-path.ts";

/** Undefined if the body has no list at all. */
export function hintMissingList(body: unknown, forEach: CompiledForEach): string | undefined {
  const { steps, isFromPayload, parse } = forEach;
  const root = isFromPayload ? "payload." : "";
  const value = steps.reduce(LIST.readStep, body);
  if (!parse && LIST.accepts(value)) {
    const meant = { is: "JSON text", steps, rest: [] } as const;
    return describeMeantPath(meant, "list", root);
  }
  const list = steps.slice(0, -1);
  if (/^\d+$/.test(steps.at(-1) ?? "") && Array.isArray(list.reduce(LIST.readStep, body))) {
    const path = JSON.stringify(root + pathToText(list));
    return `Write ${path} for all elements of that list, or { "path": ${path}, "limit": "first" } for the first.`;
  }
  if (typeof value === "object" && value !== null) {
    return `"${forEach.path}" is an object: "single": true takes it as a list of one.`;
  }
  const meant = findMeantPath(body, steps, LIST);
  if (meant !== undefined) return describeMeantPath(meant, "list", root);
  const lists = findLists(body);
  return lists.length === 0 ? undefined : `The event has the list ${lists.join(", ")}.`;
}

const MAX_LISTS = 3;

const MAX_LEVELS = 4;

/** The outer ones first. */
function findLists(body: unknown): readonly string[] {
  const found: string[] = Array.isArray(body) ? ['"payload"'] : [];
  let level: readonly { readonly value: unknown; readonly steps: readonly string[] }[] = [
    { value: body, steps: [] },
  ];
  for (let depth = 0; depth < MAX_LEVELS; depth++) {
    level = level.flatMap(({ value, steps }) =>
      typeof value !== "object" || value === null || Array.isArray(value)
        ? []
        : Object.keys(value).map((key) => ({ value: readOwn(value, key), steps: [...steps, key] })),
    );
    for (const { value, steps } of level) {
      if (Array.isArray(value)) found.push(JSON.stringify(pathToText(steps)));
    }
  }
  return found.slice(0, MAX_LISTS);
}
