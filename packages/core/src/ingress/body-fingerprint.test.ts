import { expect, test } from "vitest";
import { fingerprintBody } from "./find-keys.ts";

const encode = (text: string) => new TextEncoder().encode(text);

test("fingerprintBody() is the same for the same bytes, wherever they lie", () => {
  const bytes = encode('xx{"a":1}');
  expect(fingerprintBody(bytes.subarray(2))).toBe(fingerprintBody(encode('{"a":1}')));
});

test("fingerprintBody() differs for each change of a byte, of any length", () => {
  for (const length of [0, 1, 2, 3, 4, 5, 63, 64, 65]) {
    const base = encode("a".repeat(length));
    const found = new Set([fingerprintBody(base), fingerprintBody(encode("a".repeat(length + 1)))]);
    for (let at = 0; at < length; at++) {
      const changed = base.slice();
      changed[at] = 98;
      found.add(fingerprintBody(changed));
    }
    expect(found.size).toBe(length + 2);
  }
});

test("fingerprintBody() has no collision among 100,000 short bodies", () => {
  const found = new Set<number>();
  for (let id = 0; id < 100_000; id++) found.add(fingerprintBody(encode(`{"id":${id}}`)));
  expect(found.size).toBe(100_000);
});
