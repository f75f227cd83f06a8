// The keys of the block `host`, as data: what reads them, the schema and the docs derive from this table.

/** One row of the table. */
export interface HostKey {
  /** Below `host`, divided by dots. */
  readonly key: string;
  readonly value:
    | { readonly kind: "number"; readonly min: number; readonly integer?: boolean }
    | { readonly kind: "choice"; readonly choices: readonly string[] }
    /** Its keys are another's affair. */
    | { readonly kind: "object" };
  /** Absent where nothing is set without it. */
  readonly standard?: number | string;
  readonly meaning: string;
}

/** In the order of the docs. */
export const HOST_KEYS = [
  {
    key: "heartbeat.minGapSeconds",
    value: { kind: "number", min: 0 },
    // Less than that is two turns for one burst of events; more is felt as a delay.
    standard: 5,
    meaning:
      "Seconds between the end of a heartbeat and the start of the next one that an event asks for. It guards cost; 0 switches it off.",
  },
  {
    key: "onInterrupted",
    value: { kind: "choice", choices: ["rerun", "fail"] },
    standard: "rerun",
    meaning:
      "What becomes of a run that the death of the process cut off: `rerun` starts it again once; `fail` ends it, for agents whose tools must not act twice.",
  },
  {
    key: "delivery.unknown",
    value: { kind: "choice", choices: ["resend", "hold"] },
    standard: "resend",
    meaning:
      "What becomes of a message of which nobody knows whether it arrived, on a channel without keys: `resend` sends it once more within 10 minutes; `hold` keeps it for `deliveries retry`.",
  },
  {
    key: "retry.maxHours",
    value: { kind: "number", min: 0 },
    // Services are seldom down for longer; an answer that is hours late is often of no use.
    standard: 2,
    meaning:
      "Hours for which a run is tried again whose turn failed and did nothing, such as with 503: after 5 s, 30 s, 2, 10, 30 and 60 minutes. 0 switches it off.",
  },
  {
    key: "stopGraceSeconds",
    value: { kind: "number", min: 0 },
    // Process managers kill after 30 to 90 s.
    standard: 30,
    meaning: "Seconds that running turns have to end when the host is stopped.",
  },
  {
    key: "retainDays",
    value: { kind: "number", min: 1 },
    standard: 30,
    meaning:
      "Days for which sessions without a turn, and runs, events and deliveries that have ended, are kept.",
  },
  {
    key: "runner.http",
    value: { kind: "object" },
    meaning: "Turns are taken by a model's service that speaks the API of OpenAI.",
  },
  {
    key: "runner.command",
    value: { kind: "object" },
    meaning: "Turns are taken by a command, such as the command line of an agent.",
  },
  {
    key: "channels",
    value: { kind: "object" },
    meaning:
      "Settings of channels by id, for those that the gateway's own `channels` cannot have, such as `webhook` and `command`. They are laid over `channels`.",
  },
] as const;

type Row = (typeof HOST_KEYS)[number];

type RowOf<Kind extends HostKey["value"]["kind"]> = Extract<Row, { value: { kind: Kind } }>;

export type HostKeyName = Row["key"];

export type NumberKey = RowOf<"number">["key"];

export type ChoiceKey = RowOf<"choice">["key"];

export type ObjectKey = RowOf<"object">["key"];

export type ChoiceOf<Key extends ChoiceKey> = Extract<
  RowOf<"choice">,
  { key: Key }
>["value"]["choices"][number];

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
