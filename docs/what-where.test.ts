// docs/what-where.md has every key, each is of the kind that the table says, and reads what the table says.
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookEvent, safeCompileHooks } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { findProperty, propertiesOf, ROWS } from "./tools/what-where-page.mjs";
import { type KeyRow, OTHER_KEYS, SAMPLE, SPELLINGS } from "./tools/what-where-rows.mjs";

const SECRET = "91d2c4e8b07f4a6e8d35bb1c7f0a2e64";

/** Keys of the schema, and of objects whose keys the table lists. */
function keysOf(parent: string, properties: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const key = parent === "" ? name : `${parent}.${name}`;
    const isDivided = ROWS.some((row) => row.key.startsWith(`${key}.`));
    // Of an `auth`, whose keys depend on the sender, the table has those that most people write.
    if (!isDivided || key === "auth") return [key];
    return keysOf(key, propertiesOf(property));
  });
}

test("the table has every key of a mapping and of hooks", () => {
  const { hooks, mapping } = { hooks: findProperty("hooks.mappings"), mapping: findProperty("id") };
  expect([hooks, mapping]).not.toContain(undefined);
  const written = new Set([...ROWS.map(({ key }) => key), ...OTHER_KEYS]);
  const isThere = (key: string) =>
    written.has(key) || [...written].some((one) => one.startsWith(`${key}.`));
  const all = [
    ...keysOf("", propertiesOf({ $ref: "#/definitions/mapping" })),
    ...keysOf("hooks", propertiesOf({ $ref: "#/definitions/hooks" })),
  ];
  expect(all.filter((key) => !isThere(key))).toEqual([]);
  for (const { key } of ROWS) expect([key, findProperty(key)]).not.toContain(undefined);
});

type Config = Record<string, unknown>;

const RUN = { messageTemplate: "hi" };

/** A config in which the key of a row has this value. */
function configWith({ key, beside = RUN }: KeyRow, value: unknown): Config {
  const isOfHooks = key.startsWith("hooks.");
  const mapping: Config = { match: { path: "x" }, ...beside };
  const hooks: Config = { enabled: true, token: SECRET, mappings: [mapping] };
  const names = key.split(".").slice(isOfHooks ? 1 : 0);
  const last = names.pop() ?? "";
  let target = isOfHooks ? hooks : mapping;
  for (const name of names) {
    target[name] = { ...(target[name] as Config | undefined) };
    target = target[name] as Config;
  }
  target[last] = value;
  return { hooks };
}

function codesOf(config: object): readonly string[] {
  // Two senders with one secret would be a warning.
  const secrets = (reference: object) => `${SECRET}${JSON.stringify(reference)}`;
  const compilation = safeCompileHooks(config, { secrets });
  const { problems } = compilation.ok ? { problems: compilation.hooks.warnings } : compilation;
  return problems.map(({ code }) => code);
}

/** A wrong value for each kind, and the codes that may report it. */
const WRONG: Readonly<Record<string, readonly [unknown, readonly string[]]>> = {
  template: ["{{nope 1}}", ["template_helper_unknown"]],
  condition: [{ nope: [1] }, ["condition_operator_unknown"]],
  path: ["items[", ["for_each_path"]],
  secret: [{ vault: "x" }, ["wrong_type", "unknown_key", "invalid_value", "missing_key"]],
  text: [5, ["wrong_type"]],
  values: [{ a: { b: 1 } }, ["wrong_type"]],
  choice: ["no-such-word", ["invalid_value", "wrong_type"]],
  number: ["5", ["wrong_type"]],
  boolean: ["true", ["wrong_type"]],
  list: [5, ["wrong_type"]],
  object: [5, ["wrong_type"]],
};

