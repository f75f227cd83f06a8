// /wake and /agent: fields, defaults, mistakes, and for each field values of a wrong type or range.
import { PRIVATE } from "../base-config.ts";
import type { Case } from "../case.ts";

function wake(body: object | string): Case["request"] {
  return { target: "/hooks/wake", body: typeof body === "string" ? body : JSON.stringify(body) };
}

function agent(body: object): Case["request"] {
  return { target: "/hooks/agent", body: JSON.stringify(body) };
}

function invalid(...issues: string[]): Case["expect"] {
  return { status: 400, code: "invalid_payload", issues };
}

const UNKNOWN_THINKING =
  '"thinking" is none of the levels off, minimal, low, medium, high, xhigh, max, and is passed on unchanged.';

const FENCED = {
  asymmetricMatch: (text: string) => /<<<UNTRUSTED_WEBHOOK_CONTENT id="[^"]+">>>/.test(text),
};

const STATUSES = { respond: { agent: { status: 200 }, wake: { status: 202 } } };

const HALF = /"warnings":\["The request names a \\"channel\\" and no \\"to\\"[^"]*"\]/;

/** JSON texts, because JSON.stringify cannot write all of these values, such as 1e400. */
const WRONG_FOR_WAKE: Readonly<Record<string, readonly string[]>> = {
  text: ["5", "true", "null", `["${PRIVATE}"]`, `{"a":"${PRIVATE}"}`, '""', '"\\u00a0\\t"'],
  agentId: ["5", "null"],
  mode: ['"NOW"', '"later"', '""', "null", "true", '["now"]', `"${PRIVATE}"`],
};

const WRONG_FOR_AGENT: Readonly<Record<string, readonly string[]>> = {
  message: ["5", "false", "null", "[]", "{}", '" \\n"'],
  name: ["5", "null", "{}"],
  sessionKey: ["5", "null", '["hook:x"]'],
  wakeMode: ['"NOW"', "1", "null", '""'],
  deliver: ['"false"', '"true"', "0", "null"],
  channel: ["5", "null", '["slack"]', `"${PRIVATE}"`],
  to: ["15551234567", "null"],
  agentId: ["5", "null"],
  model: ["5", "null", '["a/b"]'],
  thinking: ["true", "null"],
  sessionMode: ['"shared"', "true", "null"],
  timeoutSeconds: ['"60"', "0", "-1", "0.9", "null", "1e400", "true"],
};

function wrong(route: "wake" | "agent", field: string, value: string): Case {
  const required = route === "wake" ? "text" : "message";
  const others = field === required ? "" : `"${required}":"x",`;
  return {
    name: `/${route} refuses ${field} ${value}`,
    request: { target: `/hooks/${route}`, body: `{${others}"${field}":${value}}` },
    expect: {
      status: 400,
      code: "invalid_payload",
      issues: [`/${field}`],
      body: new RegExp(`"error":"[^}]*\\b${field}\\b`),
    },
  };
}

