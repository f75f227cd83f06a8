// /wake and /agent: values of a wrong type or range, for each field.
import { PRIVATE } from "../base-config.ts";
import type { Case } from "../case.ts";

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

export const strictnessCases: readonly Case[] = [
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