describe("each key is of the kind that the table says", () => {
  test.each(ROWS)("$key is a $kind", (row) => {
    const [wrong, codes] = WRONG[row.kind] ?? [undefined, []];
    const value = row.key === "hooks.partials" ? { user: wrong } : wrong;
    const config = configWith(row, value);
    const found = codesOf(config);
    if (codes.length > 0)
      expect(
        found.some((code) => codes.includes(code)),
        `${found}`,
      ).toBe(true);
  });

  test.each(ROWS.filter(({ kind }) => kind === "text"))("$key renders no braces", (row) => {
    const found = codesOf(configWith(row, "{{nope 1}}"));
    expect(found.filter((code) => code.startsWith("template_"))).toEqual([]);
  });

  test.each(ROWS.filter(({ kind }) => kind === "secret"))("$key may be a reference", (row) => {
    const asked: unknown[] = [];
    const secrets = (reference: unknown) => {
      asked.push(reference);
      return SECRET;
    };
    safeCompileHooks(configWith(row, { env: "SENDER" }), { secrets });
    expect(asked).toContainEqual({ env: "SENDER" });
  });
});

describe("each example of the table can be used", () => {
  test.each(ROWS)("$key: $example", async (row) => {
    const { ok, config, problems } = await parseConfigText(`value: ${row.example}`, {
      filename: "x.yaml",
    });
    expect([ok, problems]).toEqual([true, []]);
    const { value } = config as { value: unknown };
    const found = codesOf(configWith(row, value));
    // The files do not exist.
    const files = ["transform_unavailable", "include_unresolved"];
    expect(found.filter((code) => !files.includes(code))).toEqual([]);
  });
});

const READABLE = {
  payload: ["{{subject}}", "P"],
  headers: ["{{headers.x-h}}", "H"],
  query: ["{{query.q}}", "Q"],
  path: ["{{path}}", "x"],
  now: ["{{now}}", "2026-01-02T03:04:05.000Z"],
  item: ["{{item.id}}", "I"],
  index: ["{{index}}", "0"],
  mapping: ["{{mapping}}", "mapping-1"],
} as const;

const READ: HookEvent = {
  path: "x",
  headers: { "x-h": "H" },
  query: { q: "Q" },
  payload: { subject: "P", items: [{ id: "I" }] },
  receivedAt: Date.parse("2026-01-02T03:04:05Z"),
};

/** Whether the key, or a condition, reads a root. */
async function reads(row: KeyRow, root: keyof typeof READABLE): Promise<boolean> {
  const [expression, text] = READABLE[root];
  const isCondition = row.kind === "condition";
  const rule = { "!!": [{ var: expression.slice(2, -2).replace("subject", "payload.subject") }] };
  const config = configWith(row, isCondition ? rule : `x ${expression}`);
  if (row.key === "hooks.partials") {
    const value = { user: `x ${expression}` };
    Object.assign(config["hooks"] as Config, { partials: value });
  }
  const [mapping] = (config["hooks"] as { mappings: [Config] }).mappings;
  if (row.reads?.includes("item") === true) mapping["forEach"] ??= "items";
  const compilation = safeCompileHooks(config);
  if (!compilation.ok || isCondition) return compilation.ok;
  const { fields } = await compilation.hooks.explain(READ);
  return fields.some((field) => field.text === `x ${text}`);
}

describe("each template and condition reads the roots that the table says, and no other", () => {
  test.each(ROWS.filter((row) => row.reads !== undefined))("$key", async (row) => {
    const roots = Object.keys(READABLE) as (keyof typeof READABLE)[];
    const found = await Promise.all(roots.map(async (root) => [root, await reads(row, root)]));
    const wanted = roots.map((root) => [root, row.reads?.includes(root) === true]);
    expect(found).toEqual(wanted);
  });
});

describe("a value is the same in a template and in a condition", () => {
  test.each(SPELLINGS)("$what", async ({ template, variable, value, forEach }) => {
    const rule = { "==": [{ var: variable }, value] };
    const condition =
      forEach === undefined
        ? { match: { when: rule } }
        : { forEach: { path: forEach, when: rule } };
    const mapping = { ...condition, messageTemplate: `{{${template}}}` };
    const { fields } = await compileHooks({ hooks: { mappings: [mapping] } }).explain(SAMPLE);
    expect(fields.find(({ field }) => field === "message")?.text).toBe(String(value));
  });
});
