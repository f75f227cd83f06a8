// Configs with events that show what is wrong with them → the problems, with what to write instead.

import { describe, expect, test } from "vitest";
import type { MappingInput } from "../../../core/src/authoring/config/config.ts";
import type { HookEvent } from "../../../core/src/model/event.ts";
import { findInEvents } from "./find-in-events.ts";

const on = (...payloads: readonly unknown[]): readonly HookEvent[] =>
  payloads.map((payload) => ({ path: "ci", payload }));

async function find(
  mapping: Partial<MappingInput> | string,
  events: readonly HookEvent[],
  partials = {},
) {
  const own = typeof mapping === "string" ? { messageTemplate: mapping } : mapping;
  const one = { id: "ci", match: { path: "ci" }, ...own } as MappingInput;
  return findInEvents({ hooks: { partials, mappings: [one] } }, { events });
}

/** The template as the first problem would have it. */
async function fix(template: string, payload: unknown): Promise<string | undefined> {
  const [problem] = await find(template, on(payload));
  if (problem?.templateEdit === undefined) return undefined;
  const { start, end, text } = problem.templateEdit;
  return `${problem.code}: ${template.slice(0, start)}${text}${template.slice(end)}`;
}

const labels = [{ name: "bug", user: { login: "a" } }, { name: "ui" }];

