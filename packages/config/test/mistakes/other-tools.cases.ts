// Spellings of other tools in places where values are read, compared or answered.
import type { MistakeCase } from "./mistake-case.ts";

const mapping = (keys: object) => ({
  hooks: { mappings: [{ match: { path: "shop" }, messageTemplate: "Order {{id}}", ...keys }] },
});

const matching = (match: object) => mapping({ match: { path: "shop", ...match } });

const order = {
  path: "shop",
  payload: { id: 7, kind: "pull_request", count: 5, tags: ["new", "paid"] },
};

const action = { action: { untrustedText: "Order 7" } };

interface Row {
  readonly name: string;
  readonly wrong: object;
  readonly right: object;
  readonly code: string;
  readonly says: string;
}

/** What a condition is written as, and what it means. */
const when = (name: string, wrong: unknown, right: object, code: string, says: string): Row => ({
  name: `${name} in a condition`,
  wrong: matching({ when: wrong }),
  right: matching({ when: right }),
  code,
  says,
});

const kind = { var: "payload.kind" };

const isPull = { "==": [kind, "pull_request"] };

const ROWS: readonly Row[] = [
  when(
    "a name of jq",
    { "==": [{ var: ".kind" }, "pull_request"] },
    isPull,
    "condition_variable",
    'Write "payload.kind".',
  ),
  when(
    "a root of Go",
    { "==": [{ var: ".Values.kind" }, "pull_request"] },
    isPull,
    "condition_variable",
    'Write "payload.kind".',
  ),
  when(
    "a block of a template",
    "{{#if (eq kind 'pull_request')}}true{{/if}}",
    isPull,
    "wrong_type",
    '"payload.kind"',
  ),
  when("a literal of JMESPath", "kind == `pull_request`", isPull, "wrong_type", '"pull_request"'),
  when(
    "a rule of adnanh/webhook",
    {
      match: {
        type: "value",
        value: "pull_request",
        parameter: { source: "payload", name: "kind" },
      },
    },
    isPull,
    "condition_operator_unknown",
    '"payload.kind"',
  ),
  when(
    "a pattern of EventBridge",
    { kind: [{ prefix: "pull_" }] },
    { startsWith: [kind, "pull_"] },
    "condition_operator_unknown",
    "startsWith",
  ),
  when(
    "a pattern with slashes",
    { matches: [kind, "/^pull_/"] },
    { matches: [kind, "^pull_"] },
    "value_pattern",
    '"^pull_"',
  ),
  {
    name: "an expression in the key if of match",
    wrong: matching({ if: "payload.kind == 'push'" }),
    right: matching({ when: isPull }),
    code: "unknown_key",
    says: '"when": { "==": [{ "var": "payload.field" }, "value"] }',
  },
];

/** What only an event shows. */
const WITH_EVENT: readonly Row[] = [
  when(
    "a number as text",
    { in: [{ var: "payload.count" }, ["5"]] },
    { in: [{ var: "payload.count" }, [5]] },
    "condition_compares_text",
    "Write 5 without",
  ),
  when(
    "a list before its part",
    { in: [{ var: "payload.tags" }, "new"] },
    { in: ["new", { var: "payload.tags" }] },
    "condition_compares_text",
    '{ "in": ["new"',
  ),
];

const toCase = ({ name, wrong, right, code, says }: Row): MistakeCase => ({
  name,
  config: wrong,
  code,
  says,
  followed: right,
  event: order,
  action,
});

export const CASES: readonly MistakeCase[] = [
  ...ROWS.map(toCase),
  ...WITH_EVENT.map((row) => ({ ...toCase(row), events: [order] })),
];
