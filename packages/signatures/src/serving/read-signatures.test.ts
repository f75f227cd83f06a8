import type { HeaderRecord } from "@hookwright/base";
import { expect, test } from "vitest";
import type { SignatureLocation } from "../model.ts";
import { readSignatures as readSent, signatureHeaders } from "./read-signatures.ts";

type Place = Partial<SignatureLocation>;

const readSignatures = (headers: HeaderRecord, place: SignatureLocation) =>
  readSent({ headers, body: new Uint8Array() }, place);

const SHA256: Place = { prefix: "sha256=" };
const PAIRS: Place = { pairs: { separator: ",", key: "v1" } };
/** One group of pairs for each secret. */
const GROUPS: Place = { pairs: { separator: ",", groups: " ", key: "v1" } };
const pairs = (count: number) => Array(count).fill("v1=a").join(",");
const groups = (count: number) => Array(count).fill("t=1,v1=a").join(" ");

const candidatesOf = (place: Place, value: string | readonly string[]) => {
  const result = readSignatures({ "x-s": value }, { header: "x-s", ...place });
  return result.ok ? result.candidates : result.code;
};

test.each<[what: string, Place, value: string | readonly string[], candidates: readonly string[]]>([
  ["the whole value", {}, "ab", ["ab"]],
  ["the whole value after its prefix", SHA256, "sha256=ab", ["ab"]],
  ["a list of one header", {}, ["ab"], ["ab"]],
  ["a joined header without a cut at its comma", {}, "ab, ab", ["ab, ab"]],
  ["the values of pairs without their prefix", { ...PAIRS, prefix: "p:" }, "v1=p:a,v1=b", ["a"]],
  ["what follows its tag, between spaces", { tagged: "v1" }, "v1,a v1a,b v1,c", ["a", "c"]],
  ["a list", { list: true }, "a, b", ["a", "b"]],
  ["a list without other versions", { list: true, prefix: "v1=" }, "v0=a,v1=b", ["b"]],
  ["16 pairs", PAIRS, pairs(16), Array(16).fill("a")],
  ["one group", GROUPS, "t=1,v1=a", ["a"]],
  ["every group", GROUPS, "t=1,v1=a t=1,v1=b", ["a", "b"]],
  ["groups in the other order", GROUPS, "t=1,v1=b t=1,v1=a", ["b", "a"]],
  ["16 groups", GROUPS, groups(16), Array(16).fill("a")],
])("readSignatures() reads %s", (_, place, value, candidates) => {
  expect(candidatesOf(place, value)).toEqual(candidates);
});

test.each<[what: string, Place, value: string]>([
  ["no prefix", SHA256, "ab"],
  ["another prefix", SHA256, "sha1=ab"],
  ["the prefix in capital letters", SHA256, "SHA256=ab"],
  ["pairs of other versions", PAIRS, "t=1,v0=a,v2=b"],
  ["other tags", { tagged: "v1" }, "v1a,b v0,c v2,d"],
  ["a pair without an equals sign", PAIRS, "t=1,v1"],
  ["an empty pair", PAIRS, "v1=a,"],
  ["17 pairs", PAIRS, pairs(17)],
  ["groups with two time stamps", GROUPS, "t=1,v1=a t=2,v1=b"],
  ["a time stamp that is twice in a group", GROUPS, "t=1,t=1,v1=a t=1,v1=b"],
  ["an empty group", GROUPS, "t=1,v1=a  t=1,v1=b"],
  ["17 groups", GROUPS, groups(17)],
])("readSignatures() refuses %s", (_, place, value) => {
  expect(candidatesOf(place, value)).toBe("signature_malformed");
});

test("readSignatures() reports a missing signature", () => {
  const place = { header: "x-s" };
  expect(readSignatures({}, place)).toEqual({ ok: false, code: "signature_missing" });
  const inherited = Object.create({ "x-s": "ab" }) as Record<string, string>;
  expect(readSignatures(inherited, place)).toEqual({ ok: false, code: "signature_missing" });
});

test("readSignatures() refuses a header that came twice", () => {
  expect(candidatesOf({}, ["ab", "ab"])).toBe("signature_repeated");
});

test("readSignatures() reads all pairs of the key, and the others by name", () => {
  expect(readSignatures({ "x-s": "t=12, v1=a,v1=b=,v0=c" }, { header: "x-s", ...PAIRS })).toEqual({
    ok: true,
    candidates: ["a", "b="],
    pairs: new Map([
      ["t", "12"],
      ["v0", "c"],
    ]),
  });
});

test("readSignatures() refuses a header with two time stamps", () => {
  expect(candidatesOf(PAIRS, "t=1,t=2,v1=a")).toBe("signature_malformed");
  expect(candidatesOf(PAIRS, "t=1,v1=a, t=1,v1=a")).toBe("signature_malformed");
});

test("readSignatures() reads all numbered headers", () => {
  const place = { header: "x-s-", numbered: 3 };
  expect(signatureHeaders(place)).toEqual(["x-s-1", "x-s-2", "x-s-3"]);
  expect(readSignatures({ "x-s-1": "a", "x-s-3": "b", "x-s-4": "c" }, place)).toMatchObject({
    candidates: ["a", "b"],
  });
});

test("readSignatures() reads the first of several headers that is present, and no other", () => {
  const place = { header: ["x-new", "x-old"] };
  expect(readSignatures({ "x-old": "b", "x-new": "a" }, place)).toMatchObject({
    candidates: ["a"],
  });
  expect(readSignatures({ "x-old": "b" }, place)).toMatchObject({ candidates: ["b"] });
});

test("readSignatures() reads all headers of a vendor that sends a second one during a rotation", () => {
  const place = { header: ["x-s", "x-s-2"], all: true } as const;
  expect(readSignatures({ "x-s": "a", "x-s-2": "b" }, place)).toMatchObject({
    candidates: ["a", "b"],
  });
});

test("readSignatures() reads a list's items by their position, for a time stamp among them", () => {
  const result = readSignatures({ "x-s": "12,a, b" }, { header: "x-s", list: true });
  expect(result).toMatchObject({ candidates: ["12", "a", "b"] });
  expect(result.ok && [...result.pairs]).toEqual([
    ["1", "12"],
    ["2", "a"],
    ["3", "b"],
  ]);
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const IN_FORM: SignatureLocation = {
  header: [],
  form: "sig",
  pairs: { separator: "&", equals: "|", key: "*" },
};
const inForm = (text: string, headers: HeaderRecord = FORM) =>
  readSent({ headers, body: new TextEncoder().encode(text) }, IN_FORM);

test("readSignatures() reads the pairs of a field of a form, whatever their keys", () => {
  expect(inForm("a=1&sig=k1%7Cab%26k2%7Ccd")).toMatchObject({ candidates: ["ab", "cd"] });
});

test("readSignatures() refuses a field of a form that is missing, came twice or is in no form", () => {
  const missing = { ok: false, code: "signature_missing" };
  expect(inForm("a=1")).toEqual(missing);
  expect(inForm("sig=k1%7Cab&sig=k1%7Ccd")).toEqual(missing);
  expect(inForm("sig=k1%7Cab", {})).toEqual(missing);
  expect(inForm("sig=ab")).toEqual({ ok: false, code: "signature_malformed" });
});