describe("findInEvents()", () => {
  test.each([
    ["{{labels.name}}", '{{join (pluck labels "name")}}'],
    ["x {{issue.labels.user.login}}", 'x {{join (pluck issue.labels "user.login")}}'],
    ["{{upper labels.name}}", '{{upper (join (pluck labels "name"))}}'],
    ["{{join labels.name}}", '{{join (pluck labels "name")}}'],
    ["{{upper (first labels.name)}}", '{{upper (first (pluck labels "name"))}}'],
    ["{{#each labels.name}}{{this}}{{/each}}", '{{#each (pluck labels "name")}}{{this}}{{/each}}'],
    ["{{#with labels}}{{name}}{{/with}}", '{{#with labels}}{{join (pluck this "name")}}{{/with}}'],
    [
      "{{#with issue}}{{../labels.name}}{{/with}}",
      '{{#with issue}}{{join (pluck ../labels "name")}}{{/with}}',
    ],
    ["{{payload.labels.name}}", '{{join (pluck payload.labels "name")}}'],
    ["{{a.[x y].name}}", '{{join (pluck a.[x y] "name")}}'],
    ["{{labels.size}}", "{{labels.length}}"],
    ["{{number labels.count}}", "{{number labels.length}}"],
  ])("finds a list read as text: %s", async (template, fixed) => {
    const payload = { labels, issue: { labels }, a: { "x y": labels } };
    expect(await fix(template, payload)).toBe(`template_list_field: ${fixed}`);
  });

  test.each([
    ["{{join (pluck labels name)}}", '{{join (pluck labels "name")}}'],
    ["{{join (pluck labels user.login) '; '}}", "{{join (pluck labels \"user.login\") '; '}}"],
    ["{{sum labels by=n}}", '{{sum labels by="n"}}'],
    [
      "{{#each (sort labels by=name)}}{{name}}{{/each}}",
      '{{#each (sort labels by="name")}}{{name}}{{/each}}',
    ],
    [
      "{{length (filter labels by=name eq='bug')}}",
      "{{length (filter labels by=\"name\" eq='bug')}}",
    ],
  ])("finds a field of each element without quotation marks: %s", async (template, fixed) => {
    expect(await fix(template, { labels })).toBe(`template_name_unquoted: ${fixed}`);
  });

  test.each([
    ["{{join (pluck labels field)}}"],
    ["{{#each (sort labels by=field)}}{{name}}{{/each}}"],
    ["{{#with field}}{{join (pluck ../labels ../none)}}{{/with}}"],
  ])("ignores a field of the event that holds the name: %s", async (template) => {
    const found = await find(template, on({ labels, field: "name" }));
    expect(found.filter(({ code }) => code === "template_name_unquoted")).toEqual([]);
  });

  test.each([
    ["{{labels.0.name}}"],
    ["{{labels.length}}"],
    ["{{#each labels}}{{name}}{{/each}}"],
    ["{{default labels.0.user.login 'x'}}"],
  ])("ignores a list that is read as it is: %s", async (template) => {
    expect(await find(template, on({ labels }))).toEqual([]);
  });

  test("reports a field of a list that no element has only as never filled", async () => {
    const problems = await find("x{{labels.colour}}", on({ labels }));
    expect(problems).toMatchObject([{ code: "template_never_filled", severity: "hint" }]);
    expect(
      await find("x{{#with labels}}{{#with 0}}{{../../a}}{{/with}}{{/with}}", on({ labels })),
    ).toMatchObject([{ code: "template_never_filled" }]);
  });

  test.each([
    ["{{body.ref}}", "{{ref}}"],
    ["{{event.repo.name}}", "{{repo.name}}"],
    ["{{upper data.ref}}", "{{upper ref}}"],
    ["{{payload.body.ref}}", "{{ref}}"],
    ["{{body.headers.a}}", "{{payload.headers.a}}"],
    ["{{#if body.ref}}x{{/if}}y", "{{#if ref}}x{{/if}}y"],
    ["{{#with repo}}{{payload.body.ref}}{{/with}}", "{{#with repo}}{{payload.ref}}{{/with}}"],
  ])("finds a root that the body lacks: %s", async (template, fixed) => {
    const payload = { ref: "main", repo: { name: "r" }, headers: { a: "b" } };
    expect(await fix(template, payload)).toBe(`template_root_missing: ${fixed}`);
  });

  test("says what is wrong, where, and what to write", async () => {
    expect(await find("Ref {{body.ref}}", on({ ref: "main" }))).toEqual([
      {
        code: "template_root_missing",
        severity: "warning",
        path: ["hooks", "mappings", 0, "messageTemplate"],
        message: 'The body has no "body", but it has the rest of "body.ref".',
        hint: "Write {{ref}} instead of {{body.ref}}.",
        templatePosition: { line: 1, column: 7 },
        templateSpan: { start: 6, end: 14 },
        templateEdit: { start: 6, end: 14, text: "ref" },
      },
    ]);
  });

  test("keeps a field that opens and closes a block", async () => {
    const template = "x{{#body.a}}{{/body.a}}{{^labels.name}}{{/labels.name}}";
    expect(await find(template, on({ a: 1, labels }))).toEqual([]);
  });

  test("accepts a field that one event fills", async () => {
    const events = on({ ref: "a" }, { body: { ref: "b" } });
    expect(await find("{{body.ref}}", events)).toEqual([]);
    expect(await find("x{{body.ref}}", on(["ref"], { other: 1 }))).toMatchObject([
      { code: "template_never_filled" },
    ]);
  });

  test("finds a field that both the body and its own payload have", async () => {
    const own = { id: 1, payload: { id: 2, at: 3 } };
    expect(await fix("{{payload.id}}", own)).toBe("template_payload_key: {{payload.payload.id}}");
    expect(await find("{{payload.at}}{{payload.payload.id}}{{id}}{{payload}}", on(own))).toEqual(
      [],
    );
    expect(await find("{{payload.id}}", on({ id: 1, payload: { id: 1 } }))).toEqual([]);
    expect(await find("{{payload.id}}", on({ id: 1, payload: {} }))).toEqual([]);
    expect(await find("{{payload.id}}", on({ id: 1 }))).toEqual([]);
  });

  test.each([
    [
      '{{date at "YYYY"}}',
      "Tue 4th, ÄRA",
      'date cannot read payload.at as a date: it is a text like "Aaa 9aa, AAA".',
    ],
    ["{{ago at}}", [1, 2], "ago cannot read payload.at as a date: it is a list of 2."],
    ["{{ago at}}", { a: 1 }, "ago cannot read payload.at as a date: it is an object."],
    ["{{ago at}}", true, "ago cannot read payload.at as a date: it is true."],
    ["{{ago at}}", 1e300, "ago cannot read payload.at as a date: it is a number like 9a+999."],
    [
      "{{number at}}",
      "12 min",
      'number cannot read payload.at as a number: it is a text like "99 aaa".',
    ],
    [
      "{{number (upper at)}}",
      "x",
      'number cannot read its argument as a number: it is a text like "A".',
    ],
    [
      "{{default (parseJson at) 'y'}}",
      "x".repeat(40),
      `parseJson cannot read payload.at as JSON: it is a text like "${"a".repeat(32)}…".`,
    ],
  ])("finds a value that a helper cannot read: %s of %j", async (template, at, message) => {
    const problems = await find(`x${template}`, on({ at }, { at }));
    const found = problems.filter(({ code }) => code !== "integer_too_long");
    expect(found).toMatchObject([{ code: "template_value_unread", severity: "warning", message }]);
  });

  test.each([
    ["{{default (date at 'YYYY') 'none'}}", { at: "" }],
    ["{{default (date at 'YYYY') 'none'}}", {}],
    ["{{default (upper at) 'none'}}", {}],
  ])("ignores a missing value, which a helper can read: %s of %j", async (template, payload) => {
    expect(await find(template, on(payload))).toEqual([]);
  });

  test("says how to read a date that begins with the day", async () => {
    const problems = await find("{{date at 'YYYY' dayFirst=false}}", on({ at: "31/12/2026" }));
    expect(problems[0]).toMatchObject({ code: "template_value_unread", severity: "warning" });
    expect(problems[0]?.hint).toContain("dayFirst=true");
  });

  test("finds an expression that no event fills, with the nearest name", async () => {
    const events = on({ title: "a" }, { title: "b" });
    expect(await find("{{title}}{{titel}}{{upper titel}}{{zzz}}", events)).toMatchObject([
      {
        code: "template_never_filled",
        severity: "warning",
        message: "{{titel}} is empty for all 2 events that reach it.",
        hint: 'The event has "title".',
        templateEdit: { text: "title" },
      },
      { message: "{{upper titel}} is empty for all 2 events that reach it." },
      { hint: "Look for the name in an event, or add an event that fills it." },
    ]);
    const [one] = await find("x{{zzz}}", events.slice(1));
    expect(one?.message).toBe("{{zzz}} is empty for the only event that reaches it.");
    expect(one?.templateEdit).toBeUndefined();
    expect(await find("{{#if no}}{{zzz}}{{/if}}x", events)).toEqual([]);
  });

  test("reports a mistake in a partial once, at its position", async () => {
    const mapping = { messageTemplate: "{{> row}}{{> row}}", name: "{{> row}}" };
    const problems = await find(mapping, on({ ref: "a" }), { row: "{{body.ref}}" });
    expect(problems).toMatchObject([
      { code: "template_root_missing", path: ["hooks", "partials", "row"] },
    ]);
  });

  test("lists problems in the order of the config, partials last", async () => {
    const mapping = {
      match: { path: "ci", when: { "!=": [{ var: "payload.id" }, "2"] } },
      messageTemplate: "{{> row}}{{body.a}}{{id}}{{zzz.c.d}}",
    };
    const payload = { id: 2 ** 60, a: "a" };
    const problems = await find(mapping, on(payload), { row: "{{body.a}}" });
    expect(
      problems.map(({ path, templateSpan }) => [path[1], path.at(-1), templateSpan?.start]),
    ).toEqual([
      ["mappings", "when", undefined],
      ["mappings", "messageTemplate", 11],
      ["mappings", "messageTemplate", 21],
      ["mappings", "messageTemplate", 25],
      ["partials", "row", 2],
    ]);
  });

  test("distinguishes fields in one tag", async () => {
    const template =
      "{{default (date at 'YYYY' zone=body.zone) d.e.f other}}{{default x.y z}}{{../up}}{{a.b}}";
    const problems = await find(template, on({ at: "2026-01-01", zone: "UTC", a: { b: 1 } }));
    expect(problems).toMatchObject([
      { code: "template_root_missing", hint: "Write zone instead of body.zone." },
      { code: "template_never_filled" },
      { code: "template_never_filled" },
    ]);
  });

  test("suggests nothing for a partial whose context is missing", async () => {
    const problems = await find("x{{> row labels.name}}", on({ labels }), { row: "{{login}}" });
    expect(problems).toMatchObject([
      { code: "template_never_filled", path: ["hooks", "partials", "row"] },
    ]);
    expect(problems[0]?.templateEdit).toBeUndefined();
  });

  test("finds a condition with the same result for all events", async () => {
    const when = {
      and: [{ "==": [{ var: "payload.a" }, 1] }, { "==": [{ var: "payload.b" }, 1] }],
    };
    const mapping = { match: { path: "ci", when, headers: { "x-a": "1" } }, messageTemplate: "x" };
    const headers = { "x-a": "1" };
    const events = on({ a: 1, b: 1 }, { a: 1, b: 2 }).map((one) => ({ ...one, headers }));
    expect(await find(mapping, events)).toMatchObject([
      {
        code: "condition_never_changes",
        severity: "hint",
        path: ["hooks", "mappings", 0, "match", "when", "and", 0],
        message: "payload.a == 1 is true for all 2 events that it was tried with.",
        hint: "Add an event for which it is false, or remove the condition.",
      },
    ]);
    expect(await find(mapping, events.slice(0, 1))).toEqual([]);
  });

  test("finds a condition of elements with the same result for all", async () => {
    const mapping = {
      forEach: { path: "list", when: { ">": [{ var: "item.n" }, 0] } },
      messageTemplate: "{{item.n}}",
    };
    expect(await find(mapping, on({ list: [{ n: 1 }, { n: 2 }] }))).toMatchObject([
      { message: "item.n > 0 is true for all 2 elements that it was tried with." },
    ]);
    expect(await find(mapping, on({ list: [{ n: 1 }, { n: 0 }] }))).toEqual([]);
  });

  test("finds a mapping that takes no event", async () => {
    const when = { "==": [{ var: "payload.a" }, 1] };
    const mapping = { match: { path: "ci", when }, messageTemplate: "x" };
    expect(await find(mapping, [{ path: "other", payload: {} }])).toMatchObject([
      { code: "mapping_without_event", message: 'Mapping "ci" takes no event: none reached it.' },
    ]);
    expect((await find(mapping, on({})))[0]?.message).toBe(
      'Mapping "ci" takes no event: it was tried with 1.',
    );
  });

  test("finds integers beyond 2^53 that templates and conditions read", async () => {
    const when = {
      and: [{ "!=": [{ var: "payload.id" }, "1"] }, { "!=": [{ var: "headers.a" }, "1"] }],
    };
    const mapping = { match: { path: "ci", when }, messageTemplate: "{{id}}{{n}}{{a}}" };
    const payload = { id: "820982911946154508", n: 2 ** 60, a: "1" };
    const event = { path: "ci", payload, integersAsText: ["820982911946154508"] };
    const problems = await find(mapping, [event]);
    expect(problems.map(({ code, path, severity }) => [code, severity, path.slice(3)])).toEqual([
      ["integer_too_long", "hint", ["match", "when", "and", 0]],
      ["integer_too_long", "hint", ["messageTemplate"]],
      ["integer_too_long", "hint", ["messageTemplate"]],
    ]);
    const inWhen = { match: { path: "ci", when: { "!=": [{ var: "payload.n" }, 1] } } };
    expect(await find({ ...inWhen, messageTemplate: "{{a}}" }, on(payload))).toMatchObject([
      { code: "integer_too_long" },
    ]);
  });

  test("skips mappings of presets and built-in routes, and throws for a wrong config", async () => {
    const config = { hooks: { presets: ["gmail", "own"], mappings: [] } };
    const own = { match: { path: "ci" }, messageTemplate: "{{number a}}{{#if body.a}}{{/if}}" };
    const presets = { own: () => [own] };
    const events = [
      { path: "gmail", payload: { messages: [{}] } },
      { path: "agent", payload: {} },
    ];
    const all = [...events, ...on({ a: "x" })];
    expect(await findInEvents(config, { events: all, compile: { presets } })).toEqual([]);
    await expect(findInEvents({ hooks: 1 }, { events: [] })).rejects.toThrow("hooks");
  });

  test("keeps names of blocks, keys of loops, @root, raw blocks and literals", async () => {
    const template =
      '{{#each labels as |one at|}}{{one.name}}{{at}}{{@index}}{{@root.a}}{{/each}}{{{{raw}}}}{{body.a}}{{{{/raw}}}}{{"a"}}{{this.a}}{{default "x" "y"}}{{date now "YYYY"}}{{headers.x}}{{a b=c}}';
    const problems = await find(template.replace("{{a b=c}}", ""), on({ labels, a: "a" }));
    expect(problems).toMatchObject([{ code: "template_never_filled", message: /headers\.x/ }]);
  });
});

