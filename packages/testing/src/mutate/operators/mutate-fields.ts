// A mapping → the same without one of its fields, or with another value in it.

import type { ConfigPath, MappingInput } from "@hookwright/core";
import { LOCKABLE_FIELDS } from "@hookwright/core/internal";
import type { MutationOperator } from "../model.ts";
import { dropAt, type FoundMutant, replaceAt } from "./found.ts";

/** What protects: without it, the agent follows other words, or what the operator decided is changed. */
const GUARDS: readonly ConfigPath[] = [
  ["instructions"],
  ["transform", "lock"],
  ["forEach", "atomic"],
  ["skip"],
];

/** What servers do before or behind a mapping (`auth`, `body`, `respond`, limits) is nothing a case can see. */
const OPTIONAL: readonly ConfigPath[] = [
  ...LOCKABLE_FIELDS.map((name) => [name]),
  ["dedupeKey"],
  ["forEach"],
  ["forEach", "limit"],
  ["transform"],
  ["allowUnsafeExternalContent"],
];

const OTHER_VALUES: Readonly<Record<string, string>> = {
  now: "next-heartbeat",
  "next-heartbeat": "now",
  isolated: "persistent",
  persistent: "isolated",
};

/** Fields whose values are one of a few. */
const FLIPPED: readonly (keyof MappingInput)[] = [
  "sessionMode",
  "wakeMode",
  "deliver",
  "allowUnsafeExternalContent",
];

export function mutateFields(mapping: MappingInput): readonly FoundMutant[] {
  const drop = (operator: MutationOperator, path: ConfigPath): readonly FoundMutant[] => {
    if (readAt(mapping, path) === undefined) return [];
    return [{ operator, path, label: `without ${path.join(".")}`, mapping: dropAt(mapping, path) }];
  };
  return [
    ...OPTIONAL.flatMap((path) => drop("field-drop", path)),
    ...FLIPPED.flatMap((key): readonly FoundMutant[] => {
      const before = mapping[key];
      const after = typeof before === "boolean" ? !before : OTHER_VALUES[String(before)];
      if (after === undefined) return [];
      const label = `${key}: ${String(before)} → ${String(after)}`;
      const changed = replaceAt(mapping, [key], after);
      return [{ operator: "field-flip", path: [key], label, mapping: changed }];
    }),
    ...GUARDS.flatMap((path) => drop("guard-drop", path)),
  ];
}

function readAt(value: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null
        ? (inner as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    value,
  );
}
