// Lines that a worker may send, and lines that no worker of ours sends.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineReader, readMessage } from "./read-message.ts";

test.each([
  { kind: "loaded", exports: [{ name: "a" }, { name: "b", path: ["b"], source: "() => 1" }] },
  { kind: "unloadable", thrown: { isError: false, type: "string" } },
  { kind: "taken", id: "1" },
  { kind: "answer", id: "1", outcome: { kind: "result", result: { message: "x" } } },
  { kind: "answer", id: "1", outcome: { kind: "result" } },
  { kind: "answer", id: "1", outcome: { kind: "failed", reason: "r" } },
  {
    kind: "answer",
    id: "1",
    outcome: { kind: "threw", thrown: { isError: true, name: "n", message: "m", stack: "s" } },
  },
  { kind: "background", thrown: { isError: false, type: "null" } },
])("readMessage() takes %j", (message) => {
  expect(readMessage(JSON.stringify(message))).toEqual(message);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '"taken"',
  '{"kind":"constructor"}',
  '{"kind":"loaded"}',
  '{"kind":"loaded","exports":[null]}',
  '{"kind":"loaded","exports":[{"name":1}]}',
  '{"kind":"loaded","exports":[{"name":"a","path":"b"}]}',
  '{"kind":"loaded","exports":[{"name":"a","source":5}]}',
  '{"kind":"unloadable","thrown":null}',
  '{"kind":"taken"}',
  '{"kind":"taken","id":1}',
  '{"kind":"answer","id":1,"outcome":{"kind":"result"}}',
  '{"kind":"answer","id":"1"}',
  '{"kind":"answer","id":"1","outcome":{"kind":"other"}}',
  '{"kind":"answer","id":"1","outcome":{"kind":"failed"}}',
  '{"kind":"answer","id":"1","outcome":{"kind":"overloaded","reason":"r"}}',
  '{"kind":"answer","id":"1","outcome":{"kind":"threw","thrown":{"isError":true,"name":"n"}}}',
  '{"kind":"background","thrown":{}}',
  line({ kind: "loaded", exports: [{ name: "a", source: "x".repeat(20_001) }] }),
  line({ kind: "answer", id: "1", outcome: { kind: "failed", reason: "x".repeat(2_001) } }),
  line({ kind: "background", thrown: { isError: false, type: "x".repeat(2_001) } }),
  ...["name", "message", "stack"].map((field) =>
    line({
      kind: "background",
      thrown: { isError: true, name: "n", message: "m", stack: "s", [field]: "x".repeat(8_001) },
    }),
  ),
])("readMessage() takes nothing of %s", (line) => {
  expect(readMessage(line)).toBe(undefined);
});

function line(message: object): string {
  return JSON.stringify(message);
}

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
