// Laws: whatever text comes from outside, a fenced text has one start marker and one end marker, and each line between them is quoted.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { HookwrightConfig } from "../../src/authoring/config/config.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import {
  fenceParts,
  fenceText,
  NOTICE,
  neutralize,
  neutralizePieces,
} from "../../src/serving/fence/neutralize.ts";
import { texts } from "./arbitraries.ts";
import { countMarkers } from "./marker-detector.ts";
import { disguisedMarkers } from "./marker-disguises.ts";

const hostile = fc
  .array(fc.oneof({ weight: 3, arbitrary: disguisedMarkers }, { weight: 1, arbitrary: texts }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""));

/** Parts of a marker from different places, so that only the finished text has it whole. */
const config: HookwrightConfig = {
  hooks: {
    mappings: [
      {
        match: { path: "agent-hook" },
        messageTemplate: "{{a}}{{b}} <<<{{a}} {{headers.x-a}} {{payload}} END_{{b}}",
      },
      {
        match: { path: "wake-hook" },
        action: "wake",
        textTemplate: "{{#each list}}{{this}}{{#each this}}{{@key}}{{this}}{{/each}}{{/each}}",
      },
    ],
  },
};

let nextId = "";
const hooks = compileHooks(config, { randomId: () => nextId });

/** Everything that some program takes for the end of a line. */
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/;

/** The lines of the finished text that the fence did not write. */
function linesInside(fenced: string, id: string): readonly string[] {
  const lines = fenced.split(LINE_END);
  expect(lines.slice(0, 3).join("\n")).toBe(NOTICE);
  expect(lines[3]).toBe(`<<<UNTRUSTED_WEBHOOK_CONTENT id="${id}">>>`);
  expect(lines[4]).toMatch(/^Source: /);
  expect(lines[5]).toBe("");
  expect(lines.at(-1)).toBe(`<<<END_UNTRUSTED_WEBHOOK_CONTENT id="${id}">>>`);
  return lines.slice(6, -1);
}

const ONE_OF_EACH = { start: 1, end: 1 };

test("fenceText() cannot be closed from inside by any text", () => {
  fc.assert(
    fc.property(hostile, fc.uuid(), (text, id) => {
      const fenced = fenceText(text, { id, source: 'webhook "ci"' });
      expect(countMarkers(fenced)).toEqual(ONE_OF_EACH);
      expect(fenced.split(id)).toHaveLength(3);
      expect(fenced.endsWith(`\n<<<END_UNTRUSTED_WEBHOOK_CONTENT id="${id}">>>`)).toBe(true);
    }),
    { numRuns: runs(1500) },
  );
});

/** Texts that try to make a line: line ends, and what disappears between two characters. */
const lineBreakers = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(..."\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029") },
      {
        weight: 2,
        arbitrary: fc.constantFrom("\u0000", "\u202e", "\ufdd0", "\ud83d", "\u{e0041}"),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom("> ", "<!--", "-->", "&#10;", "<|a|>", "Human:", "\t"),
      },
      { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
      { weight: 1, arbitrary: disguisedMarkers },
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(""));

test("fenceText() begins each line of any text with a quote sign", () => {
  fc.assert(
    fc.property(fc.oneof(lineBreakers, hostile), texts, (text, source) => {
      for (const line of linesInside(fenceText(text, { id: "5eed", source }), "5eed")) {
        expect(line.startsWith("> ")).toBe(true);
      }
    }),
    { numRuns: runs(1500) },
  );
});

test("neutralize() changes nothing in a text that it returned", () => {
  fc.assert(
    fc.property(fc.oneof(lineBreakers, hostile), (text) => {
      const neutral = neutralize(text);
      expect(neutralize(neutral)).toBe(neutral);
    }),
    { numRuns: runs(1500) },
  );
});

test("neutralizePieces() has a piece of the neutralized text for each piece of a text", () => {
  fc.assert(
    fc.property(fc.oneof(lineBreakers, hostile), fc.array(fc.nat(40)), (text, cuts) => {
      const ends = [...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort(
        (a, b) => a - b,
      );
      const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
      const neutral = neutralizePieces(pieces);
      expect(neutral).toHaveLength(pieces.length);
      expect(neutral.join("")).toBe(neutralize(text));
    }),
    { numRuns: runs(1500) },
  );
});

test("resolve() fences every part of a message that a payload provides", async () => {
  const events = fc.record({ a: hostile, b: hostile, key: hostile, header: hostile });
  await fc.assert(
    fc.asyncProperty(events, fc.uuid(), async ({ a, b, key, header }, id) => {
      nextId = id;
      const payload = { a, b, list: [a, b, { [key]: b }] };
      const headers = { "x-a": header };
      for (const path of ["agent-hook", "wake-hook"]) {
        const resolution = await hooks.resolve({ path, payload, headers });
        if (resolution.outcome !== "action") continue;
        const { action } = resolution;
        const text = action.kind === "agent" ? action.message : action.text;
        expect(countMarkers(text)).toEqual(ONE_OF_EACH);
        expect(text.split(id)).toHaveLength(3);
        const quoted = `> ${action.untrustedText.replaceAll("\n", "\n> ")}`;
        expect(linesInside(text, id).join("\n")).toBe(quoted);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("fenceParts() returns the text of an action from its parts, and fences them without resolve()", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, fc.uuid(), async (a, b, id) => {
      nextId = id;
      for (const path of ["agent-hook", "wake-hook"]) {
        const resolution = await hooks.resolve({ path, payload: { a, b, list: [a, b] } });
        if (resolution.outcome !== "action") continue;
        const { action } = resolution;
        const text = action.kind === "agent" ? action.message : action.text;
        expect(fenceParts(action.parts, { randomId: () => id })).toBe(text);
      }
      const parts = [a, b].map((text) => ({ kind: "untrusted", text, source: b }) as const);
      const text = fenceParts(parts, { randomId: () => id });
      expect(countMarkers(text)).toEqual({ start: 2, end: 2 });
    }),
    { numRuns: runs(300) },
  );
});

test("resolve() fences what a request sends", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, fc.uuid(), async (text, id) => {
      nextId = id;
      const wake = await hooks.resolve({ path: "wake", payload: { text } });
      const agent = await hooks.resolve({ path: "agent", payload: { message: text } });
      if (wake.outcome === "action" && wake.action.kind === "wake") {
        expect(countMarkers(wake.action.text)).toEqual(ONE_OF_EACH);
      }
      if (agent.outcome === "action" && agent.action.kind === "agent") {
        expect(countMarkers(agent.action.message)).toEqual(ONE_OF_EACH);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("countMarkers() finds all disguises that the laws use", () => {
  fc.assert(
    fc.property(disguisedMarkers, (marker) => {
      const { start, end } = countMarkers(`before ${marker} after`);
      expect(start + end).toBe(1);
    }),
    { numRuns: runs(1000) },
  );
});
