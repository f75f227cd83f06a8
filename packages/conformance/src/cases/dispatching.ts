// The context of dispatch, the answers for its rejections, and mounted routers.
import type { Case } from "../case.ts";

const WAKE = { target: "/hooks/wake", body: '{"text":"hello"}' };
const PUSH = { target: "/hooks/github", body: '{"pusher":"ann","repository":"site"}' };
const DISPATCHED = { status: 202, actions: [{ kind: "agent" }] };

function refusedKey(name: string, key: string): Case {
  return {
    name,
    request: { ...WAKE, headers: [["Idempotency-Key", key]] },
    expect: { status: 400, code: "invalid_idempotency_key" },
  };
}

export const dispatchingCases: readonly Case[] = [
  {
    name: "dispatch gets the sender's Idempotency-Key",
    request: { ...WAKE, headers: [["Idempotency-Key", " order 7 "]] },
    contexts: [{ idempotencyKey: "order 7", idempotencyTtlSeconds: 86_400, name: "wake" }],
    expect: { status: 200, actions: [{ kind: "wake" }] },
  },
  {
    name: "dispatch gets no key and no delivery id if the sender sent none",
    request: WAKE,
    contexts: [
      {
        idempotencyKey: undefined,
        idempotencyTtlSeconds: undefined,
        deliveryId: undefined,
        deliveryIdFrom: undefined,
        provider: undefined,
        mappingId: undefined,
        context: undefined,
      },
    ],
    expect: { status: 200, actions: [{ kind: "wake" }] },
  },
  refusedKey("an Idempotency-Key of 257 characters is a 400", "k".repeat(257)),
  refusedKey("an Idempotency-Key with control characters is a 400", "a\tb"),
  {
    name: "401 before a 400 for the Idempotency-Key",
    request: { ...WAKE, token: "wrong", headers: [["Idempotency-Key", "k".repeat(257)]] },
    expect: { status: 401, code: "unauthorized" },
  },
  {
    name: "a 400 for the Idempotency-Key before one for the body",
    request: { ...WAKE, body: "{", headers: [["Idempotency-Key", "k".repeat(257)]] },
    expect: { status: 400, code: "invalid_idempotency_key" },
  },
  {
    name: "dispatch gets the delivery id of a header, mapping, name and listed headers",
    options: { dispatchHeaders: ["X-GitHub-Event"] },
    request: {
      ...PUSH,
      headers: [
        ["X-GitHub-Delivery", "72d3162e"],
        ["X-GitHub-Event", "push"],
      ],
    },
    contexts: [
      {
        deliveryId: "72d3162e",
        deliveryIdFrom: "header",
        idempotencyKey: undefined,
        mappingId: "push",
        name: "github",
        headers: { "x-github-event": "push" },
        remoteAddress: "127.0.0.1",
      },
    ],
    expect: DISPATCHED,
  },
  {
    name: "dispatch gets the delivery id of a body, and its source",
    request: {
      ...PUSH,
      body: '{"type":"event_callback","event_id":"Ev1","pusher":"ann","repository":"site"}',
    },
    contexts: [{ deliveryId: "Ev1", deliveryIdFrom: "body" }],
    expect: { ...DISPATCHED, record: { deliveryId: "Ev1" } },
  },
  {
    name: "dispatch gets the sender's X-Request-Id, and the record has it, too",
    request: { ...PUSH, headers: [["X-Request-Id", "req-7"]] },
    contexts: [{ requestId: "req-7" }],
    expect: { ...DISPATCHED, record: { requestId: "req-7" } },
  },
  {
    name: "dispatch gets the names of the fields that hold text from outside",
    request: PUSH,
    contexts: [{ taintedFields: ["sessionKey"] }],
    expect: DISPATCHED,
  },
  {
    name: "dispatch gets the names of the fields that a request has set",
    request: { target: "/hooks/agent", body: '{"message":"do it","name":"Ann","to":"+1555"}' },
    contexts: [{ taintedFields: ["to", "name"] }],
    expect: DISPATCHED,
  },
  {
    name: "dispatch gets no tainted field if all fields are the operator's",
    request: { target: "/hooks/static", body: "{}" },
    contexts: [{ taintedFields: [] }],
    expect: DISPATCHED,
  },
  {
    name: "a rejection names the code and the pause of the answer",
    dispatchFails: { code: "queue_full", retryAfterSeconds: 29.5 },
    request: WAKE,
    expect: { status: 503, code: "queue_full", headers: { "retry-after": "30" } },
  },
  {
    name: "a rejection with a code of the system is reported as dispatch_failed",
    dispatchFails: { code: "ECONNREFUSED", retryAfterSeconds: -1 },
    request: WAKE,
    expect: { status: 503, code: "dispatch_failed", headers: { "retry-after": "5" } },
  },
  {
    name: "hooks below a base path of a router are served",
    options: { basePath: "/api" },
    request: { ...WAKE, target: "/api/hooks/wake" },
    expect: { status: 200, actions: [{ kind: "wake" }] },
  },
  {
    name: "the path of the hooks without the base path of the router is left alone",
    options: { basePath: "/api" },
    request: WAKE,
    expect: "not ours",
  },
];
