// A hook with forEach: several actions of one request, one, none, or too many.
import { post } from "../build-case.ts";
import type { Case } from "../case.ts";

/** An element without a subject has no session key, and is refused. */
const KEYED: Case["hooks"] = {
  mappings: [
    {
      id: "each",
      match: { path: "each" },
      forEach: "messages",
      sessionKey: "hook:{{item.subject}}",
      messageTemplate: "{{item.subject}}",
    },
  ],
};

/** Mails of one push, more than one slice has. */
function mails(count: number): Case["request"] {
  const messages = Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    from: "a",
    subject: "s",
  }));
  return post("gmail", { account: "me", messages });
}

const MAIL: Case["hooks"] = { presets: ["gmail"], mappings: [] };

export const batchCases: readonly Case[] = [
  {
    name: "a push of more mails than a slice has is carried out whole",
    hooks: MAIL,
    request: mails(450),
    expect: {
      status: 202,
      body: /"index":449,"ok":true/,
      actions: Array.from({ length: 450 }, (_, at) => ({ sessionKey: `hook:gmail:m${at}` })),
      record: { dispatched: 450, refused: 0, skipped: 0 },
    },
  },
  {
    name: "each mail of a long push has a claim of its own",
    hooks: MAIL,
    before: { times: 1, request: mails(210) },
    request: mails(212),
    expect: {
      status: 202,
      actions: Array.from({ length: 212 }, (_, at) => ({ sessionKey: `hook:gmail:m${at}` })),
      record: { dispatched: 2, repeats: 210 },
    },
  },
  {
    name: "a mail mapping of one's own is carried out in slices, too",
    hooks: {
      mappings: [{ match: { path: "gmail" }, forEach: "messages", messageTemplate: "{{item.id}}" }],
    },
    request: mails(201),
    expect: { status: 202, actions: Array.from({ length: 201 }, () => ({ kind: "agent" })) },
  },
  {
    name: "each element of a list becomes an action",
    request: post("each", { messages: [{ subject: "a" }, { subject: "b" }] }),
    expect: {
      status: 202,
      body: /^\{"ok":true,"results":\[\{"index":0,"ok":true,"runId":"[^"]+"\},\{"index":1,"ok":true,"runId":"[^"]+"\}\]\}$/,
      actions: [{ parts: [{ text: "a" }] }, { parts: [{ text: "b" }] }],
    },
  },
  {
    name: "a refused element is named, and the others are dispatched",
    hooks: KEYED,
    request: post("each", { messages: [{ subject: "a" }, {}] }),
    expect: {
      status: 202,
      body: /"index":1,"ok":false,"error":"[^"]+","code":"session_key_refused"/,
      actions: [{ kind: "agent" }],
      record: { dispatched: 1, refused: 1 },
    },
  },
  {
    name: "a batch of one answers as a single action",
    request: post("each", { messages: [{ subject: "a" }] }),
    expect: {
      status: 202,
      body: /^\{"ok":true,"runId":"[^"]+"\}$/,
      actions: [{ parts: [{ text: "a" }] }],
      record: { action: "agent" },
    },
  },
  {
    name: "a batch of one that is refused answers as a single action",
    hooks: KEYED,
    request: post("each", { messages: [{}] }),
    expect: { status: 400, code: "session_key_refused", issues: ["/sessionKey"] },
  },
  {
    name: "a batch of more than 200 elements is a 413, and none is dispatched",
    hooks: { maxBodyBytes: 10_000 },
    request: post("each", { messages: Array.from({ length: 201 }, () => ({ subject: "a" })) }),
    expect: { status: 413, code: "batch_too_large", actions: [] },
  },
  {
    name: "a push of many mails is larger than other bodies may be",
    hooks: { presets: ["gmail"], maxBodyBytes: 1_000 },
    request: post("gmail", {
      messages: [
        { id: "m1", subject: "x".repeat(1_000) },
        { id: "m2", subject: "b" },
      ],
    }),
    expect: {
      status: 202,
      actions: [{ sessionKey: "hook:gmail:m1" }, { sessionKey: "hook:gmail:m2" }],
      record: { dispatched: 2 },
    },
  },
  {
    name: "an empty list is a 204",
    request: post("each", { messages: [] }),
    expect: { status: 204, body: "" },
  },
  { name: "a missing list is a 204", request: post("each"), expect: { status: 204, body: "" } },
];
