// Law: whatever was compiled before, a compiler that remembers gives what compiling the whole config gives.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import {
  type CompileHooksResult,
  createHooksCompiler,
  safeCompileHooks,
} from "../../src/compile-hooks.ts";

/** Edits as an author makes them: right, wrong, and in each other's way. */
const MAPPINGS = [
  { id: "a", match: { path: "ci" }, messageTemplate: "{{job}} {{> row}}" },
  { id: "a", match: { path: "ci" }, messageTemplate: "{{job}} is" },
  { id: "b", match: { path: "ci", headers: { "x-event": "push" } }, messageTemplate: "{{jobb}}" },
  { id: "b", match: { path: "ci", headers: { "x-event": "tag" } }, messageTemplate: "{{jobb}}" },
  { id: "c", match: { path: "cd" }, messageTemplate: "{{#if a}}" },
  { id: "c", match: { path: "cd" }, messageTemplate: "{{a}}", sessionKey: "{{key}}" },
  { id: "c", match: { path: "cd" }, action: "wake", textTemplate: "{{list.0.a}}" },
  { match: { path: "cd" }, mesageTemplate: "{{a}}" },
  { match: { when: { "==": [{ var: "action" }, 1] } }, messageTemplate: "x" },
  { match: { path: "ci" }, messageTemplate: "x", transform: { module: "t.js" } },
  { match: { path: "ci" }, messageTemplate: "x", transform: { module: "gone.js" } },
  { match: { path: "ci" }, messageTemplate: "x", deliver: false, channel: "telegram" },
  {
    match: { path: "gh" },
    auth: { provider: "github", secret: "a-secret-of-the-hooks" },
    messageTemplate: "x",
  },
  {
    match: { path: "gh" },
    auth: { provider: "stripe", secret: "a-secret-of-the-hooks" },
    messageTemplate: "x",
  },
  { match: 5, messageTemplate: 5 },
];

const SHARED = [
  {},
  { partials: { row: "row {{b}}" } },
  { partials: { row: "row {{b" } },
  { partials: { row: "row" }, templates: { emptyLines: "drop" } },
  { allowedSessionKeyPrefixes: ["hook:"], maxBodyBytes: 5 },
  { path: "/ci", presets: ["gmail"] },
];

const configs = fc
  .record({
    mappings: fc.array(fc.constantFrom(...MAPPINGS), { maxLength: 4 }),
    shared: fc.constantFrom(...SHARED),
    beside: fc.constantFrom({}, { agents: { list: [{ id: "main" }] } }),
  })
  .map(({ mappings, shared, beside }) => ({ hooks: { ...shared, mappings }, ...beside }));

/** The configs of one author: each is the one before with one part changed. */
const edits = fc
  .tuple(configs, fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...MAPPINGS))))
  .map(([first, changes]) => {
    const all: (typeof first)[] = [first];
    for (const [at, mapping] of changes) {
      const { hooks, ...beside } = all.at(-1) as typeof first;
      const mappings = hooks.mappings.map((one, index) => (index === at ? mapping : one));
      all.push({ ...beside, hooks: { ...hooks, mappings } });
    }
    return all;
  });

const OPTIONS = { transforms: { "t.js": () => undefined }, randomId: () => "id", clock: () => 0 };

const EVENTS = ["ci", "cd", "gh", "gmail"].map((path) => ({
  path,
  headers: { "x-event": "push" },
  payload: { job: "lint", a: 1, b: 2, key: "k", action: 1, list: [{ a: 1 }, { a: 2 }] },
}));

async function behaviorOf(result: CompileHooksResult): Promise<unknown> {
  if (!result.ok) return result;
  const { hooks } = result;
  return {
    warnings: hooks.warnings,
    hints: hooks.hints,
    mappings: hooks.mappings,
    reachability: hooks.reachability(),
    explanations: await Promise.all(
      EVENTS.map((event) => hooks.explain(event, { details: "report" })),
    ),
  };
}

test("createHooksCompiler() gives what safeCompileHooks() gives, whatever it compiled before", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(configs, { maxLength: 4 }), edits), async (all) => {
      const compile = createHooksCompiler(OPTIONS);
      for (const config of all) {
        const found = await behaviorOf(compile(config));
        expect(found).toEqual(await behaviorOf(safeCompileHooks(config, OPTIONS)));
      }
    }),
    { numRuns: runs(60) },
  );
});
