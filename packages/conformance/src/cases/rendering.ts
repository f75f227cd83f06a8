// What templates render of a request.
import { PRIVATE, TOKEN } from "../base-config.ts";
import type { Case, CaseRequest } from "../case.ts";
import { fenced } from "../fenced.ts";

const PAYLOAD = {
  messages: [{ id: "m1", subject: "Hi", from: "Ann", snippet: "…" }],
  count: 0,
  flag: false,
  nothing: null,
  tag: "{{count}}",
  list: [1, { a: "é" }],
};

/** A mapping `x` with this template, and the text that it renders from the request. */
function shows(
  name: string,
  messageTemplate: string,
  text: unknown,
  request: Partial<CaseRequest> = {},
): Case {
  return {
    name,
    hooks: { mappings: [{ match: { path: "x" }, messageTemplate }] },
    request: { target: "/hooks/x", body: JSON.stringify(PAYLOAD), ...request },
    expect: { status: 202, actions: [{ parts: [{ kind: "untrusted", text }] }] },
  };
}

/** One time per event, in ISO form, within the last minute. */
const TIMES = {
  asymmetricMatch: (text: string) => {
    const [, time = ""] = /^x (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) \1$/.exec(text) ?? [];
    return Math.abs(Date.parse(time) - Date.now()) < 60_000;
  },
};

