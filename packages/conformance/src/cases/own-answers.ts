// The key `respond`: an answer of the operator's own to what is accepted, and to nothing else.
import type { Case } from "../case.ts";

function answering(respond: object, fields: object = {}): object {
  return {
    mappings: [{ match: { path: "x" }, messageTemplate: "{{a}}", respond, ...fields }],
  };
}

const REQUEST: Case["request"] = { target: "/hooks/x", body: '{"a":"1","list":[1,2]}' };

export const ownAnswerCases: readonly Case[] = [
  {
    name: "respond gives a text with the status 200",
    hooks: answering({ text: "[accepted]" }),
    request: REQUEST,
    expect: {
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: "[accepted]",
      actions: [{}],
    },
  },
  {
    name: "respond gives JSON, and a type and a status of its own",
    hooks: answering({ status: 201, json: { received: true }, type: "application/problem+json" }),
    request: REQUEST,
    expect: {
      status: 201,
      headers: { "content-type": "application/problem+json" },
      body: '{"received":true}',
      actions: [{}],
    },
  },
  {
    name: "respond gives headers",
    hooks: answering({ text: "ok", headers: { "X-Vercel-Verify": "abc", "x-two": "a; b" } }),
    request: REQUEST,
    expect: {
      status: 200,
      headers: { "x-vercel-verify": "abc", "x-two": "a; b" },
      body: "ok",
      actions: [{}],
    },
  },
  {
    name: "respond gives headers without a body",
    hooks: answering({ status: 204, headers: { "x-vercel-verify": "abc" } }),
    request: REQUEST,
    expect: { status: 204, headers: { "x-vercel-verify": "abc" }, body: "", actions: [{}] },
  },
  {
    name: "respond gives an empty body",
    hooks: answering({ text: "" }),
    request: REQUEST,
    expect: { status: 200, body: "", actions: [{}] },
  },
  {
    name: "respond gives a 204",
    hooks: answering({ status: 204 }),
    request: REQUEST,
    expect: { status: 204, body: "", headers: { "content-type": null }, actions: [{}] },
  },
  {
    name: "respond answers a batch once",
    hooks: answering({ text: "ok" }, { forEach: "list", messageTemplate: "{{item}}" }),
    request: REQUEST,
    expect: { status: 200, body: "ok", actions: [{}, {}] },
  },
  {
    name: "respond answers what is skipped",
    hooks: { mappings: [{ match: { path: "x" }, skip: true, respond: { text: "ok" } }] },
    request: REQUEST,
    expect: { status: 200, body: "ok" },
  },
  {
    name: "respond keeps the Deprecation header",
    hooks: answering({ text: "ok" }),
    request: {
      ...REQUEST,
      target: "/hooks/x?token=conformance-token-0123456789",
      token: null,
    },
    expect: { status: 200, body: "ok", headers: { deprecation: /./ }, actions: [{}] },
  },
  {
    name: "respond does not answer a refusal",
    hooks: answering({ text: "ok" }, { sessionKey: "{{nothing}}" }),
    request: REQUEST,
    expect: { status: 400, code: "session_key_refused", issues: ["/sessionKey"] },
  },
  {
    name: "respond does not answer a failed dispatch",
    hooks: answering({ text: "ok" }),
    dispatchFails: true,
    request: REQUEST,
    expect: { status: 503, code: "dispatch_failed" },
  },
];
