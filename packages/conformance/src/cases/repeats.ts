// Events that come again on token routes: by the sender's key, and by that of a mapping.
import type { Case, CaseRequest } from "../case.ts";

const REPLAYED = { "idempotent-replayed": "true" };
const FIRST = { "idempotent-replayed": null };

function keyed(request: CaseRequest, key = "k-1"): CaseRequest {
  return { ...request, headers: [["Idempotency-Key", key]] };
}

const WAKE: CaseRequest = { target: "/hooks/wake", body: '{"text":"hello"}' };
const AGENT: CaseRequest = { target: "/hooks/agent", body: '{"message":"hello"}' };
const EACH: CaseRequest = {
  target: "/hooks/each",
  body: '{"messages":[{"subject":"a"},{"subject":"b"}]}',
};

/** One delivery before the tested one. */
function after(request: CaseRequest): NonNullable<Case["before"]> {
  return { times: 1, request };
}

const DEDUPED = {
  mappings: [
    {
      id: "ticket",
      match: { path: "ticket" },
      dedupeKey: "{{id}}:{{version}}",
      messageTemplate: "{{title}}",
    },
  ],
};

function ticket(id: number, title: string): CaseRequest {
  return { target: "/hooks/ticket", body: JSON.stringify({ id, title }) };
}

function mails(...ids: string[]): CaseRequest {
  const messages = ids.map((id) => ({ id, from: "a@example.com", subject: "s" }));
  return { target: "/hooks/gmail", body: JSON.stringify({ account: "me", messages }) };
}

/** A store that nobody can reach. */
const DOWN = (): Promise<never> => Promise.reject(new Error("no connection"));
const BROKEN = { claim: DOWN, extend: DOWN, complete: DOWN, release: DOWN };

function headed(
  request: CaseRequest,
  ...keys: readonly (readonly [string, string])[]
): CaseRequest {
  return { ...request, headers: keys };
}

const OTHER_NAME = "X-OpenClaw-Idempotency-Key";

