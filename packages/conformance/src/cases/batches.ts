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

export const batchCases: readonly Case[] = [
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
