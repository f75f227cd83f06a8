// A mapping with continue: one event for several mappings, each with its own outcome.
import { post } from "../build-case.ts";
import type { Case } from "../case.ts";

const order = { match: { path: "order" } };

/** A delivery, a run and a wake. */
const SEVERAL: Case["hooks"] = {
  mappings: [
    {
      ...order,
      id: "tell",
      continue: true,
      action: "deliver",
      channel: "telegram",
      to: "42",
      textTemplate: "Order {{id}}",
    },
    { match: { path: "other" }, id: "other", messageTemplate: "x" },
    { ...order, id: "book", continue: true, messageTemplate: "Book order {{id}}." },
    { ...order, id: "note", action: "wake", textTemplate: "order {{id}}" },
    { ...order, id: "never", messageTemplate: "x" },
  ],
};

function keyed(body: object): Case["request"] {
  return { ...post("order", body), headers: [["Idempotency-Key", "order-7"]] };
}

function each(id: string): object {
  return { ...order, id, continue: true, forEach: "lines", messageTemplate: "{{item}}" };
}

export const severalMappingCases: readonly Case[] = [
  {
    name: "a mapping with continue lets the next match have the event",
    hooks: SEVERAL,
    request: keyed({ id: 7 }),
    contexts: [
      { mappingId: "tell", index: undefined, idempotencyKey: "order-7##tell" },
      { mappingId: "book", index: undefined, idempotencyKey: "order-7##book" },
      { mappingId: "note", index: undefined, idempotencyKey: "order-7##note" },
    ],
    expect: {
      status: 202,
      body: /^\{"ok":true,"results":\[\{"index":0,"ok":true,"delivery":"[^"]+"\},\{"index":1,"ok":true,"runId":"[^"]+"\},\{"index":2,"ok":true,"mode":"now"\}\]\}$/,
      actions: [{ kind: "deliver", text: "Order 7" }, { kind: "agent" }, { kind: "wake" }],
      record: {
        outcome: "batch",
        mappingId: "tell",
        mappingIds: ["tell", "book", "note"],
        dispatched: 3,
        refused: 0,
      },
    },
  },
  {
    name: "a mapping with continue whose event no other matches answers as ever",
    hooks: { mappings: [{ ...order, id: "book", continue: true, messageTemplate: "x" }] },
    request: post("order", {}),
    expect: {
      status: 202,
      body: /^\{"ok":true,"runId":"[^"]+"\}$/,
      actions: [{ kind: "agent" }],
      record: { outcome: "action", mappingId: "book" },
    },
  },
  {
    name: "what one mapping refuses or fails at is its own error, and the others get the event",
    hooks: {
      mappings: [
        { ...order, id: "keyed", continue: true, sessionKey: "{{none}}", messageTemplate: "x" },
        { ...order, id: "broken", continue: true, transform: { module: "throws.js" } },
        { ...order, id: "last", messageTemplate: "x" },
      ],
    },
    request: post("order", { id: 7 }),
    expect: {
      status: 202,
      body: /"index":0,"ok":false,"error":"[^"]+","code":"session_key_refused"\},\{"index":1,"ok":false,"error":"[^"]+","code":"transform_failed"\},\{"index":2,"ok":true/,
      actions: [{ kind: "agent" }],
      record: { dispatched: 1, refused: 2 },
    },
  },
  {
    name: "an event that all of its mappings refuse has the refusal that a retry may cure",
    hooks: {
      mappings: [
        { ...order, id: "keyed", continue: true, sessionKey: "{{none}}", messageTemplate: "x" },
        { ...order, id: "broken", transform: { module: "throws.js" } },
      ],
    },
    request: post("order", { id: 7 }),
    expect: { status: 500, code: "transform_failed", record: { outcome: "refused" } },
  },
  {
    name: "the first of several mappings decides on the answer",
    hooks: {
      mappings: [
        { ...order, continue: true, messageTemplate: "x", respond: { text: "first" } },
        { ...order, messageTemplate: "y", respond: { text: "second" } },
      ],
    },
    request: post("order", {}),
    expect: { status: 200, body: "first", actions: [{ kind: "agent" }, { kind: "agent" }] },
  },
  {
    name: "an action of one mapping that is not accepted keeps no other from its event",
    hooks: SEVERAL,
    dispatches: ["fails", "takes"],
    request: keyed({ id: 7 }),
    expect: {
      status: 503,
      code: "dispatch_failed",
      actions: [{ kind: "agent" }, { kind: "wake" }],
      record: { dispatched: 2 },
    },
  },
  {
    name: "a retry runs only the mappings whose actions were not accepted",
    hooks: SEVERAL,
    dispatches: ["takes", "fails", "takes", "takes"],
    before: { times: 1, request: keyed({ id: 7 }) },
    request: keyed({ id: 7 }),
    contexts: [
      { mappingId: "tell" },
      { mappingId: "book" },
      { mappingId: "note" },
      { mappingId: "book" },
    ],
    expect: {
      status: 202,
      actions: [{ kind: "deliver" }, { kind: "wake" }, { kind: "agent" }],
      record: { dispatched: 1, repeats: 2 },
    },
  },
  {
    name: "lists of several mappings are one batch, whose indexes go on",
    hooks: { mappings: [each("a"), each("b")] },
    request: keyed({ lines: ["x", "y"] }),
    contexts: [
      { mappingId: "a", index: 0, idempotencyKey: "order-7#0#a" },
      { mappingId: "a", index: 1, idempotencyKey: "order-7#1#a" },
      { mappingId: "b", index: 0, idempotencyKey: "order-7#0#b" },
      { mappingId: "b", index: 1, idempotencyKey: "order-7#1#b" },
    ],
    expect: {
      status: 202,
      body: /"index":3,"ok":true,"runId":"[^"]+"\}\]\}$/,
      actions: Array.from({ length: 4 }, () => ({ kind: "agent" })),
    },
  },
  {
    name: "several mappings with more than 200 actions in all are a 413, and none is dispatched",
    hooks: { mappings: [each("a"), each("b")] },
    request: post("order", { lines: Array.from({ length: 101 }, () => "x") }),
    expect: { status: 413, code: "batch_too_large" },
  },
  {
    name: "each of several mappings has its own rate limit",
    hooks: {
      mappings: [
        {
          ...order,
          continue: true,
          messageTemplate: "x",
          rateLimit: { events: 1, perSeconds: 3_600 },
        },
        { ...order, id: "free", messageTemplate: "y" },
      ],
    },
    before: { times: 1, request: post("order", {}) },
    request: post("order", {}),
    expect: {
      status: 202,
      body: /"index":0,"ok":false,"error":"[^"]+","code":"rate_limited"\},\{"index":1,"ok":true/,
      actions: [{ kind: "agent" }, { kind: "agent" }, { kind: "agent" }],
      record: { dispatched: 1, refused: 1 },
    },
  },
];
