import fc from "fast-check";
import { expect, test } from "vitest";
import { signToken } from "../../../core/test/auth/tokens.ts";
import { readJwt } from "./read-jwt.ts";

const encode = (text: string | Uint8Array) => Buffer.from(text).toString("base64url");
const HS256 = ["HS256"] as const;
const RIGHT = signToken({ a: 1 }, { header: { kid: "k" } });

const codeOf = (text: string) => {
  const read = readJwt(text, HS256);
  return read.ok ? "ok" : read.code;
};

test("readJwt() reads the header, the claims and what is signed", () => {
  const read = readJwt(RIGHT, ["ES256", "HS256"]);
  if (!read.ok) throw new Error(read.code);
  const { algorithm, keyId, claims, signature, signed } = read.jwt;
  expect([algorithm, keyId, claims, signature.length]).toEqual(["HS256", "k", { a: 1 }, 32]);
  expect(RIGHT.startsWith(`${signed}.`)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["two parts", RIGHT.split(".").slice(0, 2).join(".")],
  ["four parts", `${RIGHT}.AAAA`],
  ["an empty signature", RIGHT.replace(/[^.]*$/, "")],
  ["padding", `${RIGHT}=`],
  ["the other alphabet", RIGHT.replace(/\.([^.]*)$/, ".++++")],
  ["white space", ` ${RIGHT}`],
  ["bits left over", RIGHT.replace(/.$/, "_")],
  ["a length that no encoder makes", `${RIGHT}AA`],
  ["two tokens joined as a header that came twice", `${RIGHT}, ${RIGHT}`],
  ["more than 8 KB", signToken({ a: "x".repeat(8_192) })],
  ["a header of a length that no encoder makes", "A.e30.AAAA"],
  ["a header that is no JSON", `${encode("{")}.e30.AAAA`],
  ["a header that is not UTF-8", `${encode(Uint8Array.of(0xff))}.e30.AAAA`],
  ["a header that is a list", `${encode("[]")}.e30.AAAA`],
  ["claims that are null", `${encode('{"alg":"HS256"}')}.${encode("null")}.AAAA`],
  ["claims that are a text", `${encode('{"alg":"HS256"}')}.${encode('"a"')}.AAAA`],
  ["crit", signToken({}, { header: { crit: ["exp"] } })],
  ["an empty crit", signToken({}, { header: { crit: [] } })],
  ["a kid that is no text", signToken({}, { header: { kid: 1 } })],
  ["a kid of 257 characters", signToken({}, { header: { kid: "k".repeat(257) } })],
])("trap 16 readJwt() refuses %s", (_what, text) => {
  expect(codeOf(text)).toBe("signature_malformed");
});

test.each(["none", "None", "hs256", "HS512", "RS256", "", 1, null, ["HS256"], undefined])(
  "trap 16 readJwt() lets no token choose the algorithm %j",
  (alg) => {
    expect(codeOf(signToken({}, { header: { alg } }))).toBe("algorithm_wrong");
  },
);

test("trap 16 readJwt() reads no algorithm from a prototype", () => {
  const header = encode('{"__proto__":{"alg":"HS256"}}');
  expect(codeOf(`${header}.e30.AAAA`)).toBe("algorithm_wrong");
});

test("readJwt() never throws, whatever it is given", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .tuple(fc.json(), fc.json(), fc.uint8Array())
      .map((all) => all.map((one) => encode(one as string)).join(".")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(typeof readJwt(text, HS256).ok).toBe("boolean");
    }),
  );
});