test.each([
  ["{{#each list}}{{repo.name}}{{/each}}", "{{#each list}}{{@root.repo.name}}{{/each}}"],
  ["{{#with user}}{{upper id}}{{/with}}", "{{#with user}}{{upper @root.id}}{{/with}}"],
])("finds a field of the event within a block: %s", async (template, fixed) => {
  const payload = { id: "7", repo: { name: "r" }, list: [{ a: 1 }], user: { login: "l" } };
  expect(await fix(template, payload)).toBe(`template_block_field: ${fixed}`);
});

test("accepts a field that one element has, or that refers to the parent", async () => {
  const payload = { id: "7", list: [{ id: "1" }, {}] };
  for (const template of ["{{#each list}}{{id}}{{/each}}", "{{#each list}}{{../id}}{{/each}}"]) {
    const codes = (await find(template, on(payload))).map(({ code }) => code);
    expect(codes).not.toContain("template_block_field");
  }
});

async function findShared(mapping: Partial<MappingInput>, ...payloads: readonly unknown[]) {
  const one = { id: "shop", match: { path: "shop" }, messageTemplate: "x", ...mapping };
  const events = payloads.map((payload) => ({ path: "shop", payload }));
  const all = await findInEvents({ hooks: { mappings: [one as MappingInput] } }, { events });
  return all.filter(({ code }) => code === "dedupe_key_shared");
}

