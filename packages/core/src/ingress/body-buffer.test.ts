import { expect, test } from "vitest";
import { BodyBuffer } from "./body-source.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function collect(chunks: readonly string[], maxBytes = 10_000): Uint8Array {
  const buffer = new BodyBuffer(maxBytes);
  for (const chunk of chunks) expect(buffer.push(bytesOf(chunk))).toBe("more");
  return buffer.finish();
}

test("BodyBuffer.finish() gives what was pushed, of one chunk or many or none", () => {
  expect(collect([])).toEqual(new Uint8Array());
  expect(collect(["abc"])).toEqual(bytesOf("abc"));
  expect(collect(["a", "", "bc", "d"])).toEqual(bytesOf("abcd"));
  expect(collect(["x".repeat(4_095), "y", "z".repeat(4_000)])).toEqual(
    bytesOf(`${"x".repeat(4_095)}y${"z".repeat(4_000)}`),
  );
});

test("BodyBuffer.push() does not copy a body of one chunk", () => {
  const buffer = new BodyBuffer(10);
  const chunk = bytesOf("abc");
  buffer.push(chunk);
  expect(buffer.finish()).toBe(chunk);
});

test("BodyBuffer.push() does not write into a chunk that belongs to the runtime", () => {
  const buffer = new BodyBuffer(10);
  const packet = bytesOf("abcd");
  buffer.push(packet.subarray(0, 2));
  buffer.push(bytesOf("xy"));
  expect(packet).toEqual(bytesOf("abcd"));
  expect(buffer.finish()).toEqual(bytesOf("abxy"));
});

test("BodyBuffer.push() takes exactly the limit and refuses one byte more", () => {
  const buffer = new BodyBuffer(5);
  expect(buffer.push(bytesOf("abc"))).toBe("more");
  expect(buffer.push(bytesOf("de"))).toBe("more");
  expect(buffer.push(bytesOf("f"))).toBe("too-large");
  expect(buffer.finish()).toEqual(bytesOf("abcde"));
});

test("BodyBuffer holds at most the limit, and grows by what has arrived", () => {
  const buffer = new BodyBuffer(100_000);
  const capacities = new Set<number>();
  for (let n = 0; n < 100_000; n++) {
    buffer.push(new Uint8Array(1));
    capacities.add(buffer.finish().buffer.byteLength);
  }
  expect([...capacities]).toEqual([1, 4_096, 8_192, 16_384, 32_768, 65_536, 100_000]);
});
