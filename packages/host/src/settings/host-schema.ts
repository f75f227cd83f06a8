// The table of the keys of `host` → a JSON schema, for editors.
import { HOST_KEYS, type HostKey } from "./host-keys.ts";

/** A piece of JSON. */
interface SchemaNode {
  readonly [key: string]: unknown;
}

/** The schema of a file of its own: a config in which `host` stands beside keys of others. */
export function hostSchema(): SchemaNode {
  const properties: Record<string, SchemaNode> = {};
  const groups = new Map<string, Record<string, SchemaNode>>();
  for (const row of HOST_KEYS) {
    const [first = "", second] = row.key.split(".");
    if (second === undefined) {
      properties[first] = nodeOf(row);
      continue;
    }
    const inner = groups.get(first) ?? {};
    inner[second] = nodeOf(row);
    groups.set(first, inner);
    properties[first] = { type: "object", properties: inner, additionalProperties: false };
  }
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "https://hookwright.dev/host.schema.json",
    title: "Hookwright host",
    description: "How accepted actions are carried out.",
    type: "object",
    properties: {
      host: { type: "object", properties, additionalProperties: false },
    },
  };
}

function nodeOf({ value, meaning, standard }: HostKey): SchemaNode {
  const rest = { description: meaning, ...(standard !== undefined && { default: standard }) };
  switch (value.kind) {
    case "number":
      return { type: "number", minimum: value.min, ...rest };
    case "choice":
      return { enum: value.choices, ...rest };
    case "object":
      return { type: "object", ...rest };
  }
}
