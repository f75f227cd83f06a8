// A mapping → the same with one clause less, or with one value less in a list.
import type { ConfigPath, MappingInput, MatchInput } from "@hookwright/core";
import { dropAt, type FoundMutant } from "./found.ts";

/** The hook name is no clause here: without it, the mapping takes events of other providers. */
export function mutateMatch(mapping: MappingInput): readonly FoundMutant[] {
  const { match = {}, forEach } = mapping;
  const found = mutateClauses(match, ["match"]).map((one) => ({
    ...one,
    mapping: dropAt(mapping, one.path),
  }));
  if (typeof forEach !== "object" || forEach.when === undefined) return found;
  const path = ["forEach", "when"];
  return [...found, { ...clauseDrop(path), mapping: dropAt(mapping, path) }];
}

type Drop = Omit<FoundMutant, "mapping">;

function mutateClauses(match: MatchInput, path: ConfigPath): readonly Drop[] {
  const { source, headers = {}, query = {}, when, not } = match;
  const isAlone = Object.values(match).filter((one) => one !== undefined).length === 1;
  const tables = Object.entries({ headers, query }).flatMap(([kind, values]) => {
    const entries = Object.entries(values);
    return entries.flatMap(([name, wanted]) => {
      const at = [...path, kind, name];
      const values: readonly string[] = typeof wanted === "string" ? [] : wanted;
      const drops = values.map((value, index) => valueDrop([...at, index], value));
      return [clauseDrop(at), ...(drops.length > 1 ? drops : [])];
    });
  });
  const all = [
    ...(source === undefined ? [] : [clauseDrop([...path, "source"])]),
    ...tables,
    ...(when === undefined ? [] : [clauseDrop([...path, "when"])]),
    ...(not === undefined ? [] : [clauseDrop([...path, "not"])]),
  ];
  // The only clause of a "not" goes with the "not" itself.
  const isSingle = path.length > 1 && isAlone && all.length === 1;
  const inside = not === undefined ? [] : mutateClauses(not, [...path, "not"]);
  return [...(isSingle ? [] : all), ...inside];
}

function clauseDrop(path: ConfigPath): Drop {
  return { operator: "clause-drop", path, label: `without ${path.join(".")}` };
}

function valueDrop(path: ConfigPath, value: string): Drop {
  const list = path.slice(0, -1).join(".");
  return { operator: "value-drop", path, label: `without ${JSON.stringify(value)} in ${list}` };
}
