// Lines that a worker may send, and lines that no worker of ours sends.
import { expect, test } from "vitest";
import { readMessage } from "./read-message.ts";

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
