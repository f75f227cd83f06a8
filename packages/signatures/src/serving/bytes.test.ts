import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { bytesMatch, decodeBytes, encodeBytes } from "./bytes.ts";

test.each([
  ["hex", "00ff10"],
  ["base64", "AP8Q"],
  ["base64url", "AP8Q"],
] as const)("encodeBytes() writes %s", (encoding, text) => {
  expect(encodeBytes(Uint8Array.of(0, 255, 16), encoding)).toBe(text);
});

test("encodeBytes() writes base64url without padding", () => {
  expect(encodeBytes(Uint8Array.of(251, 255), "base64url")).toBe("-_8");
});

const textOf = (text: string, encoding: "hex" | "base64" | "base64url") => {
  const bytes = decodeBytes(text, encoding);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("latin1");
};

test("decodeBytes() reads hexadecimal in either case", () => {
  expect(textOf("4a6f", "hex")).toBe("Jo");
  expect(textOf("4A6f", "hex")).toBe("Jo");
  expect(textOf("", "hex")).toBe("");
});

test.each(["4a6", "4g", "0x4a", " 4a", "4a\n", "SGk="])(
  "decodeBytes() refuses %j as hexadecimal",
  (text) => {
    expect(decodeBytes(text, "hex")).toBeUndefined();
  },
);

test("decodeBytes() reads base64 with its padding", () => {
  expect(textOf("SGk=", "base64")).toBe("Hi");
  expect(textOf("SA==", "base64")).toBe("H");
  expect(textOf("SGkh", "base64")).toBe("Hi!");
  expect(textOf("+/+/", "base64")).toBe("\xfb\xff\xbf");
});

test.each(["SGk", "SGk==", "SG k=", "SGk=\n", "SGl=", "SB==", "-_-_", "S===", "=", "SGk=SGk="])(
  "decodeBytes() refuses %j as base64",
  (text) => {
    expect(decodeBytes(text, "base64")).toBeUndefined();
  },
);

test("decodeBytes() reads base64url with and without padding", () => {
  expect(textOf("-_-_", "base64url")).toBe("\xfb\xff\xbf");
  expect(textOf("SGk", "base64url")).toBe("Hi");
  expect(textOf("SGk=", "base64url")).toBe("Hi");
});

test.each(["+/+/", "SGl", "S", "SG k"])("decodeBytes() refuses %j as base64url", (text) => {
  expect(decodeBytes(text, "base64url")).toBeUndefined();
});

test("decodeBytes() reads what encoders write, of any bytes", () => {
  const encodings = fc.constantFrom("hex", "base64", "base64url");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), encodings, (bytes, encoding) => {
      const text = Buffer.from(bytes).toString(encoding);
      expect(decodeBytes(text, encoding)).toEqual(bytes);
    }),
    { numRuns: runs(500) },
  );
});

test("decodeBytes() accepts only one spelling of the same bytes, except for the case of hex digits", () => {
  const encodings = fc.constantFrom("base64", "hex");
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), encodings, (text, encoding) => {
      const bytes = decodeBytes(text, encoding);
      const written = bytes && Buffer.from(bytes).toString(encoding);
      expect(written ?? text).toBe(encoding === "hex" && bytes ? text.toLowerCase() : text);
    }),
    { numRuns: runs(2000) },
  );
});

test("bytesMatch() is true only for equal bytes", () => {
  const of = (...bytes: number[]) => Uint8Array.from(bytes);
  expect(bytesMatch(of(1, 2), of(1, 2))).toBe(true);
  expect(bytesMatch(of(), of())).toBe(true);
  for (const [left, right] of [
    [of(1, 2), of(1, 3)],
    [of(0, 2), of(1, 2)],
    [of(1, 2), of(1)],
    [of(1), of(1, 0)],
    [of(1, 0), of(1)],
    [of(), of(0)],
  ] as const) {
    expect(bytesMatch(left, right)).toBe(false);
  }
});

test("bytesMatch() reads every byte of the left side, wherever the first difference is", () => {
  for (const differing of [0, 15, 31]) {
    const read: number[] = [];
    const bytes = new Uint8Array(32).fill(7);
    const watched = new Proxy(bytes, {
      get(target, key) {
        if (/^\d+$/.test(String(key))) read.push(Number(key));
        return Reflect.get(target, key);
      },
    });
    bytesMatch(watched, bytes.with(differing, 8));
    expect(read).toEqual(Array.from({ length: 32 }, (_, index) => index));
  }
});

test.each(["QR==", "QS==", "QU==", "QY==", "QUJ=", "QUK="])(
  "decodeBytes() refuses %s, whose last digit has bits that no byte uses",
  (text) => {
    expect(decodeBytes(text, "base64")).toBeUndefined();
  },
);