test("findInEvents() reports two different events that share a dedupeKey, and how to distinguish them", async () => {
  const order = { order: { note: "a", status: "paid" }, id: 1 };
  const other = { order: { note: "b", status: "sent" }, id: 1 };
  expect(await findShared({ dedupeKey: "order:{{id}}" }, order, other, order)).toEqual([
    {
      code: "dedupe_key_shared",
      severity: "warning",
      path: ["hooks", "mappings", 0, "dedupeKey"],
      message:
        'Two events that differ in "order.status" have the same dedupeKey: only the first would run, because the other counts as a repeat.',
      hint: 'Add a field that distinguishes them, such as "dedupeKey": "order:{{id}}:{{order.status}}".',
    },
  ]);
  expect(await findShared({ dedupeKey: "{{id}}:{{order.status}}" }, order, other)).toEqual([]);
});

test.each([
  [
    { id: 1, sentAt: "a" },
    { id: 1, sentAt: "b" },
  ],
  [
    { id: 1, meta: { delivery: { no: 1 }, retryCount: 1 } },
    { id: 1, meta: { delivery: { no: 2 }, retryCount: 2 } },
  ],
  [{ id: 1 }, { id: 1 }],
  [
    { id: 1, a: 1 },
    { id: 2, a: 2 },
  ],
  [{ a: 1 }, { a: 2 }],
])(
  "findInEvents() treats %j and %j as one event sent twice, or as two keys",
  async (one, other) => {
    expect(await findShared({ dedupeKey: "{{id}}" }, one, other)).toEqual([]);
  },
);