export const renderingCases: readonly Case[] = [
  shows("indexes are in brackets", "{{messages[0].subject}} {{payload.count}}", "Hi 0"),
  shows("null and missing values are empty", "[{{nothing}}{{missing.x}}]", "[]"),
  shows("booleans are text, lists compact JSON", "{{flag}} {{list}}", 'false [1,{"a":"é"}]'),
  shows("a rendered value is not rendered again", "{{tag}}", "{{count}}"),
  shows("a value may be followed by a brace", "{{count}}}", "0}"),
  shows(
    "nothing inherited is shown",
    "[{{constructor}}{{toString}}{{__proto__.x}}{{messages.map}}{{headers.constructor}}]",
    "[]",
  ),
  shows(
    "headers are found in any case",
    "{{headers.X-GitHub-Event}} {{headers.x-github-event}}",
    "push push",
    {
      headers: [["X-GITHUB-event", "push"]],
    },
  ),
  shows("a repeated header is joined as HTTP does", "{{headers.x-event}}", "a, b", {
    headers: [
      ["X-Event", "a"],
      ["x-event", "b"],
    ],
  }),
  shows(
    "what is called __proto__ is shown from nowhere",
    "[{{headers.__proto__}}{{query.__proto__}}{{__proto__}}{{payload.__proto__}}{{headers.x}}]",
    "[1]",
    {
      target: "/hooks/x?__proto__=polluted",
      headers: [
        ["__proto__", "polluted"],
        ["x", "1"],
      ],
      body: '{"__proto__":"polluted"}',
    },
  ),
  shows(
    "an integer that a double cannot hold keeps its digits",
    "{{id}} {{list}} {{other}}",
    '820982911946154508 ["-9007199254740993",1] 9007199254740992',
    { body: '{"id":820982911946154508,"list":[-9007199254740993,1],"other":9007199254740992}' },
  ),
  shows(
    "a body's own key payload is read where the body has no such field",
    "{{payload.id}} {{payload.name}} {{#with payload}}{{id}} {{name}}{{/with}}",
    "1 Ann 1 Ann",
    { body: '{"id":1,"payload":{"id":2,"name":"Ann"}}' },
  ),
  shows("query parameters are decoded", "{{query.team}}|{{query.x}}|{{query.none}}", "a b c|ü|", {
    target: "/hooks/x?team=a+b%20c&x=%C3%BC",
  }),
  shows("of a repeated parameter the last counts", "{{query.x}}", "2", {
    target: "/hooks/x?x=1&x=2",
  }),
  shows("a broken escape stays as it was sent", "{{query.x}}", "%zz", { target: "/hooks/x?x=%zz" }),
  {
    name: "path and time of receipt are trusted, and have no fence",
    hooks: { mappings: [{ match: { path: "x" }, messageTemplate: "{{path}} {{now}} {{now}}" }] },
    request: { target: "/hooks/x/?y=1", body: "{}" },
    expect: { status: 202, actions: [{ message: TIMES }] },
  },
  shows(
    "no token is shown, wherever it was sent",
    "[{{query.token}}{{headers.authorization}}]",
    "[]",
    {
      target: `/hooks/x?token=${TOKEN}`,
    },
  ),
  {
    name: "text of a payload is inside a fence",
    request: { target: "/hooks/note", body: `{"text":"${PRIVATE}"}` },
    expect: { status: 200, actions: [{ text: fenced(`note: ${PRIVATE}`, 'webhook "note"') }] },
  },
  {
    name: "no line of a payload is at the beginning of a line",
    request: {
      target: "/hooks/note",
      body: JSON.stringify({ text: "a\nb\r\nc\rd\u2028e\u0085f\vg\u202eh" }),
    },
    expect: {
      status: 200,
      actions: [{ text: fenced("note: a\nb\nc\nd\ne\nf\ngh", 'webhook "note"') }],
    },
  },
  {
    name: "text of a request to /agent is inside a fence",
    request: { target: "/hooks/agent", body: `{"message":" ${PRIVATE} "}` },
    expect: { status: 202, actions: [{ message: fenced(PRIVATE, "webhook /agent") }] },
  },
  {
    name: "text of a request to /wake is inside a fence",
    request: { target: "/hooks/wake", body: `{"text":"${PRIVATE}"}` },
    expect: { status: 200, actions: [{ text: fenced(PRIVATE, "webhook /wake") }] },
  },
  {
    name: "allowUnsafeExternalContent switches the fence off for its mapping",
    hooks: {
      mappings: [
        { match: { path: "x" }, messageTemplate: "{{count}}", allowUnsafeExternalContent: true },
      ],
    },
    request: { target: "/hooks/x", body: JSON.stringify(PAYLOAD) },
    expect: { status: 202, actions: [{ message: "0" }] },
  },
  {
    name: "no payload can switch the fence off",
    request: { target: "/hooks/note", body: '{"text":"x","allowUnsafeExternalContent":true}' },
    expect: { status: 200, actions: [{ text: fenced("note: x", 'webhook "note"') }] },
  },
  {
    name: "the name of a run is one line",
    hooks: { mappings: [{ match: { path: "x" }, messageTemplate: "static", name: "A {{name}}" }] },
    request: { target: "/hooks/x", body: '{"name":"b\\nc\\u2028d"}' },
    expect: { status: 202, actions: [{ name: "A b c d", message: "static" }] },
  },
  {
    name: "a mapping has a default for everything but the message",
    hooks: { mappings: [{ match: { path: "x" }, messageTemplate: "static" }] },
    request: { target: "/hooks/x", body: "{}" },
    expect: {
      status: 202,
      actions: [
        {
          kind: "agent",
          name: "Hook",
          message: "static",
          sessionKey: { asymmetricMatch: (key: string) => /^hook:[\w-]{36}$/.test(key) },
          wakeMode: "now",
          deliver: true,
          channel: "last",
        },
      ],
      record: { mappingId: "mapping-1" },
    },
  },
  {
    name: "the gmail preset turns a mail into a run",
    hooks: { mappings: [], presets: ["gmail"], gmail: { model: "a/b", thinking: "low" } },
    request: { target: "/hooks/gmail", body: JSON.stringify({ source: "gmail", ...PAYLOAD }) },
    expect: {
      status: 202,
      actions: [
        {
          name: "Gmail",
          sessionKey: "hook:gmail:m1",
          model: "a/b",
          thinking: "low",
          wakeMode: "now",
        },
      ],
    },
  },
];
