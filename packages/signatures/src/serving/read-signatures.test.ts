import { describe, expect, test } from "vitest";
import type { SignatureLocation } from "../model.ts";
import { readSignatures, signatureHeaders } from "./read-signatures.ts";

const PAIRS: SignatureLocation = { header: "x-s", pairs: { separator: ",", key: "v1" } };

const candidatesOf = (place: Partial<SignatureLocation>, value: string | readonly string[]) => {
  const result = readSignatures({ "x-s": value }, { header: "x-s", ...place });
  return result.ok ? result.candidates : result.code;
};

test("readSignatures() reads the whole value after its prefix", () => {
  expect(candidatesOf({}, "ab")).toEqual(["ab"]);
  expect(candidatesOf({ prefix: "sha256=" }, "sha256=ab")).toEqual(["ab"]);
});

test("readSignatures() refuses a value without its prefix", () => {
  expect(candidatesOf({ prefix: "sha256=" }, "ab")).toBe("signature_malformed");
  expect(candidatesOf({ prefix: "sha256=" }, "sha1=ab")).toBe("signature_malformed");
  expect(candidatesOf({ prefix: "sha256=" }, "SHA256=ab")).toBe("signature_malformed");
});

test("readSignatures() reports a missing signature", () => {
  const place = { header: "x-s" };
  expect(readSignatures({}, place)).toEqual({ ok: false, code: "signature_missing" });
  const inherited = Object.create({ "x-s": "ab" }) as Record<string, string>;
  expect(readSignatures(inherited, place)).toEqual({ ok: false, code: "signature_missing" });
});

test("readSignatures() refuses a header that came twice", () => {
  expect(candidatesOf({}, ["ab", "ab"])).toBe("signature_repeated");
  expect(candidatesOf({}, ["ab"])).toEqual(["ab"]);
});

test("readSignatures() does not cut a joined header at its comma", () => {
  expect(candidatesOf({}, "ab, ab")).toEqual(["ab, ab"]);
});

test("readSignatures() reads all pairs of the key, and the others by name", () => {
  expect(readSignatures({ "x-s": "t=12, v1=a,v1=b=,v0=c" }, PAIRS)).toEqual({
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

test("readSignatures() ignores signatures of another version", () => {
  expect(candidatesOf(PAIRS, "t=1,v0=a,v2=b")).toBe("signature_malformed");
  expect(candidatesOf({ tagged: "v1" }, "v1a,b v0,c v2,d")).toBe("signature_malformed");
  expect(candidatesOf({ list: true, prefix: "v1=" }, "v0=a,v1=b")).toEqual(["b"]);
});

test("readSignatures() refuses more than 16 signatures", () => {
  const some = (count: number) => Array.from({ length: count }, () => "v1=a").join(",");
  expect(candidatesOf(PAIRS, some(16))).toHaveLength(16);
  expect(candidatesOf(PAIRS, some(17))).toBe("signature_malformed");
});

test("readSignatures() refuses pairs without an equals sign", () => {
  expect(candidatesOf(PAIRS, "t=1,v1")).toBe("signature_malformed");
  expect(candidatesOf(PAIRS, "v1=a,")).toBe("signature_malformed");
});

test("readSignatures() removes a prefix from the values of pairs, too", () => {
  expect(candidatesOf({ ...PAIRS, prefix: "p:" }, "v1=p:a,v1=b")).toEqual(["a"]);
});

test("readSignatures() reads what follows its tag, between spaces", () => {
  expect(candidatesOf({ tagged: "v1" }, "v1,a v1a,b v1,c")).toEqual(["a", "c"]);
});

test("readSignatures() reads the signatures of a list", () => {
  expect(candidatesOf({ list: true }, "a, b")).toEqual(["a", "b"]);
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

describe("readSignatures() reads groups of pairs, one for each secret", () => {
  const GROUPS = { pairs: { separator: ",", groups: " ", key: "v1" } } as const;

  test("takes the signatures of every group, in either order", () => {
    expect(candidatesOf(GROUPS, "t=1,v1=a t=1,v1=b")).toEqual(["a", "b"]);
    expect(candidatesOf(GROUPS, "t=1,v1=b t=1,v1=a")).toEqual(["b", "a"]);
    expect(candidatesOf(GROUPS, "t=1,v1=a")).toEqual(["a"]);
  });

  test("refuses groups with two time stamps, and a time stamp that is twice in one", () => {
    expect(candidatesOf(GROUPS, "t=1,v1=a t=2,v1=b")).toBe("signature_malformed");
    expect(candidatesOf(GROUPS, "t=1,t=1,v1=a t=1,v1=b")).toBe("signature_malformed");
    expect(candidatesOf(GROUPS, "t=1,v1=a  t=1,v1=b")).toBe("signature_malformed");
  });

  test("refuses more than 16 signatures in all", () => {
    const some = (count: number) => Array.from({ length: count }, () => "t=1,v1=a").join(" ");
    expect(candidatesOf(GROUPS, some(16))).toHaveLength(16);
    expect(candidatesOf(GROUPS, some(17))).toBe("signature_malformed");
  });
});
