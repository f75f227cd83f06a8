import fc from "fast-check";
import { expect, test } from "vitest";
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

test("tokenMatches() refuses every candidate where there is no token", () => {
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

test("anyTokenMatches() accepts each of the tokens, and nothing where there is none", () => {
  for (const candidate of ["new", "old"]) {
    expect(anyTokenMatches(candidate, ["new", "old"])).toBe(true);
  }
  expect(anyTokenMatches("other", ["new", "old"])).toBe(false);
  expect(anyTokenMatches("", [])).toBe(false);
});