test.each([
  [[1], [2], "{{[0]}}"],
  [{ "x y": 1 }, { "x y": 2 }, "{{[x y]}}"],
  [{ a: 1 }, { a: { b: 1 } }, "{{a}}"],
  [{}, { list: [] }, "{{list}}"],
  [{ list: [{ c: 1 }] }, { list: [{ c: 2 }] }, "{{list[0].c}}"],
])(
  "findInEvents() names the difference of %j and %j as a template reads it",
  async (one, other, field) => {
    const key = { dedupeKey: "{{path}}" };
    expect((await findShared(key, one, other))[0]?.hint).toContain(`{{path}}:${field}"`);
  },
);

test("findInEvents() compares the elements of forEach, also if a batch has one", async () => {
  const forEach = { path: "list", when: { ">": [{ var: "item.n" }, 0] } };
  const mapping = { forEach, dedupeKey: "{{item.id}}" };
  const skipped = { n: 0, id: "0" };
  const [a, b] = [
    { n: 1, id: "a" },
    { n: 2, id: "b" },
  ];
  expect(
    await findShared(mapping, { list: [a, b] }, { list: [skipped, a] }, { list: [b] }),
  ).toEqual([]);
  expect(
    await findShared(mapping, { list: [skipped, a, b] }, { list: [{ ...b, n: 3 }] }),
  ).toMatchObject([{ message: expect.stringContaining('"item.n"') }]);
  const all = { forEach: "list", dedupeKey: "{{item.id}}" };
  expect(await findShared(all, { list: [a] }, { list: [a, b] })).toEqual([]);
  expect(await findShared(all, { list: "no list" }, { list: [] })).toEqual([]);
});

