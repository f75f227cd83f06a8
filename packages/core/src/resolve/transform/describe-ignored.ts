// The fields of a result that a transform cannot set → sentences for the record.

import { findNearestName } from "@hookwright/base";
import { knownKeys } from "../../base/index.ts";
import { RESULT_FIELDS } from "../../generated/field-lists.ts";

/** A module may return many; a misspelt field is most likely among the first. */
const MAX_HINTS = 3;

const MAPPING_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", "mappings", 0, "id"]));

/** Attack: a module may make keys from payload values, so only known names are quoted. */
export function describeIgnored(keys: readonly string[]): readonly string[] {
  const known = keys.filter((key) => MAPPING_KEYS.has(key));
  const unknown = keys.filter((key) => !MAPPING_KEYS.has(key));
  return [
    ...known.map((key) => `The transform returned "${key}", which it cannot set.`),
    ...(unknown.length === 0 ? [] : [describeUnknown(unknown)]),
  ];
}

function describeUnknown(keys: readonly string[]): string {
  const meant = keys
    .slice(0, MAX_HINTS)
    .flatMap((key) => findNearestName(key, RESULT_FIELDS) ?? []);
  const hint = meant.length === 0 ? "" : `, perhaps instead of "${meant.join('", "')}"`;
  const fields = keys.length === 1 ? "a field" : `${keys.length} fields`;
  return `The transform returned ${fields} that no action has${hint}.`;
}
