// The name of a helper that does not exist → at most five that do, or what else its author may have meant.
import { findNearestName } from "@hookwright/base";
import { createCallTable, createNearTable, normalizeName } from "./calls.ts";

/** More names are no help: the list of all of them is in the docs. */
const MAX_NAMES = 5;

/** `args` are the arguments of the call, where all of them are plain names. */
export function hintHelper(
  name: string,
  known: readonly string[],
  args: readonly string[] = [],
): string {
  const names = findNames(name, known);
  if (names.length > 0) return `Did you mean ${names.map((one) => `"${one}"`).join(" or ")}?`;
  const others = choose(COMMON, known);
  const all = known.length <= MAX_NAMES ? known : others;
  const list = `Known: ${all.join(", ")}${all === known ? "." : " and others."}`;
  const field = [name, ...args].join(" ");
  const isField = args.length > 0 && /^[\w ]+$/.test(field);
  return isField ? `${list} For the field "${field}" write "{{[${field}]}}".` : list;
}

/** What templates need most. */
const COMMON: readonly string[] = ["default", "date", "join", "truncate", "upper"];

function findNames(name: string, known: readonly string[]): readonly string[] {
  const others = meanings();
  const exact = others.get(normalizeName(name));
  if (exact !== undefined) return choose(exact, known);
  const nearest = findNearestName(name, known);
  if (nearest !== undefined) return [nearest];
  // `formatCurrency`, `to_upper`: by the words in it.
  const words = name.split(/(?=[A-Z])|[_-]/).map(normalizeName);
  const byWord = words.flatMap((word) => [
    ...known.filter((one) => one.toLowerCase() === word),
    ...(others.get(word) ?? []),
  ]);
  const misspelt = findNearestName(normalizeName(name), others.keys());
  return choose([...byWord, ...(others.get(misspelt ?? "") ?? [])], known);
}

function choose(names: readonly string[], known: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((one) => known.includes(one)).slice(0, MAX_NAMES);
}

function meanings(): ReadonlyMap<string, readonly string[]> {
  const calls = [...createCallTable()].map(
    ([name, shapes]) => [name, [...new Set(shapes.map(({ helper }) => helper))]] as const,
  );
  return new Map([...calls, ...createNearTable()]);
}