export const requestCases: readonly Case[] = [
  {
    name: "/agent answers with the status that the config names",
    hooks: STATUSES,
    request: agent({ message: "m" }),
    expect: { status: 200, body: /^\{"ok":true,"runId":"[^"]+"\}$/, actions: [{ kind: "agent" }] },
  },
  {
    name: "/wake answers with the status that the config names",
    hooks: STATUSES,
    request: wake({ text: "hello" }),
    expect: { status: 202, body: '{"ok":true,"mode":"now"}', actions: [{ kind: "wake" }] },
  },
  {
    name: "/agent answers a repeat with the status that the config names",
    hooks: STATUSES,
    before: { times: 1, request: agent({ message: "m", idempotencyKey: "k" }) },
    request: agent({ message: "m", idempotencyKey: "k" }),
    expect: { status: 200, headers: { "idempotent-replayed": "true" }, actions: [{}] },
  },
  {
    name: "/agent refuses with its own status whatever the config names",
    hooks: STATUSES,
    request: agent({}),
    expect: invalid("/message"),
  },
  {
    name: "a mapping answers with its own status whatever the config names for the built-in routes",
    hooks: STATUSES,
    request: { target: "/hooks/whole", body: "{}" },
    expect: { status: 202, actions: [{ kind: "agent" }] },
  },
  {
    name: "/agent warns of a channel without a recipient",
    request: agent({ message: "m", channel: "Telegram" }),
    expect: { status: 202, body: HALF, actions: [{ channel: "telegram" }] },
  },
  {
    name: "/agent warns of a channel with a blank recipient",
    request: agent({ message: "m", channel: "slack", to: " " }),
    expect: { status: 202, body: HALF, actions: [{ channel: "slack" }] },
  },
  ...[{ channel: "slack", to: "C1" }, { channel: " LAST" }, { channel: "" }, { to: "C1" }].map(
    (fields): Case => ({
      name: `/agent does not warn of ${JSON.stringify(fields)}`,
      request: agent({ message: "m", ...fields }),
      expect: { status: 202, body: /^\{"ok":true,"runId":"[^"]+"\}$/, actions: [{}] },
    }),
  ),
  {
    name: "/agent asks whether an unknown field for waiting means waitForCompletion",
    request: agent({ message: "m", sync: true }),
    expect: {
      status: 202,
      body: /"warnings":\["The field \\"sync\\" is not known and was ignored. Did you mean \\"waitForCompletion\\"\?"\]/,
      actions: [{}],
    },
  },
  {
    name: "/wake answers with the mode",
    request: wake({ text: "hello" }),
    expect: {
      status: 200,
      body: '{"ok":true,"mode":"now"}',
      headers: { "content-type": "application/json; charset=utf-8" },
      actions: [{ kind: "wake", mode: "now", text: FENCED }],
      record: { name: "wake", action: "wake" },
    },
  },
  {
    name: "/wake with a heartbeat",
    request: wake({ text: "hello", mode: "next-heartbeat" }),
    expect: {
      status: 200,
      body: '{"ok":true,"mode":"next-heartbeat"}',
      actions: [{ mode: "next-heartbeat" }],
    },
  },
  {
    name: "/wake trims",
    request: wake({ text: "  hello \n" }),
    expect: { status: 200, actions: [{ parts: [{ kind: "untrusted", text: "hello" }] }] },
  },
  { name: "/wake without text", request: wake({}), expect: invalid("/text") },
  { name: "/wake with an empty body", request: wake(""), expect: invalid("/text") },
  ...[
    "\u200b\u200d",
    "\u202e\u2066",
    "\u{e0041}\u{e0042}",
    "\ufe0f",
    "\u00ad",
    "\u3164\uffa0",
    "\u2800",
    "\u0007",
    "\u00a0\u3000",
  ].flatMap((text): readonly Case[] => [
    {
      name: `/wake with a text of ${JSON.stringify(escape(text))}, which shows nothing`,
      request: wake({ text }),
      expect: invalid("/text"),
    },
    {
      name: `/agent with a message of ${JSON.stringify(escape(text))}, which shows nothing`,
      request: agent({ message: ` ${text}\n` }),
      expect: invalid("/message"),
    },
  ]),
  {
    name: "/wake with a session key of the hooks",
    request: wake({ text: "x", sessionKey: " hook:door " }),
    expect: {
      status: 200,
      body: '{"ok":true,"mode":"now"}',
      actions: [{ kind: "wake", sessionKey: "hook:door" }],
    },
  },
  {
    name: "/wake with another session key gets it with the prefix of the hooks, and a warning",
    request: wake({ text: "x", sessionKey: "door" }),
    expect: {
      status: 200,
      body: /"warnings":\["The session key does not begin with/,
      actions: [{ sessionKey: "hook:door" }],
    },
  },
  {
    name: "/wake with a session key that no prefix allows",
    hooks: { allowedSessionKeyPrefixes: ["ci:"] },
    request: wake({ text: "x", sessionKey: "hook:door" }),
    expect: { status: 400, code: "session_key_refused", issues: ["/sessionKey"] },
  },
  {
    name: "/wake with a session key if requests may send none",
    hooks: { allowRequestSessionKey: false },
    request: wake({ text: "x", sessionKey: "hook:door" }),
    expect: { status: 400, code: "session_key_refused", issues: ["/sessionKey"] },
  },
  {
    name: "/wake with a session key and the next heartbeat",
    request: wake({ text: "x", mode: "next-heartbeat", sessionKey: "hook:door" }),
    expect: invalid("/sessionKey"),
  },
  {
    name: "/wake without a session key goes to the main session, whatever the default of runs is",
    hooks: { defaultSessionKey: "hook:all" },
    request: wake({ text: "x", sessionKey: " " }),
    expect: {
      status: 200,
      actions: [{ asymmetricMatch: (action: object) => !("sessionKey" in action) }],
    },
  },
  ...[
    ["hook:{{key}}", { key: "7" }, 200],
    ["hook:{{key}}", {}, 400],
    ["hook:{{key}}", { key: "a\u0007" }, 400],
  ].map(
    ([sessionKey, payload, status]): Case => ({
      name: `a wake mapping with the session key ${sessionKey} and ${JSON.stringify(payload)}`,
      hooks: {
        mappings: [{ match: { path: "w" }, action: "wake", textTemplate: "x", sessionKey }],
      },
      request: { target: "/hooks/w", body: JSON.stringify(payload) },
      expect:
        status === 200
          ? { status: 200, actions: [{ kind: "wake", sessionKey: "hook:7" }] }
          : { status: 400, code: "session_key_refused", issues: ["/sessionKey"] },
    }),
  ),
  {
    name: "/wake with a text that shows one character among invisible ones",
    request: wake({ text: "\u200b!\u200b" }),
    expect: { status: 200, actions: [{ kind: "wake" }] },
  },
  {
    name: "a transform with a message that shows nothing",
    request: { target: "/hooks/made", body: '{"result":{"message":"\\u200b\\u3164"}}' },
    expect: { status: 400, code: "empty_text", issues: ["/message"] },
  },
  {
    name: "/wake with two mistakes names both",
    request: wake({ text: "", mode: 1 }),
    expect: invalid("/text", "/mode"),
  },
  {
    name: "/wake with a list",
    request: wake("[]"),
    expect: { status: 400, code: "invalid_payload" },
  },
  {
    name: "/wake with null",
    request: wake("null"),
    expect: { status: 400, code: "invalid_payload" },
  },
  {
    name: "/wake names what it ignores",
    request: wake({ text: "hello", priority: 1 }),
    expect: {
      status: 200,
      body: '{"ok":true,"mode":"now","warnings":["The field \\"priority\\" is not known and was ignored."]}',
      actions: [{ kind: "wake" }],
    },
  },
  {
    name: "/agent reports an unknown thinking level in its answer and in the record",
    request: agent({ message: "hello", thinking: "adaptive" }),
    expect: {
      status: 202,
      body: /"warnings":\["\\"thinking\\" is none of the levels off, [^"]*"\]\}$/,
      actions: [{ thinking: "adaptive" }],
      record: { detail: UNKNOWN_THINKING },
    },
  },
  {
    name: "/agent has a default for everything but the message",
    request: agent({ message: "hello" }),
    expect: {
      status: 202,
      body: /^\{"ok":true,"runId":"[0-9a-f-]{36}"\}$/,
      actions: [
        {
          kind: "agent",
          message: FENCED,
          name: "Hook",
          sessionKey: { asymmetricMatch: (key: string) => /^hook:[0-9a-f-]{36}$/.test(key) },
          wakeMode: "now",
          deliver: true,
          channel: "last",
        },
      ],
    },
  },
  {
    name: "/agent accepts every field",
    config: { agents: { list: [{ id: "main" }, { id: "ops" }] } },
    request: agent({
      message: "m",
      name: "N",
      sessionKey: "hook:x",
      wakeMode: "next-heartbeat",
      deliver: false,
      channel: "Telegram ",
      to: "+1",
      agentId: "ops",
      model: "a/b",
      thinking: "low",
      timeoutSeconds: 60,
      sessionMode: "persistent",
    }),
    expect: {
      status: 202,
      actions: [
        {
          name: "N",
          sessionKey: "hook:x",
          wakeMode: "next-heartbeat",
          deliver: false,
          channel: "telegram",
          to: "+1",
          agentId: "ops",
          model: "a/b",
          thinking: "low",
          timeoutSeconds: 60,
          sessionMode: "persistent",
        },
      ],
    },
  },
  {
    name: "/agent accepts aliases of channels",
    request: agent({ message: "m", channel: "imsg" }),
    expect: { status: 202, actions: [{ channel: "imessage" }] },
  },
  { name: "/agent without message", request: agent({}), expect: invalid("/message") },
  {
    name: "/agent with a fraction of seconds",
    request: agent({ message: "m", timeoutSeconds: 1.5 }),
    expect: { status: 202, actions: [{ timeoutSeconds: 1 }] },
  },
  {
    name: "/agent treats a blank optional field as missing",
    request: agent({ message: "m", name: " ", to: "" }),
    expect: { status: 202, actions: [{ name: "Hook" }] },
  },
  {
    name: "/agent reduces a name to one line",
    request: agent({ message: "m", name: "a\nb" }),
    expect: { status: 202, actions: [{ name: "a b" }] },
  },
  ...Object.entries(WRONG_FOR_WAKE).flatMap(([field, values]) =>
    values.map((value) => wrong("wake", field, value)),
  ),
  ...Object.entries(WRONG_FOR_AGENT).flatMap(([field, values]) =>
    values.map((value) => wrong("agent", field, value)),
  ),
  {
    name: "/agent names every mistake at once",
    request: {
      target: "/hooks/agent",
      body: '{"message":" ","deliver":"no","timeoutSeconds":"60","wakeMode":"soon"}',
    },
    expect: {
      status: 400,
      code: "invalid_payload",
      issues: ["/message", "/wakeMode", "/deliver", "/timeoutSeconds"],
    },
  },
  {
    name: "/agent with a list",
    request: { target: "/hooks/agent", body: '[{"message":"x"}]' },
    expect: { status: 400, code: "invalid_payload" },
  },
  {
    name: "/agent with an empty body",
    request: { target: "/hooks/agent" },
    expect: { status: 400, code: "invalid_payload", issues: ["/message"] },
  },
  {
    name: "/agent reads no field of a prototype",
    request: { target: "/hooks/agent", body: '{"__proto__":{"message":"x"}}' },
    expect: { status: 400, code: "invalid_payload", issues: ["/message"] },
  },
  {
    name: "/agent names all fields that it ignores, with any name",
    request: {
      target: "/hooks/agent",
      body: `{"message":"x","text":"${PRIVATE}","__proto__":{"deliver":false},"constructor":1,"session_key":"a"}`,
    },
    expect: {
      status: 202,
      body: /^\{"ok":true,"runId":"[0-9a-f-]{36}","warnings":\["[^"]*\\"text\\"[^"]*","[^"]*\\"__proto__\\"[^"]*","[^"]*\\"constructor\\"[^"]*","[^"]*\\"session_key\\"[^"]*\\"sessionKey\\"\?"\]\}$/,
      actions: [{ deliver: true }],
    },
  },
  {
    name: "/wake ignores the fields of /agent and names them",
    request: { target: "/hooks/wake", body: '{"text":"x","deliver":"false"}' },
    expect: {
      status: 200,
      body: /^\{"ok":true,"mode":"now","warnings":\["[^"]*\\"deliver\\"[^"]*"\]\}$/,
      actions: [{ kind: "wake" }],
    },
  },
];
