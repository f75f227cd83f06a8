// A config object and a preset may be anything: the compiler has a verdict on each, and never throws.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Preset } from "../../src/authoring/config/presets.ts";
import { safeCompileHooks } from "../../src/compile-hooks.ts";

const fail = (): never => {
  throw new Error("hunter2");
};

const cyclic: Record<string, unknown> = {};
cyclic["not"] = cyclic;
cyclic["and"] = [cyclic, cyclic];

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

/** Each of them breaks code that takes its input for JSON. */
const HOSTILE: readonly unknown[] = [
  revoked,
  cyclic,
  new Proxy({}, { ownKeys: fail }),
  new Proxy([], { get: fail }),
  new Proxy({ a: 1, path: "x" }, { get: fail }),
  new Proxy({ a: 1 }, { getOwnPropertyDescriptor: fail }),
  Object.defineProperty({}, "path", { get: fail, enumerable: true }),
  JSON.parse('{"__proto__": {"path": "x"}, "constructor": 1}'),
  Object.create(null),
  { toString: fail, valueOf: fail, toJSON: fail, [Symbol.toPrimitive]: fail },
  Array(3),
  10n,
  Symbol("x"),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  () => fail(),
  new Date(Number.NaN),
  new Map([["path", "x"]]),
  /x/,
  "\ud800",
  "{{#each",
];

const KEYS = ["hooks", "agents", "mappings", "presets", "token", "path", "partials", "limits"];
const MAPPING_KEYS = ["id", "match", "forEach", "messageTemplate", "sessionKey", "transform", "to"];
const MATCH_KEYS = ["path", "source", "headers", "query", "when", "not"];

function expectVerdict(config: unknown, presets: Readonly<Record<string, Preset>> = {}): void {
  const compilation = safeCompileHooks(config, { presets });
  const problems = compilation.ok ? compilation.hooks.warnings : compilation.problems;
  for (const { code, message, hint } of problems) {
    expect(typeof code).toBe("string");
    expect(`${message} ${hint}`).not.toContain("hunter2");
  }
}

test("safeCompileHooks() accepts or reports each hostile value at each position", () => {
  for (const hostile of HOSTILE) {
    expectVerdict(hostile);
    for (const key of KEYS) {
      expectVerdict({ [key]: hostile });
      expectVerdict({ hooks: { enabled: true, [key]: hostile } });
    }
    for (const key of MAPPING_KEYS) {
      expectVerdict({ hooks: { mappings: [{ messageTemplate: "x", [key]: hostile }] } });
    }
    for (const key of MATCH_KEYS) {
      const match = { [key]: hostile };
      expectVerdict({ hooks: { mappings: [{ match, messageTemplate: "x" }] } });
      const within = { headers: match, query: match, when: { and: [match, { var: match }] } };
      expectVerdict({ hooks: { mappings: [{ match: { not: within }, messageTemplate: "x" }] } });
    }
    expectVerdict({ agents: { list: [hostile], defaults: { models: { x: hostile } } } });
  }
});

test("safeCompileHooks() accepts or reports whatever a preset does", () => {
  const presets = HOSTILE.flatMap((hostile): readonly unknown[] => [
    () => hostile,
    () => [hostile],
    () => [{ match: { path: "x", headers: hostile }, messageTemplate: hostile }],
    hostile,
  ]);
  for (const preset of [...presets, fail, async () => []]) {
    expectVerdict({ hooks: { presets: ["odd"] } }, { odd: preset as Preset });
  }
});

test("safeCompileHooks() accepts or reports any value", () => {
  const keys = fc.constantFrom(...KEYS, ...MAPPING_KEYS, ...MATCH_KEYS, "==", "and", "var", "a");
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 7 },
      fc.constantFrom(...HOSTILE.keys()).map((index) => new Placeholder(index)),
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      fc.dictionary(keys, tie("tree"), { maxKeys: 4 }),
      fc.array(tie("tree"), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (generated) => {
      const value = fill(generated);
      expectVerdict({ hooks: value });
      expectVerdict({ hooks: { mappings: [{ match: { when: value }, messageTemplate: "x" }] } });
      expectVerdict({ hooks: { presets: ["odd"] } }, { odd: () => [value as object] });
    }),
  );
});

/** The generator looks into its own values, which a revoked proxy does not survive. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

function fill(value: unknown): unknown {
  if (value instanceof Placeholder) return HOSTILE[value.index];
  if (Array.isArray(value)) return value.map(fill);
  if (typeof value !== "object" || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part)]));
}
