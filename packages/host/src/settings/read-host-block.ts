// The block `host` of a config → its values by key, with a problem for each that is not known or not usable.
import { hintNearestName } from "@hookwright/core/problems";
import {
  type ChoiceKey,
  type ChoiceOf,
  HOST_KEYS,
  type HostKey,
  type NumberKey,
  type ObjectKey,
} from "./host-keys.ts";
import { createValueReader, isObject, type Report, type ValueReader } from "./value-reader.ts";

/** Numbers and choices have what the table says where nothing is written. */
export interface HostValues {
  number(key: NumberKey): number;
  choice<Key extends ChoiceKey>(key: Key): ChoiceOf<Key>;
  object(key: ObjectKey): Readonly<Record<string, unknown>> | undefined;
}

export function readHostBlock(block: unknown, report: Report): HostValues {
  const values = new Map<string, unknown>(
    HOST_KEYS.map((row) => [row.key, "standard" in row ? row.standard : undefined]),
  );
  if (isObject(block)) for (const group of GROUPS) readGroup(group, { block, values, report });
  else if (block !== undefined) {
    report({
      ...{ code: "wrong_type", severity: "error", path: ["host"] },
      ...{ message: "host must be an object.", hint: "Write host: { … }." },
    });
  }
  return {
    number: (key) => values.get(key) as number,
    choice: <Key extends ChoiceKey>(key: Key) => values.get(key) as ChoiceOf<Key>,
    object: (key) => values.get(key) as Readonly<Record<string, unknown>> | undefined,
  };
}

interface Reading {
  readonly block: Readonly<Record<string, unknown>>;
  readonly values: Map<string, unknown>;
  readonly report: Report;
}

/** The objects in which keys of the table stand; the block itself is the empty name. */
const GROUPS: readonly string[] = [...new Set(["", ...HOST_KEYS.map(({ key }) => groupOf(key))])];

function groupOf(key: string): string {
  return key.includes(".") ? key.slice(0, key.indexOf(".")) : "";
}

function nameIn(key: string): string {
  return key.slice(key.indexOf(".") + 1);
}

function readGroup(group: string, { block, values, report }: Reading): void {
  const root = createValueReader(block, ["host"], report);
  const object = group === "" ? block : root.object(group);
  if (object === undefined) return;
  const reader = group === "" ? root : root.inner(group);
  const rows = HOST_KEYS.filter(({ key }) => groupOf(key) === group);
  const names = [...rows.map(({ key }) => nameIn(key)), ...(group === "" ? GROUPS.slice(1) : [])];
  for (const key of Object.keys(object)) {
    if (names.includes(key)) continue;
    const message = `The key "${key}" is not known below ${reader.path.join(".")}.`;
    reader.report(key, "unknown_key", { message, hint: hintNearestName(key, names) });
  }
  for (const row of rows) {
    const value = readValue(row, nameIn(row.key), reader);
    if (value !== undefined) values.set(row.key, value);
  }
}

function readValue({ value }: HostKey, name: string, reader: ValueReader): unknown {
  switch (value.kind) {
    case "number":
      return reader.number(name, value);
    case "choice":
      return reader.choice(name, value.choices);
    case "object":
      return reader.object(name);
  }
}
