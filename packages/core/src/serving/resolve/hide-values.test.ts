import { expect, test } from "vitest";
import { hideValues } from "./hide-values.ts";

const TEXT = 'a "secret" of (ann:1:2)\nand more';
const PLAIN = "secret of ann";

/** Messages as the engine of the tests makes them. */
function messageOf(code: () => unknown): string {
  try {
    code();
  } catch (error) {
    return String((error as Error).message);
  }
  throw new Error("nothing was thrown");
}

const hide = (message: string, payload: unknown) =>
  hideValues(message, { payload, headers: {}, query: {} });

test.each<[string, () => unknown]>([
  ["JSON.parse", () => JSON.parse(TEXT)],
  ["JSON.parse of much", () => JSON.parse(`{"list":[${"1,".repeat(99)}${TEXT}`)],
  ["BigInt", () => BigInt(TEXT)],
  ["RegExp", () => new RegExp(`${PLAIN}(`)],
  ["in", () => "a" in (TEXT as unknown as object)],
  ["Object.create", () => Object.create(TEXT as unknown as object)],
  ["Object.fromEntries", () => Object.fromEntries([TEXT] as never)],
  ["class", () => class extends (TEXT as unknown as ObjectConstructor) {}],
  ["the author", () => fail(`no state ${TEXT}, but open`)],
])("hideValues() leaves out what %s says of a value", (_name, code) => {
  const shown = hide(messageOf(code), { list: [{ text: TEXT }, PLAIN] });
  expect(shown).toContain("…");
  expect(shown).not.toMatch(/secret|ann:|more/);
});

function fail(message: string): never {
  throw new Error(message);
}

test.each<[string, unknown, string]>([
  ["no field title", { title: "field" }, "no … title"],
  ["amount 1999.5 is not whole", [1999.5], "amount … is not whole"],
  ["ab is short", { a: "ab" }, "ab is short"],
  [
    'The helper "mine" threw SyntaxError: Unexpected token \'S\', "S, "b" is not valid JSON',
    {},
    "The helper \"mine\" threw SyntaxError: Unexpected token 'S', … is not valid JSON",
  ],
  ['"undefined" is not valid JSON', {}, "… is not valid JSON"],
  ["both long-value and long", ["long", "long-value"], "both … and …"],
  // The files of the author stay, whatever they are called.
  ["github failed (github.ts:3:14)", "github", "… failed (github.ts:3:14)"],
  ['github failed (module "github")', "github", '… failed (module "github")'],
  [
    "github failed (read github/a.ts:3:14, called by b.ts:1:2); the function gets an object",
    "github",
    "… failed (read github/a.ts:3:14, called by b.ts:1:2); the function gets an object",
  ],
  [`state ${"x".repeat(2_000)}`, 1, "…"],
  [`state ${"x".repeat(994)} (a.ts:3:14)`, 1, "… (a.ts:3:14)"],
])("hideValues() makes of %j with %j: %j", (message, payload, shown) => {
  expect(hide(message, payload)).toBe(shown);
});

test("hideValues() hides headers and parameters, and lists of any length", () => {
  const event = {
    payload: Array.from({ length: 200_000 }, () => 0),
    headers: { "x-a": "of-a-header" },
    query: { q: "of-the-query" },
  };
  expect(hideValues("of-a-header, of-the-query", event)).toBe("…, …");
});
