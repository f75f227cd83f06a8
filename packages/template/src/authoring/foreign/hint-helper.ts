// The name of a helper that does not exist → at most five that do, or what else its author may have meant.
import { findNearestName } from "@hookwright/base";
import { hintField, spellPath } from "../syntax/hint-expression.ts";
import { createCallTable, createNearTable, normalizeName } from "./calls.ts";

/** More names do not help: the docs list all of them. */
const MAX_NAMES = 5;

/** `args` are the arguments of the call, where all of them are plain names. */
export function hintHelper(
  name: string,
  known: readonly string[],
  args: readonly string[] = [],
): string {
  const words = [name, ...args].join(" ");
  const areNames = args.length > 0 && !args.some((arg) => arg.includes("?"));
  const path = areNames ? spellPath(words) : undefined;
  // No helper has a dot or begins with a capital letter.
  const isField = /[.:]|^\P{Ll}/u.test(name) && !isHelper(name, known);
  if (path !== undefined && isField) return hintField(words, path);
  const names = findNames(name, known);
  if (names.length > 0) return `Did you mean ${names.map((one) => `"${one}"`).join(" or ")}?`;
  const others = choose(COMMON, known);
  const all = known.length <= MAX_NAMES ? known : others;
  const list = `Known: ${all.join(", ")}${all === known ? "." : " and others."}`;
  const isName = path !== undefined && /^[\p{L}\p{N}_ ]+$/u.test(words);
  return isName ? `${list} ${hintField(words, path)}` : list;
}

/** What templates need most. */
const COMMON: readonly string[] = ["default", "date", "join", "truncate", "upper"];

/** Prefixes of functions in other languages. */
const NAMESPACE =
  /^(?:strings?|dates?|math|arrays?|objects?|urls?|html|json|time|utils?|regexp?|path|_|number|moment)\./i;

/** `Upper`, `strings.ToUpper`: the name of a helper here or in another language. */
function isHelper(name: string, known: readonly string[]): boolean {
  const wanted = normalizeName(name);
  if (name.includes(".")) {
    const method = name.split(".").at(-1) as string;
    return (
      NAMESPACE.test(name) || (/^[a-z]+[A-Z]/.test(method) && meanings().has(normalizeName(method)))
    );
  }
  if (meanings().has(wanted)) return true;
  return known.some((one) => normalizeName(one) === wanted);
}

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
