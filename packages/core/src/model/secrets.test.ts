import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretHider, removeSecrets } from "./secrets.ts";

const TOKEN = "s3cret-token+with/odd=chars";
const hide = createSecretHider([TOKEN]);

test.each([
  [TOKEN, "***"],
  [`Bearer ${TOKEN}`, "Bearer ***"],
  [`/hooks/x?token=${TOKEN}&y=1`, "/hooks/x?token=***&y=1"],
  [`https://a.example/?t=${encodeURIComponent(TOKEN)}#x`, "https://a.example/?t=***#x"],
  [`${TOKEN}${TOKEN}, ${TOKEN}`, "******, ***"],
  [TOKEN.replace("+", " "), "***"],
])("createSecretHider() hides the secret in %j", (text, shown) => {
  expect(hide(text)).toBe(shown);
});

test("createSecretHider() hides every spelling that percent-encoding has, however often it was applied", () => {
  const bytes = (character: string): string =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16)}`).join("");
  const secret = fc.string({ unit: "grapheme", minLength: 8, maxLength: 12 });
  const ways = fc.array(fc.nat(4), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(secret, ways, (text, chosen) => {
      const spelled = Array.from(text, (character, at) => {
        const encoded = bytes(character);
        const spellings = [
          character,
          encoded,
          encoded.toUpperCase(),
          encoded.replaceAll("%", "%25"),
        ];
        return spellings[chosen[at % 30] ?? 0] ?? encoded.replaceAll("%", "%2525");
      }).join("");
      expect(createSecretHider([text])(`<${spelled}>`)).toBe("<***>");
    }),
  );
});

test("createSecretHider() leaves texts without the secret as they are", () => {
  const other = TOKEN.slice(0, -1);
  for (const text of ["", "x", other, `${other}x`, TOKEN.toUpperCase()])
    expect(hide(text)).toBe(text);
});

test("createSecretHider() hides a secret of fewer than 8 characters only if it is the whole text", () => {
  const short = createSecretHider(["ci-1234"]);
  expect(["ci-1234", " ci-1234 ", "ci%2D1234", "ci-12345", "a ci-1234"].map(short)).toEqual([
    "***",
    "***",
    "***",
    "ci-12345",
    "a ci-1234",
  ]);
});

test("createSecretHider() hides each of several secrets, and nothing for a blank one", () => {
  const both = createSecretHider(["first-secret", "", "second-secret"]);
  expect(both("first-secret second-secret third")).toBe("*** *** third");
  expect(createSecretHider([""])("abc")).toBe("abc");
  expect(createSecretHider([])("abc")).toBe("abc");
});

test("createSecretHider() accepts a secret with half of a surrogate pair", () => {
  const hide = createSecretHider(["long-secret-\ud800"]);
  expect(hide("a long-secret-\ud800 b")).toBe("a *** b");
});

test.each([
  ["a field", { passcode: "s", a: 1 }, ["passcode"], { a: 1 }],
  [
    "a field within",
    { meta: { token: "s", a: 1 }, b: 2 },
    ["meta.token"],
    { meta: { a: 1 }, b: 2 },
  ],
  ["several", { a: "s", b: "s", c: 1 }, ["a", "b"], { c: 1 }],
  ["an element", ["s", "t"], ["0"], [null, "t"]],
  ["a field of an element", { list: [{ s: 1, a: 1 }, 2] }, ["list[0].s"], { list: [{ a: 1 }, 2] }],
  [
    "a field of every element",
    { value: [{ clientState: "s", id: 1 }, 5, { id: 2 }] },
    ["value[].clientState"],
    { value: [{ id: 1 }, 5, { id: 2 }] },
  ],
  [
    "no list",
    { value: { clientState: "s" } },
    ["value[].clientState"],
    { value: { clientState: "s" } },
  ],
  ["nothing there", { a: 1 }, ["b.c"], { a: 1 }],
  ["no object on the way", { a: 1 }, ["a.b"], { a: 1 }],
  ["null on the way", { a: null }, ["a.b"], { a: null }],
  ["no path", { a: 1 }, ["a]"], { a: 1 }],
  ["no paths", { a: 1 }, [], { a: 1 }],
])("removeSecrets() removes %s", (_what, payload, paths, shown) => {
  expect(removeSecrets(payload, paths)).toEqual(shown);
});

test("removeSecrets() keeps the order of the other fields, and the original", () => {
  const payload = { a: 1, token: "s", b: { c: "s", d: 2 }, e: 3 };
  expect(JSON.stringify(removeSecrets(payload, ["token", "b.c"]))).toBe(
    '{"a":1,"b":{"d":2},"e":3}',
  );
  expect(payload).toEqual({ a: 1, token: "s", b: { c: "s", d: 2 }, e: 3 });
});

test("removeSecrets() reads own fields only, and keeps __proto__ a field", () => {
  const payload = JSON.parse('{"__proto__":{"a":1},"token":"s"}');
  expect(JSON.stringify(removeSecrets(payload, ["token", "toString.name"]))).toBe(
    '{"__proto__":{"a":1}}',
  );
});