export const repeatCases: readonly Case[] = [
  {
    name: "the second name of the header counts as the first",
    before: after(keyed(WAKE)),
    request: headed(WAKE, [OTHER_NAME, "k-1"]),
    expect: { status: 200, headers: REPLAYED, actions: [{ kind: "wake" }] },
  },
  {
    name: "both headers with one key are one key",
    before: after(keyed(AGENT)),
    request: headed(AGENT, ["Idempotency-Key", "k-1"], [OTHER_NAME, " k-1"]),
    expect: { status: 202, headers: REPLAYED, actions: [{ kind: "agent" }] },
  },
  {
    name: "both headers with different keys are refused, on every route",
    request: headed(EACH, ["Idempotency-Key", "k-1"], [OTHER_NAME, "k-2"]),
    expect: { status: 400, code: "invalid_idempotency_key" },
  },
  {
    name: "the second name of the header goes before the key of the body",
    before: after(headed(WAKE, [OTHER_NAME, "k-1"])),
    request: {
      ...headed(WAKE, [OTHER_NAME, "k-2"]),
      body: '{"text":"hello","idempotencyKey":"k-1"}',
    },
    expect: { status: 200, headers: FIRST, actions: [{ kind: "wake" }, { kind: "wake" }] },
  },
  {
    name: "a second header that is too long is refused",
    request: headed(WAKE, ["Idempotency-Key", "k-1"], [OTHER_NAME, "k".repeat(257)]),
    expect: { status: 400, code: "invalid_idempotency_key" },
  },
  {
    name: "a wake that comes again with its key gets the first answer, and wakes nobody",
    before: after(keyed(WAKE)),
    request: keyed(WAKE),
    expect: {
      status: 200,
      headers: REPLAYED,
      body: '{"ok":true,"mode":"now"}',
      actions: [{ kind: "wake" }],
      record: { dedupe: "replayed" },
    },
  },
  {
    name: "a run that comes again with its key gets the first answer, and starts nothing",
    before: { times: 3, request: keyed(AGENT) },
    request: keyed(AGENT),
    expect: {
      status: 202,
      headers: REPLAYED,
      body: /^\{"ok":true,"runId":"[^"]+"\}$/,
      actions: [{ kind: "agent" }],
    },
  },
  {
    name: "two equal requests without a key are two events",
    before: after(AGENT),
    request: AGENT,
    expect: { status: 202, headers: FIRST, actions: [{}, {}] },
  },
  {
    name: "the same key on another route is another event",
    before: after(keyed(WAKE)),
    request: keyed(AGENT),
    expect: { status: 202, headers: FIRST, actions: [{}, {}], record: { dedupe: "first" } },
  },
  {
    name: "the same key with another body is a 422",
    before: after(keyed(AGENT)),
    request: keyed({ ...AGENT, body: '{"message":"bye"}' }),
    expect: {
      status: 422,
      code: "idempotency_conflict",
      actions: [{}],
      record: { dedupe: "conflict" },
    },
  },
  {
    name: "a key whose dispatch failed is free again",
    dispatches: ["fails", "takes"],
    before: after(keyed(AGENT)),
    request: keyed(AGENT),
    expect: { status: 202, headers: FIRST, actions: [{}] },
  },
  {
    name: "a key whose event was refused is free again, also for another body",
    before: after(keyed({ ...AGENT, body: "{}" })),
    request: keyed(AGENT),
    expect: { status: 202, headers: FIRST, actions: [{}] },
  },
  {
    name: "a request that is refused before its body is decoded claims nothing",
    before: after(keyed({ ...AGENT, body: "{" })),
    request: keyed(AGENT),
    expect: { status: 202, headers: FIRST, actions: [{}] },
  },
  {
    name: "a batch that failed in part and comes again runs only what failed",
    dispatches: ["takes", "fails", "takes"],
    before: after(keyed(EACH)),
    request: keyed(EACH),
    contexts: [
      { idempotencyKey: "k-1#0" },
      { idempotencyKey: "k-1#1" },
      { idempotencyKey: "k-1#1" },
    ],
    expect: {
      status: 202,
      headers: FIRST,
      body: /"results":\[\{"index":0,.*"runId".*\{"index":1,.*"runId"/,
      actions: [{}, {}],
      record: { dispatched: 1, repeats: 1 },
    },
  },
  {
    name: "an action with the dedupeKey of another one is not dispatched",
    hooks: DEDUPED,
    before: after(ticket(1, "first")),
    request: ticket(1, "again"),
    expect: { status: 202, headers: REPLAYED, actions: [{}], record: { dedupe: "replayed" } },
  },
  {
    name: "an action with a dedupeKey of its own is dispatched",
    hooks: DEDUPED,
    before: after(ticket(1, "first")),
    request: ticket(2, "second"),
    expect: { status: 202, headers: FIRST, actions: [{}, {}] },
  },
  {
    name: "the gmail preset makes one run of a mail that is in two pushes",
    hooks: { presets: ["gmail"] },
    before: after(mails("m1", "m2")),
    request: mails("m2", "m3"),
    contexts: [
      { idempotencyKey: "gmail:me:m1" },
      { idempotencyKey: "gmail:me:m2" },
      { idempotencyKey: "gmail:me:m3" },
    ],
    expect: { status: 202, headers: FIRST, actions: [{}, {}, {}], record: { repeats: 1 } },
  },
  {
    name: "an event with a key is a 503 if the store fails, and nothing is dispatched",
    options: { idempotency: BROKEN },
    request: keyed(AGENT),
    expect: {
      status: 503,
      code: "store_unavailable",
      headers: { "retry-after": "5" },
      record: { dedupe: "unavailable" },
    },
  },
  {
    name: "repeats are dispatched where they are not looked for",
    options: { idempotency: false },
    before: after(keyed(AGENT)),
    request: keyed(AGENT),
    expect: { status: 202, headers: FIRST, actions: [{}, {}] },
  },
];
