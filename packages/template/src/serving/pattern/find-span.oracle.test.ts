// Differential test: a pattern matches what RegExp matches, and its first group the same part of it.
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import { compileSearch } from "./compile-pattern.ts";
import { eachSpan } from "./find-span.ts";

const atom = fc.oneof(
  fc.constantFrom("a", "b", "c", " ", "é", ".", "\\w", "\\W", "\\d", "[ab]", "[^a]", "[b-d1]"),
);
const quantifier = fc.constantFrom(
  ...["", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?", "??", "{0,2}?", "{1,}?", "{1,3}"],
);
const repeated = fc.tuple(atom, quantifier).map((parts) => parts.join(""));
const assertion = fc.constantFrom("^", "$", "\\b", "\\B");
const sequence = fc
  .array(fc.oneof({ weight: 5, arbitrary: repeated }, { weight: 1, arbitrary: assertion }), {
    maxLength: 4,
  })
  .map((parts) => parts.join(""));
const choice = fc.array(sequence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|"));
const captured = choice.map((body) => `(${body})`);
/** Repetitions of what can be empty are left out: engines differ in what an empty turn captures. */
const loop = fc
  .tuple(atom, choice, quantifier)
  .map(([first, body, sign]) => `(?:${first}(?:${body}))${sign}`);
const pattern = fc
  .array(fc.oneof(sequence, captured, loop), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
const text = fc
  .array(fc.constantFrom("a", "b", "c", "d", "1", " ", "é", "A", "\n"), { maxLength: 12 })
  .map((parts) => parts.join(""));

interface Found {
  readonly index: number;
  readonly match: string;
  readonly group: string | undefined;
}

function oursOf(source: string, subject: string, ignoresCase: boolean): readonly Found[] {
  const compiled = compileSearch(source, ignoresCase);
  if (!compiled.ok) throw new Error(`${source} ${compiled.problem}`);
  const spans = eachSpan(
    subject,
    compiled.pattern(subject, () => undefined),
  );
  return [...spans].map(({ start, end, group }) => ({
    index: start,
    match: subject.slice(start, end),
    group: group && subject.slice(...group),
  }));
}

function theirsOf(source: string, subject: string, ignoresCase: boolean): readonly Found[] {
  const expression = new RegExp(source, ignoresCase ? "giu" : "gu");
  return [...subject.matchAll(expression)].map(({ index, 0: match, 1: group }) => ({
    index,
    match,
    group,
  }));
}

it("compileSearch() matches what RegExp matches", { timeout: 600_000 }, () => {
  let found = 0;
  fc.assert(
    fc.property(pattern, fc.array(text), fc.boolean(), (source, subjects, ignoresCase) => {
      for (const subject of subjects) {
        const ours = oursOf(source, subject, ignoresCase);
        found += ours.length;
        expect([source, subject, ours]).toEqual([
          source,
          subject,
          theirsOf(source, subject, ignoresCase),
        ]);
      }
    }),
    { numRuns: runs(5_000) },
  );
  expect(found).toBeGreaterThan(1_000);
});
