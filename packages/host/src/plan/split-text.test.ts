/** @module-tag DEL-6 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_PARTS, splitText } from "./split-text.ts";

const tail = (missing: number): string => `[… ${missing} more characters, run r1]`;
const split = (text: string, limit: number): readonly string[] => splitText(text, { limit, tail });

test("splitText() leaves a text that fits in one part, and makes none of an empty one", () => {
  expect(split("  a\n\nb\n", 10)).toEqual(["  a\n\nb"]);
  expect(split(" \n ", 10)).toEqual([]);
  expect(split("\n\n  a", 10)).toEqual(["  a"]);
});

test.each([
  ["a blank line", "aaaa bbbb\ncc\n\ndddd ee", ["aaaa bbbb\ncc", "dddd ee"]],
  ["a line", "aaaa bbbb. cc\n  dddd ee", ["aaaa bbbb. cc", "  dddd ee"]],
  ["a sentence", "aaaa bbbb. cc dddd ee", ["aaaa bbbb.", "cc dddd ee"]],
  ["a space", "aaaa bbbb cc dddd ee", ["aaaa bbbb cc", "dddd ee"]],
  ["a space near the beginning", `a ${"b".repeat(20)}`, ["a", "b".repeat(16), "bbbb"]],
  ["no space at all", "b".repeat(20), ["b".repeat(16), "bbbb"]],
])("splitText() cuts at %s", (_, text, parts) => {
  expect(split(text, 16)).toEqual(parts);
});

test("splitText() does not cut at a blank line that would leave a few words", () => {
  expect(split("a\n\nbbbb bbbb bbbb bbbb", 16)).toEqual(["a\n\nbbbb bbbb", "bbbb bbbb"]);
});

test("splitText() never cuts a surrogate pair or a grapheme", () => {
  const family = "👨‍👩‍👧";
  expect(split(family.repeat(3), 18)).toEqual([family.repeat(2), family]);
  expect(split("🇦🇹🇩🇪🇨🇭", 7)).toEqual(["🇦🇹", "🇩🇪", "🇨🇭"]);
  expect(split("ae\u0301e\u0301", 4)).toEqual(["ae\u0301", "e\u0301"]);
});

test("splitText() cuts a grapheme that is longer than a part between its code points", () => {
  expect(split(`e${"\u0301".repeat(9)}`, 4)).toHaveLength(3);
  expect(split(`😀${"\u{1f3fb}".repeat(9)}`, 1)).toHaveLength(10);
  expect(split("😀".repeat(2), 3)).toEqual(["😀", "😀"]);
});

test("splitText() closes an open code fence and opens it again", () => {
  const text = ["Look:", "```ts", "const a = 1;", "  const b = 2;", "```", "Done, all of it."].join(
    "\n",
  );
  expect(split(text, 30)).toEqual([
    "Look:\n```ts\nconst a = 1;\n```",
    "```ts\n  const b = 2;\n```",
    "Done, all of it.",
  ]);
});

test("splitText() recognizes fences of tildes, and marks that are not a fence", () => {
  const tildes = `~~~~\n\`\`\`\n${"code ".repeat(6)}\n~~~~`;
  expect(split(tildes, 30)).toEqual([
    "~~~~\n```\ncode code code\n~~~~",
    "~~~~\ncode code code \n~~~~",
  ]);
  expect(split("```a``` bbbb bbbb bbbb", 16)).toEqual(["```a``` bbbb", "bbbb bbbb"]);
});

test("splitText() opens a fence with a long first line again by its marker alone", () => {
  const text = `\`\`\`js title="${"x".repeat(40)}"\n${"code ".repeat(40)}\n\`\`\``;
  expect(split(text, 120)[1]).toMatch(/^```\ncode /);
});

test("splitText() makes at most 20 parts and says how much is missing", () => {
  const text = "word ".repeat(2_000).trim();
  const parts = split(text, 100);
  expect(parts).toHaveLength(MAX_PARTS);
  const end = /\n\n\[… (\d+) more characters, run r1\]$/.exec(parts.at(-1) ?? "");
  const sent = parts.join(" ").slice(0, end?.index === undefined ? 0 : -(end[0]?.length ?? 0));
  expect(sent.length + 1 + Number(end?.[1])).toBe(text.length);
});

test("splitText() drops an indentation that fills a part by itself", () => {
  expect(split(`${" ".repeat(40)}${"x".repeat(20)}`, 16)).toEqual(["x".repeat(16), "xxxx"]);
});

const pieces = fc.constantFrom(
  ...["a", "word", ".", "! ", " ", "  ", "\n", "\n\n", "\t", "é", "e\u0301", "😀", "👨‍👩‍👧", "🇦🇹"],
  ...["\u3000", "漢", "。", "-", "\r\n", "\u200d", "\u0301"],
);
const texts = fc.array(pieces, { maxLength: 120 }).map((list) => list.join(""));
const units = new Map<string, (text: string) => number>([
  ["UTF-16 units", (text) => text.length],
  ["code points", (text) => [...text].length],
  ["bytes", (text) => Buffer.byteLength(text)],
]);
const LONE_SURROGATE = /\p{Cs}/u;
const bare = (text: string): string => text.replace(/\s+/g, "");

describe.each([...units])("splitText() by %s", (_, measure) => {
  test("splitText() keeps within the limit and loses nothing but white space at cuts", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 40, max: 90 }), (text, limit) => {
        const parts = splitText(text, { limit, measure, tail });
        for (const part of parts) {
          expect(measure(part)).toBeLessThanOrEqual(limit);
          expect(part.trim()).not.toBe("");
          expect(part).not.toMatch(LONE_SURROGATE);
        }
        expect(bare(parts.join(""))).toBe(bare(text));
      }),
    );
  });
});

test("splitText() cuts between graphemes", () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  fc.assert(
    fc.property(texts, fc.integer({ min: 40, max: 60 }), (text, limit) => {
      const ends = new Set([...segmenter.segment(text)].map(({ index }) => index));
      let at = 0;
      for (const part of split(text, limit)) {
        at = text.indexOf(part, at);
        // A mark on white space is left where the white space goes.
        expect(ends.has(at) || /\s/.test(text.charAt(at - 1))).toBe(true);
        at += part.length;
      }
    }),
  );
});

const line = fc.constantFrom(
  "```",
  "```ts",
  "~~~",
  "const a = 1;",
  "",
  "some words of text",
  "```` x",
);

test("splitText() leaves no code fence open at the end of a part that goes on", () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      fc.integer({ min: 60, max: 90 }),
      (lines, limit) => {
        const parts = split(lines.join("\n"), limit);
        for (const [index, part] of parts.entries()) {
          expect(part.length).toBeLessThanOrEqual(limit);
          if (index < parts.length - 1) expect(isOpen(part)).toBe(false);
        }
      },
    ),
  );
});

/** Written once more, from the rule of Markdown. */
function isOpen(part: string): boolean {
  let marker = "";
  for (const [, found = "", info = ""] of part.matchAll(/^[ \t]*(`{3,}|~{3,})(.*)$/gm)) {
    if (marker === "") marker = found.startsWith("`") && info.includes("`") ? "" : found;
    else if (found.startsWith(marker) && info.trim() === "") marker = "";
  }
  return marker !== "";
}

test("splitText() does not part a backslash from what it escapes", () => {
  const parts = splitText("aaaa\\*bbbb\\\\cc", { limit: 5, tail: () => "" });
  expect(parts).toEqual(["aaaa", "\\*bbb", "b\\\\cc"]);
});