test("findInEvents() ignores keys that a preset makes", async () => {
  const events = ["a", "b"].map((subject) => ({
    path: "gmail",
    payload: { messages: [{ id: "1", subject }] },
  }));
  const found = await findInEvents({ hooks: { presets: ["gmail"] } }, { events });
  expect(found).toEqual([]);
});

async function findMissing(mapping: MappingInput, ...payloads: readonly unknown[]) {
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
    ["items", { items: "a,b" }, "Look for the list in an event, or add an event that has it."],
    ["items[0]", { items: [{ id: 1 }] }, 'Write "items" for all elements of that list'],
  ])("suggests the list meant by forEach: %s", async (forEach, payload, hint) => {
    const found = await findMissing({ forEach, ...text }, payload, payload);
    expect(found).toEqual([["for_each_list_missing", expect.stringContaining(hint)]]);
  });

  test.each([
    ["an empty list", { messages: [] }],
    ["a list that one of the events has", { messages }],
    ["a condition that chooses nothing", { messages: [1] }],
  ])("ignores %s", async (_what, payload) => {
    const forEach = { path: "messages", when: { "==": [{ var: "item.subject" }, "a"] } };
    const codes = (await findMissing({ forEach, messageTemplate: "{{item}}" }, payload, {})).map(
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
  ])("suggests the field meant by %s", async (name, payload, hint) => {
    const when = { "==": [{ var: name }, "a"] };
    const found = await findMissing({ match: { path: "ci", when }, ...text }, payload, payload);
    expect(found).toEqual([["condition_field_missing", expect.stringContaining(hint)]]);
  });

  test("checks lists, elements of forEach, and match.not", async () => {
    const list = [{ status: "firing" }];
    const inList = { some: [{ var: "payload.list" }, { "==": [{ var: "statsu" }, "firing"] }] };
    const near = ["condition_field_missing", "Nearest: status."];
    expect(await findMissing({ match: { path: "ci", when: inList }, ...text }, { list })).toEqual([
      near,
    ]);
    const not = { when: inList };
    expect(await findMissing({ match: { path: "ci", not }, ...text }, { list })).toEqual([near]);
    const forEach = { path: "list", when: { "!=": [{ var: "item.statsu" }, "a"] } };
    expect(await findMissing({ forEach, messageTemplate: "{{item.status}}" }, { list })).toEqual([
      ["condition_field_missing", "Nearest: item.status."],
    ]);
  });

  test.each([
    ["a field that one event has", { "==": [{ var: "payload.a" }, 1] }, [{ a: 1 }, { aa: 1 }]],
    ["a field with a default", { "==": [{ var: ["payload.a", 1] }, 1] }, [{ aa: 1 }]],
    ["a field that may be absent", { "!": { exists: "payload.a" } }, [{ aa: 1 }]],
    ["a field that is null", { "==": [{ var: "payload.a" }, 1] }, [{ a: null, aa: 1 }]],
    ["nothing that is near", { "==": [{ var: "payload.zzz" }, 1] }, [{ a: 1 }]],
  ])("ignores %s", async (_what, when, payloads) => {
    expect(await findMissing({ match: { path: "ci", when }, ...text }, ...payloads)).toEqual([]);
  });

  test.each(["no", "No", "off", "yes", "ON"])(
    "warns if a boolean of an event is compared with %s",
    async (word) => {
      const meant = /^(?:yes|on)$/i.test(word);
      const when = { and: [true, { "==": [{ var: "payload.draft" }, word] }] };
      const wanted = [["condition_compares_text", `Write ${meant} without quotation marks.`]];
      expect(await findMissing({ match: { path: "ci", when }, ...text }, { draft: false })).toEqual(
        wanted,
      );
      const inList = { in: [{ var: "payload.draft" }, [word, "maybe"]] };
      expect(
        await findMissing({ match: { path: "ci", when: inList }, ...text }, { draft: true }),
      ).toEqual(wanted);
      expect(await findMissing({ match: { path: "ci", when }, ...text }, { draft: word })).toEqual(
        [],
      );
      const both = { in: [{ var: "payload.draft" }, [word, meant]] };
      expect(
        await findMissing({ match: { path: "ci", when: both }, ...text }, { draft: meant }),
      ).toEqual([]);
    },
  );
});
