// Law: inherited properties are never rendered, even from a polluted prototype.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import { jsonValues } from "./arbitraries.ts";

/** No sentence of ours contains it, so wherever it shows, it was inherited. */
const LEAK = "1eaked";

const names = ["a", "b", "c", "list", "id", "0", "1", "source", "name", "message", "text", "to"];
const leaks = Object.fromEntries(names.map((name) => [name, LEAK]));

const hooks = compileHooks({
  hooks: {
    mappings: [
      {
        match: { path: "ci" },
        sessionKey: "k:{{now}}{{id}}",
        name: "{{name}}",
        to: "{{to}}",
        messageTemplate: [
          "{{now}} {{a}} {{a.b}} {{a.b.c}} {{list[0]}} {{list.[1].id}} {{list.0.a}} {{payload.a.c}}",
          "{{payload}} {{@root.a}} {{this.a}} {{./b}} {{headers.a}} {{query.a}} {{headers.a.b}}",
          "{{lookup a 'b'}} {{lookup list 0}} {{lookup this a}}",
          "{{#each payload}}{{@key}}{{this}}{{a}}{{this.[0]}}{{../b}}{{/each}}",
          "{{#each list}}{{this}}{{b}}{{/each}}{{#each a as |x y|}}{{x}}{{y}}{{x.a}}{{/each}}",
          "{{#with a}}{{b}}{{c}}{{../list}}{{/with}}{{#a}}{{b}}{{.}}{{/a}}{{#list}}{{id}}{{/list}}",
          "{{#if c}}{{c}}{{/if}}{{#unless b}}no b{{/unless}}{{a.constructor.name}}{{a.toString}}",
        ].join("\n"),
      },
      { match: { path: "each" }, forEach: "list", messageTemplate: "{{now}}{{item}}{{item.a}}" },
      { match: { source: LEAK }, messageTemplate: LEAK },
    ],
  },
});

test("resolve() renders no inherited property of the payload, its parts, headers or query", async () => {
  const paths = fc.constantFrom("ci", "each", "other");
  const ways = fc.constantFrom("create", "set", "chain");
  await fc.assert(
    fc.asyncProperty(paths, ways, jsonValues, async (path, way, payload) => {
      // Why nothing matched names the value that the mapping asks for.
      const { detail: _, ...resolution } = {
        detail: undefined,
        ...(await hooks.resolve({
          path,
          payload: inherit(isContainer(payload) ? payload : { a: payload }, way),
          headers: inherit({ "x-a": "1" }, way) as Record<string, string>,
          query: inherit({ x: "1" }, way) as Record<string, string>,
        })),
      };
      expect(JSON.stringify(resolution)).not.toContain(LEAK);
    }),
    { numRuns: runs(500) },
  );
});

test("resolve() renders no property of a polluted Object.prototype", () => {
  fc.assert(
    fc.property(jsonValues, (value) => {
      const payload = isContainer(value) ? value : { a: value };
      const resolution = withPollution(() => hooks.resolve({ path: "ci", payload }));
      expect(JSON.stringify(resolution)).not.toContain(LEAK);
    }),
    { numRuns: runs(200) },
  );
});

test("resolve() ignores inherited fields of a request", async () => {
  const requests = fc.constantFrom(
    { path: "wake", own: { text: "x" }, inherited: { mode: "next-heartbeat" } },
    { path: "wake", own: {}, inherited: { text: LEAK } },
    { path: "agent", own: { message: "x" }, inherited: { to: LEAK, name: LEAK, model: LEAK } },
    { path: "agent", own: { message: "x" }, inherited: { sessionKey: `hook:${LEAK}` } },
    { path: "agent", own: { message: "x" }, inherited: { deliver: false, timeoutSeconds: 1 } },
    { path: "agent", own: {}, inherited: { message: LEAK } },
  );
  const fixed = compileHooks({}, { randomId: () => "id" });
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, own, inherited }) => {
      const payload: unknown = Object.assign(Object.create(inherited), own);
      const resolution = await fixed.resolve({ path, payload });
      expect(resolution).toEqual(await fixed.resolve({ path, payload: own }));
    }),
  );
});

test("resolve() calls no inherited toJSON", async () => {
  await fc.assert(
    fc.asyncProperty(jsonValues, async (value) => {
      const a: unknown = Object.assign(Object.create({ toJSON: () => LEAK }), { value });
      const resolution = await hooks.resolve({ path: "ci", payload: { a, list: [a] } });
      expect(JSON.stringify(resolution)).not.toContain(LEAK);
    }),
    { numRuns: 50 },
  );
});

// Reason: JSON.parse makes no holes, and asking for own indexes would cost every step into a list.
test.skip("resolve() renders nothing that holes of a list inherit (skipped: JSON has no holes)", async () => {
  const list: unknown[] = [1];
  list.length = 3;
  Object.setPrototypeOf(list, Object.create(Array.prototype, describe(leaks)));
  const resolution = await hooks.resolve({ path: "ci", payload: { list } });
  expect(JSON.stringify(resolution)).not.toContain(LEAK);
});

type Way = "create" | "set" | "chain";

/** The same value, in which every object and list also inherits the leaks. */
function inherit(value: unknown, way: Way): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) {
    const list = value.map((item) => inherit(item, way));
    return Object.setPrototypeOf(list, Object.create(Array.prototype, describe(leaks)));
  }
  const entries = Object.entries(value).map(([key, item]) => [key, inherit(item, way)] as const);
  const own = Object.fromEntries(entries);
  if (way === "set") return Object.setPrototypeOf(own, leaks);
  const prototype = way === "chain" ? Object.create(leaks) : leaks;
  return Object.create(prototype, Object.getOwnPropertyDescriptors(own));
}

function describe(properties: object): PropertyDescriptorMap {
  return Object.getOwnPropertyDescriptors(properties);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Nothing else runs meanwhile: the walk below is synchronous. */
function withPollution<T>(walk: () => T): T {
  Object.defineProperties(
    Object.prototype,
    Object.fromEntries(
      names.map((name) => [name, { value: LEAK, configurable: true, writable: true }]),
    ),
  );
  try {
    return walk();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}
