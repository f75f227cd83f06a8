// Pieces of text → lines.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineReader } from "./read-message.ts";

function read(pieces: readonly string[], maxChars = Number.POSITIVE_INFINITY) {
  const lines: string[] = [];
  let tooLong = 0;
  const reader = createLineReader({
    onLine: (line) => lines.push(line),
    maxChars,
    onTooLong: () => {
      tooLong += 1;
    },
  });
  for (const piece of pieces) reader(piece);
  return { lines, tooLong };
}

test("createLineReader() returns the same lines wherever the text is cut", () => {
  const lines = fc.array(fc.string().map((text) => text.replaceAll("\n", " ")));
  fc.assert(
    fc.property(lines, fc.array(fc.nat(50)), (expected, cuts) => {
      let rest = expected.map((line) => `${line}\n`).join("");
      const pieces = cuts.map((cut) => {
        const piece = rest.slice(0, cut);
        rest = rest.slice(cut);
        return piece;
      });
      expect(read([...pieces, rest]).lines).toEqual(expected);
    }),
  );
});

test("createLineReader() reports only a line that is too long", () => {
  expect(read(["12345\n12345\n", "123", "45"], 5)).toEqual({
    lines: ["12345", "12345"],
    tooLong: 0,
  });
  expect(read(["123", "456"], 5)).toEqual({ lines: [], tooLong: 1 });
});
