// What senders are told of events that can never succeed, by what their rows say of 4xx answers.
import { PROVIDERS } from "@hookwright/signatures";
import { expect, test } from "vitest";
import { createHarness, type SentRequest } from "../../test/ingress/harness.ts";
import type { MappingInput } from "../config/config.ts";

const TOKEN = "the-token-of-the-route-itself";

/** With a token in place of the vendor's signature, whose row says the same of its deliveries. */
function harnessOf(provider: string | undefined, fields: Partial<MappingInput> = {}) {
  const auth = { ...(provider && { provider }), token: TOKEN, header: "x-route-token" };
  const mapping = {
    match: { path: "a" },
    messageTemplate: "x",
    body: "json" as const,
    auth,
    ...fields,
  };
  const returned = ["to", "accountId", "agentId", "sessionKey", "model"].map((field) => [
    `${field}.js`,
    () => ({ [field]: field === "sessionKey" ? "hook:a\u0007" : "a\u0007" }),
  ]);
  return createHarness({
    compile: { transforms: Object.fromEntries(returned) },
    hooks: { allowedSessionKeyPrefixes: ["hook:"], mappings: [mapping] },
    config: { agents: { defaults: { models: ["v/m"] }, list: [{ id: "main" }] } },
  });
}

function event(body: string | Uint8Array = "{}", type = "application/json"): SentRequest {
  const headers = { "x-route-token": TOKEN, "content-type": type };
  return { target: "/hooks/a", headers, body: body as string };
}

const LIST = JSON.stringify({ list: Array.from({ length: 201 }, () => ({})) });

interface Poisoned {
  readonly code: string;
  readonly status: number;
  readonly request: SentRequest;
  readonly fields?: Partial<MappingInput>;
}

const BY_PAYLOAD: readonly Poisoned[] = [
  { code: "invalid_payload", status: 400, request: event("7") },
  { code: "invalid_payload", status: 400, request: event('{"a":1}'), fields: { forEach: "a" } },
  { code: "invalid_json", status: 400, request: event("{") },
  { code: "invalid_encoding", status: 400, request: event(Uint8Array.of(0x22, 0xff, 0x22)) },
  {
    code: "payload_too_deep",
    status: 400,
    request: event(`${"[".repeat(90_000)}${"]".repeat(90_000)}`),
    fields: { messageTemplate: "{{payload}}" },
  },
  { code: "batch_too_large", status: 413, request: event(LIST), fields: { forEach: "list" } },
  { code: "session_key_refused", status: 400, request: event(), fields: { sessionKey: "{{key}}" } },
  {
    code: "session_key_refused",
    status: 400,
    request: event('{"key":"a\\u0007"}'),
    fields: { sessionKey: "hook:{{key}}" },
  },
  {
    code: "invalid_payload",
    status: 400,
    request: event('{"to":"a\\u0007"}'),
    fields: { to: "{{to}}" },
  },
  {
    code: "session_key_refused",
    status: 400,
    request: event('{"list":[{},{}]}'),
    fields: { forEach: "list", sessionKey: "{{item.key}}" },
  },
];

const BY_CONFIG: readonly Poisoned[] = [
  {
    code: "session_key_refused",
    status: 400,
    request: event('{"key":"agent:main"}'),
    fields: { sessionKey: "{{key}}" },
  },
  {
    code: "agent_refused",
    status: 400,
    request: event('{"id":"other"}'),
    fields: { agentId: "{{id}}" },
  },
  { code: "model_refused", status: 400, request: event('{"m":"v/x"}'), fields: { model: "{{m}}" } },
  {
    code: "unsupported_media_type",
    status: 415,
    request: event("a=1", "application/x-www-form-urlencoded"),
  },
  {
    code: "session_key_refused",
    status: 400,
    request: event('{"list":[{},{"key":"agent:main"}]}'),
    fields: { forEach: "list", sessionKey: "{{item.key}}" },
  },
];

/** What a transform returns, and a mapping says literally, is the operator's. */
const BY_OPERATOR: readonly Poisoned[] = [
  ...[{ a: { b: 1 } }, { a: '[{"b":1}]' }].map((payload) => ({
    code: "invalid_payload",
    status: 400,
    request: event(JSON.stringify(payload)),
    fields: { forEach: "a" },
  })),
  { code: "invalid_json", status: 400, request: event('{"a":1}\n{"a":2}') },
  ...Object.entries({
    to: "invalid_payload",
    accountId: "invalid_payload",
    agentId: "agent_refused",
    sessionKey: "session_key_refused",
    model: "model_refused",
  }).map(([field, code]) => ({
    code,
    status: 400,
    request: event(),
    fields: { transform: { module: `${field}.js` } },
  })),
  {
    code: "invalid_payload",
    status: 400,
    request: event(),
    fields: {
      action: "wake" as const,
      textTemplate: "x",
      messageTemplate: null as never,
      wakeMode: "next-heartbeat" as const,
      transform: { module: "sessionKey.js" },
    },
  },
];

const PUNISHING = PROVIDERS.filter(({ delivery }) => delivery?.on4xx !== undefined);

test("answerEvent() tells every sender that repeats or switches off on 4xx of a success, and records the refusal", async () => {
  expect(PUNISHING.length).toBeGreaterThan(45);
  for (const { id, delivery } of PUNISHING) {
    const success = delivery?.acknowledge ?? 204;
    for (const { code, request, fields } of BY_PAYLOAD) {
      const harness = harnessOf(id, fields);
      for (let times = 0; times < 2; times += 1) {
        expect([id, code, (await harness.send(request)).status]).toEqual([id, code, success]);
        // The second time, too: a refused event keeps no claim.
        const { outcome, code: told, status } = harness.records.at(-1) ?? {};
        expect([id, outcome, told, status]).toEqual([id, "refused", code, success]);
      }
      expect(harness.dispatched).toEqual([]);
    }
  }
});

test.each([...BY_CONFIG, ...BY_OPERATOR])(
  "answerEvent() keeps the $status of $code, which a change of the config would cure",
  async ({ code, status, request, fields }) => {
    for (const { id } of PUNISHING) {
      const harness = harnessOf(id, fields);
      expect([id, (await harness.send(request)).status]).toEqual([id, status]);
      expect(harness.records[0]).toMatchObject({ code, status });
    }
  },
);

test.each([undefined, "github", "pagerduty", "sanity", "microsoft-graph"])(
  "answerEvent() keeps every 4xx for the sender %s, of which nothing is known or which gives up",
  async (id) => {
    for (const { code, status, request, fields } of [...BY_PAYLOAD, ...BY_CONFIG]) {
      const harness = harnessOf(id, fields);
      expect([code, (await harness.send(request)).status]).toEqual([code, status]);
    }
  },
);

test("answerEvent() lets an event in again that was refused before, once the config takes it", async () => {
  const fields = { sessionKey: "{{key}}" };
  const before = harnessOf("stripe", fields);
  const request = event('{"id":"evt_1"}');
  expect((await before.send(request)).status).toBe(204);
  expect((await harnessOf("stripe").send(request)).status).toBe(202);
});
