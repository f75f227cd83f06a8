// Law: with `continue`, an event becomes what each matching mapping alone makes of it, in order.

import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { MappingInput } from "../../src/authoring/config/config.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { HookEvent } from "../../src/model/event.ts";
import type { Resolution } from "../../src/model/resolution.ts";
import { createCounter } from "./arbitraries.ts";

const texts = fc.constantFrom("plain", "{{a}}", "{{a.b}}{{list}}", "{{#if a}}x{{/if}}");

const alone = fc.record(
  {
    match: fc.record(
      {
        path: fc.constantFrom("p", "p", "p", "q"),
        source: fc.constantFrom("x", "x", "y"),
        when: fc.constantFrom({ "==": [{ var: "payload.a" }, "1"] }, { exists: "payload.list" }),
      },
      { requiredKeys: [] },
    ),
    messageTemplate: texts,
    sessionKey: fc.constantFrom("s", "s:{{a}}", "{{a}}"),
    forEach: fc.constantFrom<MappingInput["forEach"]>("list", { path: "list", atomic: true }),
    dedupeKey: fc.constant("k:{{a}}"),
    transform: fc.constantFrom("null.js", "throws.js", "same.js").map((module) => ({ module })),
  },
  { requiredKeys: ["match", "messageTemplate"] },
);

const skipped = fc.record({ match: fc.constant({ path: "p" }), skip: fc.constant(true) });

const mappings = fc.oneof({ weight: 8, arbitrary: alone }, { weight: 1, arbitrary: skipped });

/** Most of them go on. */
const lists = fc.array(fc.tuple(mappings, fc.constantFrom(true, true, false)), {
  minLength: 2,
  maxLength: 10,
});

const events: fc.Arbitrary<HookEvent> = fc.record({
  path: fc.constantFrom("p", "p", "p", "q"),
  payload: fc.record(
    {
      a: fc.constantFrom("1", "", { b: 2 }, null),
      list: fc.oneof(
        fc.array(fc.constantFrom({ a: 1 }, "x", null), { maxLength: 3 }),
        fc.constant(7),
      ),
      source: fc.constantFrom("x", "y", "z"),
    },
    { requiredKeys: [] },
  ),
});

const transforms = {
  "null.js": () => null,
  "throws.js": () => {
    throw new Error("broken");
  },
  "same.js": async () => undefined,
};

function resolve(mappings: readonly MappingInput[], event: HookEvent) {
  const hooks = compileHooks(
    { hooks: { mappings } },
    { transforms, clock: () => 0, randomId: createCounter() },
  );
  return hooks.resolve(event);
}

/** What is done for the event. Ids of sessions and fences are not compared: they are new each time. */
function elementsOf(resolution: Resolution): readonly unknown[] {
  if (resolution.outcome === "unmatched") return [];
  if (resolution.outcome !== "batch") return [essence(resolution)];
  return resolution.elements.map((one) => essence(one.resolution));
}

function essence(one: Exclude<Resolution, { outcome: "batch" | "unmatched" }>): unknown {
  if (one.outcome !== "action") return one;
  const { action, ...rest } = one;
  const { kind, parts, untrustedText } = action;
  const sessionKey =
    "sessionKey" in action ? action.sessionKey?.replace(/id-\d+/, "ID") : undefined;
  return { ...rest, action: { kind, parts, untrustedText, sessionKey } };
}

interface Wanted {
  readonly ids: readonly string[];
  readonly elements: readonly unknown[];
}

/** Each mapping alone, in order, up to the first match without `continue`. */
async function resolveEachAlone(
  list: readonly (MappingInput & { readonly id: string })[],
  event: HookEvent,
): Promise<Wanted> {
  const ids: string[] = [];
  const elements: unknown[] = [];
  for (const mapping of list) {
    const resolution = await resolve([mapping], event);
    if (resolution.outcome === "unmatched") continue;
    ids.push(mapping.id);
    elements.push(...elementsOf(resolution));
    if (mapping.continue !== true) break;
  }
  return { ids, elements };
}

/** If all of them refuse the event, it has the refusal of one of them. */
function isRefusedByAll(elements: readonly unknown[]): boolean {
  return elements.every((one) => (one as { outcome: string }).outcome === "refused");
}

test("resolve() with continue makes what each matching mapping alone makes, in order", async () => {
  const seen = { several: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(lists, events, async (list, event) => {
      const named = list.map(([mapping, isOpen], at) => ({
        ...(mapping as MappingInput),
        id: `m${at}`,
        ...(isOpen && { continue: true }),
      }));
      const { ids, elements } = await resolveEachAlone(named, event);
      const resolution = await resolve(named, event);
      const isOfSeveral = ids.length > 1;
      if (isOfSeveral) seen.several += 1;
      if (isOfSeveral && isRefusedByAll(elements)) {
        seen.refused += 1;
        const { payloadAlone: _, ...refusal } =
          resolution.outcome === "refused" ? resolution.refusal : expect.fail();
        expect(elements).toContainEqual(
          expect.objectContaining({ refusal: expect.objectContaining(refusal) }),
        );
        return;
      }
      expect(elementsOf(resolution)).toEqual(elements);
      expect(resolution.outcome === "batch" ? resolution.mappingIds : undefined).toEqual(
        isOfSeveral ? ids : undefined,
      );
    }),
    { numRuns: runs(400) },
  );
  expect(seen.several).toBeGreaterThan(runs(400) / 10);
  expect(seen.refused).toBeGreaterThan(0);
});
