// A mapping → its templates over the event, by their keys.
import { TEMPLATED_FIELDS } from "../../generated/field-lists.ts";
import { nameOfText } from "../../serving/link/index.ts";
import type { Mapping } from "../config/index.ts";

type NamedTemplate = readonly [field: string, source: string | undefined];

/** Without the instructions, which read nothing of the event. */
export function templatesOf(mapping: Mapping): readonly NamedTemplate[] {
  const { fields, text, dedupeKey, coalesce, route = {}, undelivered = {} } = mapping;
  return [
    [nameOfText(mapping), text],
    ["dedupeKey", dedupeKey],
    ["coalesce.key", coalesce?.key],
    ...TEMPLATED_FIELDS.map((name) => [name, fields[name]] as const),
    ...namedBelow("route", route),
    ...namedBelow("undelivered", undelivered),
  ];
}

function namedBelow(
  key: string,
  values: { readonly [name: string]: string | undefined },
): readonly NamedTemplate[] {
  return Object.entries(values).map(([name, value]) => [`${key}.${name}`, value]);
}
