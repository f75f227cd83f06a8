import { expect, test } from "vitest";
import { der } from "../../../core/test/auth/certificates.ts";
import { hexOf, readChildren, readElement, textOf } from "./spki.ts";

const read = (bytes: readonly number[], end?: number) =>
  readElement(Uint8Array.from(bytes), 0, end ?? bytes.length);

test("readElement() reads lengths of one, two and three bytes", () => {
  for (const length of [0, 127, 128, 255, 256, 65_535]) {
    const bytes = der(0x04, Array(length).fill(1));
    expect(read(bytes)).toMatchObject({ tag: 0x04, end: bytes.length });
  }
  expect(read([4, 0x83, 1, 0, 0, ...Array(65_536).fill(0)])?.end).toBe(65_541);
});

test.each<[string, readonly number[]]>([
  ["nothing", []],
  ["a tag alone", [0x30]],
  ["a tag of several bytes", [0x1f, 1, 0]],
  ["a length without end", [0x30, 0x80, 0, 0]],
  ["a length of four bytes", [0x30, 0x84, 0, 0, 0, 0]],
  ["a length with a zero in front", [0x30, 0x82, 0, 1, 0]],
  ["a length that is too long for its number", [0x30, 0x81, 1, 0]],
  ["a length that ends behind the bytes", [0x30, 0x82, 1]],
  ["more than there is", [0x30, 2, 0]],
])("readElement() refuses %s", (_what, bytes) => {
  expect(read(bytes)).toBeUndefined();
});

test("readElement() reads nothing behind its end", () => {
  expect(read([0x30, 1, 0], 2)).toBeUndefined();
  expect(read([0x30, 0], 1)).toBeUndefined();
});

test("readChildren() wants elements that fill their parent, and at most 64", () => {
  const childrenOf = (content: readonly number[]) => {
    const bytes = Uint8Array.from(der(0x30, content));
    const parent = readElement(bytes, 0);
    return parent && readChildren(bytes, parent)?.length;
  };
  expect(childrenOf([])).toBe(0);
  expect(childrenOf([5, 0, 5, 0])).toBe(2);
  expect(childrenOf([5, 0, 5])).toBeUndefined();
  expect(childrenOf([5, 1])).toBeUndefined();
  expect(childrenOf(Array(128).fill([5, 0]).flat().slice(0, 128))).toBe(64);
  expect(childrenOf(Array(65).fill([5, 0]).flat())).toBeUndefined();
});

test("textOf() and hexOf() read a bounded part", () => {
  const bytes = Uint8Array.from(der(0x0c, Array(300).fill(0x61)));
  const element = readElement(bytes, 0);
  if (element === undefined) throw new Error("no element");
  expect(textOf(bytes, element)).toBe("a".repeat(256));
  expect(hexOf(bytes, element)).toBe("61".repeat(32));
});
