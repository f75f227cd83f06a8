// Paths outside of templates that name nothing in the events → warnings, and what to write.
import type { MappingInput } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { findInEvents } from "./find-in-events.ts";

async function find(mapping: MappingInput, ...payloads: readonly unknown[]) {
  const config = { hooks: { mappings: [{ match: { path: "ci" }, ...mapping }] } };
  const events = payloads.map((payload) => ({ path: "ci", payload }));
  const problems = await findInEvents(config, { events });
  return problems
    .filter(({ severity }) => severity === "warning")
    .map(({ code, hint }) => [code, hint]);
}

const text = { messageTemplate: "x" };

describe("findMissingList()", () => {
  const messages = [{ subject: "a" }, { subject: "b" }];
  const changes = [{ value: { messages } }];

  test.each([
    ["mesages", { messages }, 'Nearest: "messages".'],
    ["body.messages", { messages }, 'The event has "messages": write "messages".'],
    ["event.body.messages", { messages }, 'The event has "messages": write "messages".'],
    ["trigger.event.body.messages", { messages }, 'The event has "messages": write "messages".'],
    ["data.messages", { data: 1, messages }, 'The event has "messages": write "messages".'],
    ["payload.mesages", { messages }, 'Nearest: "payload.messages".'],
    [
      "entry.changes.value.mesages",
      { entry: [{ changes }] },
      'Nearest: "entry.changes.value.messages".',
    ],
    ["a.b.c", { a: { "b.c": messages } }, 'The event has the key "b.c": write "a.[b.c]".'],
    ["b.c", { "b.c": messages }, 'The event has the key "b.c": write "[b.c]".'],
    ["messages.last", { messages }, 'and all of its elements are taken: write "messages".'],
    [
      "messages",
      { messages: JSON.stringify(messages) },
      '"messages" is a text that holds JSON: write "forEach": { "path": "messages", "parse": true }.',
    ],
    [
      "detail.items",
      { detail: JSON.stringify({ items: messages }) },
      '"detail" is a text that holds JSON: write "forEach": { "path": "detail.items", "parse": true }.',
    ],
    ["message", { message: { id: 1 } }, '"message" is an object: "single": true'],
    ["zzz", { messages, deep: { list: [] } }, 'The event has the list "messages", "deep.list".'],
    ["zzz", messages, 'The event has the list "payload".'],
    ["zzz", { a: 1 }, "Look for the list in an event, or add an event that has it."],
  ])("finds what was meant by forEach: %s", async (forEach, payload, hint) => {
    const found = await find({ forEach, ...text }, payload, payload);
    expect(found).toEqual([["for_each_list_missing", expect.stringContaining(hint)]]);
  });

  test.each([
    ["an empty list", { messages: [] }],
    ["a list that one of the events has", { messages }],
    ["a condition that chooses nothing", { messages: [1] }],
  ])("says nothing of %s", async (_what, payload) => {
    const forEach = { path: "messages", when: { "==": [{ var: "item.subject" }, "a"] } };
    const codes = (await find({ forEach, messageTemplate: "{{item}}" }, payload, {})).map(
      ([code]) => code,
    );
    expect(codes).not.toContain("for_each_list_missing");
  });
});

