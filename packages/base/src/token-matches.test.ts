import fc from "fast-check";
import { expect, test } from "vitest";
import { compileHooks } from "../../core/src/compile-hooks.ts";
import { anyTokenMatches, tokenMatches } from "./token-matches.ts";

const TOKEN = "a-token-of-at-least-24-characters";

test("tokenMatches() accepts the token itself", () => {
  expect(tokenMatches(TOKEN, TOKEN)).toBe(true);
});

test("tokenMatches() refuses whatever differs, wherever it differs", () => {
  for (let at = 0; at < TOKEN.length; at++) {
    expect(tokenMatches(`${TOKEN.slice(0, at)}#${TOKEN.slice(at + 1)}`, TOKEN)).toBe(false);
  }
  for (const candidate of ["", TOKEN.slice(1), TOKEN.slice(0, -1), ` ${TOKEN}`, TOKEN + TOKEN]) {
    expect(tokenMatches(candidate, TOKEN)).toBe(false);
  }
  expect(tokenMatches(TOKEN.toUpperCase(), TOKEN)).toBe(false);
});

test("tokenMatches() refuses every candidate if there is no token", () => {
  for (const candidate of ["", "undefined", TOKEN]) expect(tokenMatches(candidate, "")).toBe(false);
});

test("tokenMatches() is equality for any two texts", () => {
  const similar = fc.string({ unit: fc.constantFrom("a", "b", "é"), maxLength: 4 });
  fc.assert(
    fc.property(similar, similar, (candidate, token) => {
      expect(tokenMatches(candidate, token)).toBe(token !== "" && candidate === token);
    }),
  );
});

test("anyTokenMatches() accepts each of the tokens, and nothing if there is none", () => {
  for (const candidate of ["new", "old"]) {
    expect(anyTokenMatches(candidate, ["new", "old"])).toBe(true);
  }
  expect(anyTokenMatches("other", ["new", "old"])).toBe(false);
  expect(anyTokenMatches("", [])).toBe(false);
});

/** Candidates of all kinds: right, wrong in each place, and of other lengths. */
const CANDIDATES: readonly string[] = [
  TOKEN,
  ...Array.from(TOKEN, (_character, at) => `${TOKEN.slice(0, at)}#${TOKEN.slice(at + 1)}`),
  ...[TOKEN.slice(1), TOKEN.slice(0, -1), `${TOKEN}x`, TOKEN + TOKEN, "x", "x".repeat(500)],
];

/**
 * A text that counts how often a character of it is read. It throws where anything else of it is asked,
 * and equals no string, so that a comparison of whole texts fails the tests, too.
 */
function countReads(text: string): { readonly text: string; readonly reads: () => number } {
  let reads = 0;
  const charCodeAt = (index: number): number => {
    reads += 1;
    return text.charCodeAt(index);
  };
  const counting = new Proxy(Object(text), {
    get: (_target, key) => {
      if (key === "length") return text.length;
      if (key === "charCodeAt") return charCodeAt;
      throw new Error(`the comparison reads ${String(key)}`);
    },
  });
  return { text: counting as string, reads: () => reads };
}

// Time is not measured: equal numbers of reads are what makes it equal.
test("tokenMatches() reads as many characters as the candidate has, wherever it differs", () => {
  for (const text of CANDIDATES) {
    const [candidate, token] = [countReads(text), countReads(TOKEN)];
    expect(tokenMatches(candidate.text, token.text)).toBe(text === TOKEN);
    expect([candidate.reads(), token.reads()]).toEqual([text.length, text.length]);
  }
});

test("anyTokenMatches() compares with every token, whichever of them it is", () => {
  for (const text of CANDIDATES) {
    const tokens = [TOKEN, "b".repeat(40), TOKEN, "c".repeat(24)].map(countReads);
    expect(
      anyTokenMatches(
        text,
        tokens.map((token) => token.text),
      ),
    ).toBe(text === TOKEN);
    expect(tokens.map(({ reads }) => reads())).toEqual(tokens.map(() => text.length));
  }
});

test("verifyToken() reads a candidate once for each token of the config", () => {
  const other = "another-token-of-24-characters";
  for (const token of [
    [TOKEN, other],
    [other, TOKEN],
  ]) {
    const hooks = compileHooks({ hooks: { enabled: true, token } });
    for (const text of CANDIDATES) {
      const candidate = countReads(text);
      expect(hooks.verifyToken(candidate.text)).toBe(text === TOKEN);
      expect(candidate.reads()).toBe(2 * text.length);
    }
  }
});
