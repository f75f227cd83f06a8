import { expect, test } from "vitest";
import { addCase, readEventFiles } from "./author-texts.ts";

const EVENT = '{"path":"github","headers":{"X-GitHub-Event":"push"},"payload":{"a":1}}';

test("readEventFiles() names an event by its group, and keeps the path of a file that has one alone", async () => {
  const { events, unread } = await readEventFiles([
    { path: "events/github/push.event.json", text: EVENT },
    { path: "push.event.yaml", text: "path: ci\npayload: { a: 1 }\n" },
    { path: "events/all.ndjson", text: `${EVENT}\n${EVENT}\n` },
  ]);
  expect(unread).toEqual([]);
  expect(events.map(({ name, path }) => [name, path])).toEqual([
    ["github/push", "events/github/push.event.json"],
    ["events/push", "push.event.yaml"],
    ["events/all:1", undefined],
    ["events/all:2", undefined],
  ]);
  expect(events[0]?.event).toMatchObject({
    path: "github",
    url: "/hooks/github",
    payload: { a: 1 },
  });
});

test("readEventFiles() says why a file is not an event, and reads the others", async () => {
  const { events, unread } = await readEventFiles([
    { path: "broken.event.json", text: "{" },
    { path: "good.event.json", text: EVENT },
  ]);
  expect(events).toHaveLength(1);
  expect(unread).toEqual([{ path: "broken.event.json", message: expect.stringMatching(/\S/) }]);
});

const ADDED = { name: "a push", event: "push.event.json", expect: { mapping: "push" } };

test.each([
  ["hooks.test.yaml", ""],
  ["hooks.test.json", "\n"],
])("addCase() begins a file that is not there: %s", async (filename, text) => {
  const result = await addCase({ filename, text, added: ADDED });
  expect(result.ok && result.text).toMatch(/a push/);
  const again = await addCase({ filename, text: result.ok ? result.text : "", added: ADDED });
  // Two cases of one name are a mistake.
  expect(again.ok && again.text).toMatch(/a push 2/);
});

test("addCase() keeps what the file has, comments included", async () => {
  const text =
    "# Mine.\ncases:\n  - name: old # why\n    event: old.event.json\n    expect: { mapping: x }\n";
  const result = await addCase({ filename: "hooks.test.yaml", text, added: ADDED });
  expect(result.ok && result.text.startsWith(text.trimEnd())).toBe(true);
});

test("addCase() refuses a file that cannot be edited, with a sentence", async () => {
  const result = await addCase({ filename: "hooks.test.yaml", text: "cases: [", added: ADDED });
  expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/\S/) });
});