describe("findMissingFields()", () => {
  const inner = { event: { event_name: "commit_create" } };

  test.each([
    [
      "payload.resource.fields.System.State",
      { resource: { fields: { "System.State": "Ready" } } },
      'The event has the key "System.State": write payload.resource.fields.[System.State].',
    ],
    [
      "payload.labels.app.kubernetes.io/name",
      { labels: { "app.kubernetes.io/name": "a" } },
      'The event has the key "app.kubernetes.io/name": write payload.labels.[app.kubernetes.io/name].',
    ],
    [
      "payload.payload.event.event_name",
      { payload: JSON.stringify(inner) },
      '"payload.payload" is a text that holds JSON: write { "parseJson": [{ "var": "payload.payload" }, "event.event_name"] }.',
    ],
    ["payload.body.action", { action: "a" }, 'The event has "action": write payload.action.'],
    ["payload.data.action", { action: "a" }, 'The event has "action": write payload.action.'],
    ["payload.actoin", { action: "a" }, "Nearest: payload.action."],
    [
      "payload.pull_request.merge",
      { pull_request: { merged: true } },
      "payload.pull_request.merged.",
    ],
    [
      "payload.items.last.id",
      { items: [{ id: 1 }] },
      '"payload.items" is a list: write { "some": [{ "var": "payload.items" }, { "==": [{ "var": "id" }, "…"] }] }.',
    ],
  ])("finds what was meant by %s", async (name, payload, hint) => {
    const when = { "==": [{ var: name }, "a"] };
    const found = await find({ match: { path: "ci", when }, ...text }, payload, payload);
    expect(found).toEqual([["condition_field_missing", expect.stringContaining(hint)]]);
  });

  test("looks into lists, at elements of forEach, and under match.not", async () => {
    const list = [{ status: "firing" }];
    const inList = { some: [{ var: "payload.list" }, { "==": [{ var: "statsu" }, "firing"] }] };
    const near = ["condition_field_missing", "Nearest: status."];
    expect(await find({ match: { path: "ci", when: inList }, ...text }, { list })).toEqual([near]);
    const not = { when: inList };
    expect(await find({ match: { path: "ci", not }, ...text }, { list })).toEqual([near]);
    const forEach = { path: "list", when: { "!=": [{ var: "item.statsu" }, "a"] } };
    expect(await find({ forEach, messageTemplate: "{{item.status}}" }, { list })).toEqual([
      ["condition_field_missing", "Nearest: item.status."],
    ]);
  });

  test.each([
    ["a field that one event has", { "==": [{ var: "payload.a" }, 1] }, [{ a: 1 }, { aa: 1 }]],
    ["a field with a default", { "==": [{ var: ["payload.a", 1] }, 1] }, [{ aa: 1 }]],
    ["a field that may be absent", { "!": { exists: "payload.a" } }, [{ aa: 1 }]],
    ["a field that is null", { "==": [{ var: "payload.a" }, 1] }, [{ a: null, aa: 1 }]],
    ["nothing that is near", { "==": [{ var: "payload.zzz" }, 1] }, [{ a: 1 }]],
  ])("says nothing of %s", async (_what, when, payloads) => {
    expect(await find({ match: { path: "ci", when }, ...text }, ...payloads)).toEqual([]);
  });

  test.each([
    [{ items: { a: 1 } }, "items", '"single": true'],
    [{ items: "[1]" }, "items", '"parse": true'],
    [{ items: "a,b" }, "items", "Look for the list"],
    [{ items: [{ a: 1 }] }, "items[0]", 'Write "items" for all elements of that list'],
  ])("warns where what %j has as %s is no list", async (payload, forEach, hint) => {
    const found = await find({ forEach, messageTemplate: "{{item.a}}" }, payload);
    expect(found).toEqual([["for_each_list_missing", expect.stringContaining(hint)]]);
  });

  test.each(["no", "No", "off", "yes", "ON"])(
    "warns where a boolean of an event is compared with %s",
    async (word) => {
      const meant = /^(?:yes|on)$/i.test(word);
      const when = { and: [true, { "==": [{ var: "payload.draft" }, word] }] };
      const wanted = [["condition_compares_text", `Write ${meant} without quotation marks.`]];
      expect(await find({ match: { path: "ci", when }, ...text }, { draft: false })).toEqual(
        wanted,
      );
      const inList = { in: [{ var: "payload.draft" }, [word, "maybe"]] };
      expect(await find({ match: { path: "ci", when: inList }, ...text }, { draft: true })).toEqual(
        wanted,
      );
      expect(await find({ match: { path: "ci", when }, ...text }, { draft: word })).toEqual([]);
      const both = { in: [{ var: "payload.draft" }, [word, meant]] };
      expect(await find({ match: { path: "ci", when: both }, ...text }, { draft: meant })).toEqual(
        [],
      );
    },
  );
});
