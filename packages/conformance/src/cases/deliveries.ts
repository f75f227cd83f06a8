// A hook with action: deliver, whose text goes to a channel without a model.
import { PRIVATE } from "../base-config.ts";
import { post } from "../build-case.ts";
import type { Case, CaseExpectation } from "../case.ts";

const DELIVERY = {
  ...{ id: "deploys", match: { path: "deploys" }, action: "deliver" },
  ...{ channel: "telegram", to: "42" },
};

/** Anybody who may send an event chooses the recipient. */
const TO_ANYBODY = {
  mappings: [{ ...DELIVERY, to: "{{chat}}", textTemplate: "{{title}}" }],
};

/** A transform whose result the event has. */
const MADE = { match: { path: "made" }, transform: { module: "made.js" } };

function refusedRecipient(chat: unknown, name: string): Case {
  return {
    name: `a recipient by an expression with ${name} is a 400 that names the field, and is not shown`,
    hooks: TO_ANYBODY,
    request: post("deploys", { chat, title: "x" }),
    expect: {
      ...{ status: 400, code: "invalid_payload", issues: ["/to"] },
      body: new RegExp(`^(?!.*${PRIVATE})`),
    },
  };
}

const DELIVERED: CaseExpectation = {
  status: 202,
  body: /^\{"ok":true,"delivery":"[\da-f-]{36}"\}$/,
};

export const deliveryCases: readonly Case[] = [
  {
    name: "a delivery is a 202 with its id, and its text has no fence",
    hooks: { mappings: [{ ...DELIVERY, textTemplate: "Deploy of {{service}}: {{status}}" }] },
    request: post("deploys", { service: "shop", status: "*live* \u202e" }),
    expect: {
      ...DELIVERED,
      actions: [
        {
          ...{ kind: "deliver", text: "Deploy of shop: *live* ", channel: "telegram", to: "42" },
          ...{ markup: false, summary: false },
          parts: [
            { kind: "trusted", text: "Deploy of " },
            { kind: "untrusted", text: "shop" },
            { kind: "trusted", text: ": " },
            { kind: "untrusted", text: "*live* " },
          ],
        },
      ],
      record: { mappingId: "deploys", outcome: "action" },
    },
  },
  {
    name: "a delivery that comes again gets its first answer, and is dispatched once",
    hooks: { mappings: [{ ...DELIVERY, textTemplate: "{{n}}", dedupeKey: "deploy:{{n}}" }] },
    before: { times: 1, request: post("deploys", { n: 1 }) },
    request: post("deploys", { n: 1 }),
    expect: {
      ...DELIVERED,
      headers: { "idempotent-replayed": "true" },
      actions: [{ kind: "deliver", text: "1" }],
    },
  },
  {
    name: "a list becomes a delivery for each element, each with its id",
    hooks: {
      mappings: [{ ...DELIVERY, forEach: "alerts", textTemplate: "{{item.title}}" }],
    },
    request: post("deploys", { alerts: [{ title: "one" }, { title: "" }, { title: "three" }] }),
    expect: {
      status: 202,
      body: /^\{"ok":true,"results":\[\{"index":0,"ok":true,"delivery":"[\da-f-]{36}"\},\{"index":1,.*"error".*\},\{"index":2,"ok":true,"delivery":"[\da-f-]{36}"\}\]/,
      actions: [
        { kind: "deliver", text: "one" },
        { kind: "deliver", text: "three" },
      ],
      record: { dispatched: 2, refused: 1 },
    },
  },
  {
    name: "a delivery whose text is empty for its event is a 400",
    hooks: { mappings: [{ ...DELIVERY, textTemplate: "{{text}}" }] },
    request: post("deploys", { text: " \u202e " }),
    expect: { status: 400, code: "empty_text", issues: ["/text"] },
  },
  {
    name: "a transform that returns a delivery is a 500 on a mapping of another action",
    hooks: { mappings: [{ ...MADE, id: "made", messageTemplate: "x" }] },
    request: post("made", {
      result: { kind: "deliver", text: PRIVATE, channel: "telegram", to: "1" },
    }),
    expect: { status: 500, code: "transform_failed", body: new RegExp(`^(?!.*${PRIVATE})`) },
  },
  {
    name: "a transform may return the delivery of a mapping that says deliver",
    hooks: { mappings: [{ ...DELIVERY, ...MADE }] },
    request: post("made", { result: { kind: "deliver", text: "**made**", to: "43" } }),
    expect: {
      ...DELIVERED,
      actions: [{ kind: "deliver", to: "43", parts: [{ kind: "untrusted", text: "**made**" }] }],
    },
  },
  {
    name: "a transform sends nothing of a delivery with null",
    hooks: { mappings: [{ ...DELIVERY, ...MADE, textTemplate: "x" }] },
    request: post("made", { result: null }),
    expect: { status: 204, body: "" },
  },
  {
    name: "a recipient of an event is handed on as tainted",
    hooks: TO_ANYBODY,
    request: post("deploys", { chat: "43", title: "x" }),
    expect: { ...DELIVERED, actions: [{ to: "43" }] },
    contexts: [{ taintedFields: ["to"] }],
  },
  refusedRecipient(`42\n${PRIVATE}`, "two lines"),
  refusedRecipient(`42\u202e${PRIVATE}`, "a mark that turns text"),
  refusedRecipient(`42\u0000${PRIVATE}`, "a control character"),
  refusedRecipient(PRIVATE.padEnd(513, "4"), "more than 512 characters"),
  refusedRecipient(`<<<UNTRUSTED_WEBHOOK_CONTENT ${PRIVATE}`, "a marker of the fence"),
];
