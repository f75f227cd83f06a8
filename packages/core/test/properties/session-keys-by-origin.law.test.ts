// Law: who may write which session key depends on who wrote it, and on nothing else.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { HooksInput } from "../../src/authoring/config/config.ts";
import { compileHooks, safeCompileHooks } from "../../src/compile-hooks.ts";
import type { Resolution } from "../../src/model/resolution.ts";

const PREFIXES = ["hook:", "ext/"];

/** Printable, without braces and outer spaces: what an operator would write. */
const printable = fc
  .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 })
  .filter((key) => key.trim() === key && !key.includes("{") && !key.includes("\\"))
  // What looks like a marker or a control token is refused from everybody.
  .filter((key) => !/[<[&%]/.test(key));

const keys = fc.oneof(
  printable,
  fc
    .tuple(fc.constantFrom(...PREFIXES, "HOOK:", " hook:", "agent:", "agent:hook:"), printable)
    .map(([a, b]) => a + b),
);

test("resolve() never lets a key of an outsider leave the hook context", async () => {
  const hookKey = /^hook:/i;
  const mapping = { match: { path: "x" }, messageTemplate: "x" };
  const mappings = [
    { ...mapping, sessionKey: "{{key}}" },
    { ...mapping, match: { path: "y" }, sessionKey: "own", transform: { module: "m.js" } },
  ];
  const transforms = {
    "m.js": ({ payload }: { payload: { key: string } }) => ({ sessionKey: payload.key }),
  };
  const hooks = compileHooks({ hooks: { mappings } }, { transforms });
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(keys, async (key) => {
      const request = { path: "agent", payload: { message: "x", sessionKey: key } };
      const events = [{ path: "x", payload: { key } }, { path: "y", payload: { key } }, request];
      for (const event of events) {
        const resolution = await hooks.resolve(event);
        const wanted = hookKey.test(key.trim()) ? key.trim() : `hook:${key.trim()}`;
        expect(keyOf(resolution)).toBe(wanted);
        if (resolution.outcome !== "action" || wanted === key.trim()) continue;
        moved += 1;
        expect(resolution.warnings).toHaveLength(1);
        expect(resolution.notes).toEqual(resolution.warnings);
      }
    }),
    { numRuns: runs(300) },
  );
  expect(moved).toBeGreaterThan(50);
});

test("resolve() accepts every session key that the operator wrote literally", async () => {
  await fc.assert(
    fc.asyncProperty(keys, async (key) => {
      expect(await resolveMapped(key.trim(), {})).toBe(key.trim());
    }),
    { numRuns: runs(300) },
  );
});

test("resolve() accepts a key of a request only with an allowed prefix", async () => {
  await fc.assert(
    fc.asyncProperty(keys, async (sessionKey) => {
      const hooks = compileHooks({ hooks: { allowedSessionKeyPrefixes: PREFIXES } });
      const payload = { message: "x", sessionKey };
      const resolution = await hooks.resolve({ path: "agent", payload });
      expect(keyOf(resolution)).toBe(allowed(sessionKey.trim()));
    }),
    { numRuns: runs(300) },
  );
});

test("resolve() accepts a key whose beginning the payload decides only with an allowed prefix", async () => {
  await fc.assert(
    fc.asyncProperty(keys, async (key) => {
      expect(await resolveMapped("{{key}}", { key })).toBe(allowed(key.trim()));
    }),
    { numRuns: runs(300) },
  );
});

test("resolve() accepts a key that begins with literal text, whatever the payload adds", async () => {
  await fc.assert(
    fc.asyncProperty(printable, keys, async (start, key) => {
      expect(await resolveMapped(`${start}{{key}}`, { key })).toBe(`${start}${key}`.trim());
    }),
    { numRuns: runs(300) },
  );
});

test("resolve() accepts a key that a transform returns only with an allowed prefix", async () => {
  await fc.assert(
    fc.asyncProperty(
      keys.map((key) => key.trim()),
      async (sessionKey) => {
        const module = { default: () => ({ sessionKey }) };
        const mapping = {
          match: { path: "x" },
          messageTemplate: "x",
          transform: { module: "m.js" },
        };
        const hooks: HooksInput = { mappings: [mapping], allowedSessionKeyPrefixes: PREFIXES };
        const compiled = compileHooks({ hooks }, { transforms: { "m.js": module } });
        const resolution = await compiled.resolve({ path: "x", payload: {} });
        expect(keyOf(resolution)).toBe(allowed(sessionKey));
      },
    ),
    { numRuns: runs(300) },
  );
});

test("resolve() accepts no key with control characters or more than 512 characters", async () => {
  const parts = fc.constantFrom("a", "hook:", "\n", "\u0000", "\u0085", "\u2028", "x".repeat(300));
  const wild = fc
    .array(parts, { minLength: 1, maxLength: 6 })
    .map((drawn) => drawn.join(""))
    .filter((key) => key.trim() !== "");
  await fc.assert(
    fc.asyncProperty(wild, async (key) => {
      const whole = `k:${key}`.trim();
      const isGood = whole.length <= 512 && !/\p{Cc}|\u2028/u.test(whole);
      expect(await resolveMapped("k:{{key}}", { key })).toBe(isGood ? whole : REFUSED);
    }),
    { numRuns: runs(300) },
  );
});

test("resolve() accepts no default key with control characters or more than 512 characters", async () => {
  const parts = fc.constantFrom("a", "\n", "\u0000", "\u2028", "x".repeat(300));
  const wild = fc.array(parts, { minLength: 1, maxLength: 4 }).map((drawn) => drawn.join(""));
  await fc.assert(
    fc.asyncProperty(wild, async (defaultSessionKey) => {
      const mappings = [{ match: { path: "x" }, messageTemplate: "x" }];
      const compilation = safeCompileHooks({ hooks: { mappings, defaultSessionKey } });
      if (!compilation.ok) return;
      const key = keyOf(await compilation.hooks.resolve({ path: "x", payload: {} }));
      expect(key.length).toBeLessThanOrEqual(512);
      expect(key).not.toMatch(/\p{Cc}|\u2028/u);
    }),
  );
});

const REFUSED = "session_key_refused";

function allowed(key: string): string {
  return PREFIXES.some((prefix) => key.toLowerCase().startsWith(prefix)) ? key : REFUSED;
}

async function resolveMapped(sessionKey: string, payload: object): Promise<string> {
  const mapping = { match: { path: "x" }, messageTemplate: "x", sessionKey };
  const hooks = compileHooks({
    hooks: { mappings: [mapping], allowedSessionKeyPrefixes: PREFIXES },
  });
  return keyOf(await hooks.resolve({ path: "x", payload }));
}

function keyOf(resolution: Resolution): string {
  if (resolution.outcome === "refused") return resolution.refusal.code;
  const isAgent = resolution.outcome === "action" && resolution.action.kind === "agent";
  return isAgent && "sessionKey" in resolution.action
    ? resolution.action.sessionKey
    : resolution.outcome;
}
