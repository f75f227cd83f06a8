// The tables as they are packed, against what they are made of: every code point of Unicode.
import { expect, test } from "vitest";
import { collectLookAlikes, type LookAlike } from "../../../tools/look-alikes/collect.mjs";
import {
  countLetters,
  isBracket,
  isInvisible,
  isSeparator,
  signsLike,
  visitInvisible,
} from "./look-alikes.ts";

const ALIKE: ReadonlyMap<number, LookAlike> = new Map(
  collectLookAlikes().map((one) => [one.code, one]),
);
const NOTHING: Omit<LookAlike, "code"> = { letters: "", kind: "", signs: "" };

const SPELLINGS = [...new Set([...ALIKE.values()].flatMap(({ letters }) => letters.split(" ")))];
const RESTS = [...new Set(SPELLINGS.flatMap((spelling) => [spelling, `${spelling}a`]))];

/** The code points for which `isRight` says no. */
function findWrong(isRight: (code: number, one: Omit<LookAlike, "code">) => boolean) {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (!isRight(code, ALIKE.get(code) ?? NOTHING)) wrong.push(code.toString(16));
  }
  return wrong;
}

/** It takes a second. Coverage on a busy machine takes many times as long. */
const LIMIT = { timeout: 60_000 };

test("countLetters() recognizes the letters of every code point", LIMIT, () => {
  const isRight = (code: number, { letters }: Omit<LookAlike, "code">): boolean => {
    if (letters === "") return SPELLINGS.every((rest) => countLetters(code, rest) === 0);
    // The longest comes first.
    const spellings = letters.split(" ");
    return RESTS.every((rest) => {
      const expected = spellings.find((spelling) => rest.startsWith(spelling))?.length ?? 0;
      return countLetters(code, rest) === expected;
    });
  };
  expect(findWrong(isRight)).toEqual([]);
});

test("signsLike() knows the signs of every code point", LIMIT, () => {
  expect(findWrong((code, { signs }) => signsLike(code) === signs)).toEqual([]);
});

test(
  "isInvisible(), isSeparator() and isBracket() know the kind of every code point",
  LIMIT,
  () => {
    const isRight = (code: number, { kind }: Omit<LookAlike, "code">): boolean =>
      isInvisible(code) === (kind === "i") &&
      isSeparator(code) === (kind === "i" || kind === "s") &&
      isBracket(code) === (kind === "b");
    expect(findWrong(isRight)).toEqual([]);
  },
);

test("visitInvisible() visits the code points that isInvisible() knows, once", () => {
  const visited: number[] = [];
  visitInvisible((start, end) => {
    for (let code = start; code < end; code++) visited.push(code);
  });
  const expected = [...ALIKE.values()].filter(({ kind }) => kind === "i").map(({ code }) => code);
  expect(visited).toEqual(expected);
});
