// Offsets in templates → the text that a report marks.
import { expect, test } from "vitest";
import { findEndOfSpan } from "./locate-in-written.ts";

test.each([
  ["a {{#if x}}b", "{{#if x}}"],
  ["{{x}}} y", "{{x}}"],
  ["{{{x}}}} y", "{{{x}}}"],
  ["{{{x}~}} y", "{{{x}~}}"],
  ["{{{{raw}}}}a{{{{/raw}}}}", "{{{{raw}}}}"],
  ["{{{x}} y", "{{{x}}"],
  ["{{~x~}} y", "{{~x~}}"],
  ["{{f '}}' [}}] \"}}\"}} y", "{{f '}}' [}}] \"}}\"}}"],
  ["{{ a } b }} y", "{{ a } b }}"],
  ["{{x and {{y}}", "{{x and"],
  ["{{x and more \nnext", "{{x and more"],
  ["{{", "{{"],
])("S5 findEndOfSpan() finds in %j the tag %s", (source, tag) => {
  const start = source.indexOf("{{");
  expect(source.slice(start, findEndOfSpan(source, start))).toBe(tag);
});

test.each([
  ["{{f (g (h 1) ')')}}", "(g", "(g (h 1) ')')"],
  ["{{f (g x}} y", "(g", "(g x"],
  ["{{f (g x", "(g", "(g x"],
  ["{{user.[first name].x y}}", "user", "user.[first name].x"],
  ["{{f a=b}}", "a", "a"],
  ['{{f "a b" c}}', '"a', '"a b"'],
  ["{{f 'a' c}}", "'a", "'a'"],
  ["{{f 'a", "'a", "'a"],
  ["{{a == b}}", "==", "="],
  ["{{a", "", "{{a"],
])("S5 findEndOfSpan() finds in %j from %j on %j", (source, from, found) => {
  const start = source.indexOf(from);
  expect(source.slice(start, findEndOfSpan(source, start))).toBe(found);
});

test("S5 findEndOfSpan() does not leave the text", () => {
  expect(findEndOfSpan("{{a", 3)).toBe(3);
  expect(findEndOfSpan("", 0)).toBe(0);
});
