// Session keys that a request, a template, a mapping or a transform sets.
import { mapped, post, refused, run } from "../build-case.ts";
import type { Case, CaseExpectation } from "../case.ts";

const KEY_REFUSED = refused("session_key_refused", "/sessionKey");

/** The sender and the operator learn that the key is not the one that was asked for. */
function moved(sessionKey: string): CaseExpectation {
  return {
    ...run({ sessionKey }),
    body: /"warnings":\["[^"]*\\"hook:\\"/,
    record: { detail: { asymmetricMatch: (text: string) => text.includes('"hook:"') } },
  };
}

export const sessionKeyCases: readonly Case[] = [
  {
    name: "a request's key must start with one of the prefixes that the config allows",
    hooks: { allowedSessionKeyPrefixes: ["ci:", "cd:"] },
    request: post("agent", { message: "m", sessionKey: "cd:1" }),
    expect: run({ sessionKey: "cd:1" }),
  },
  {
    name: "the default prefix is not allowed if the config names others",
    hooks: { allowedSessionKeyPrefixes: ["ci:"] },
    request: post("agent", { message: "m", sessionKey: "hook:1" }),
    expect: KEY_REFUSED,
  },
  {
    name: "a request's blank key is treated as missing",
    request: post("agent", { message: "m", sessionKey: " " }),
    expect: run({ sessionKey: { asymmetricMatch: (key: string) => /^hook:[\w-]{36}$/.test(key) } }),
  },
  {
    name: "the operator's default key is used if there is none",
    hooks: { defaultSessionKey: "main" },
    request: post("agent", { message: "m" }),
    expect: run({ sessionKey: "main" }),
  },
  {
    name: "a key of 512 characters is accepted",
    request: post("agent", { message: "m", sessionKey: `hook:${"x".repeat(507)}` }),
    expect: run({ kind: "agent" }),
  },
  {
    name: "a longer key is refused",
    request: post("agent", { message: "m", sessionKey: `hook:${"x".repeat(508)}` }),
    expect: KEY_REFUSED,
  },
  {
    name: "a request's key with a control character is refused",
    request: post("agent", { message: "m", sessionKey: "hook:a\nb" }),
    expect: KEY_REFUSED,
  },
  {
    name: "a template's key with a control character is refused",
    request: post("key", { key: "hook:a\u0000b" }),
    expect: KEY_REFUSED,
  },
  {
    name: "literal text before the first expression makes a key acceptable",
    hooks: mapped({ sessionKey: "ci-{{id}}" }),
    request: post("x", { id: 7 }),
    expect: run({ sessionKey: "ci-7" }),
  },
  {
    name: "literal text after the first expression does not",
    hooks: mapped({ sessionKey: "{{id}}-ci" }),
    request: post("x", { id: "main" }),
    expect: moved("hook:main-ci"),
  },
  {
    name: "some expressions of a key may be empty",
    hooks: mapped({ sessionKey: "hook:{{issue.id}}{{pull.id}}" }),
    request: post("x", { pull: { id: 7 } }),
    expect: run({ sessionKey: "hook:7" }),
  },
  {
    name: "a transform's key with an allowed prefix",
    request: post("made", { result: { sessionKey: "hook:made" } }),
    expect: run({ sessionKey: "hook:made", message: "As written." }),
  },
  {
    name: "a transform's key without one is put under hook:",
    request: post("made", { result: { sessionKey: "agent:main:main" } }),
    expect: moved("hook:agent:main:main"),
  },
  {
    name: "prefixes are compared in any case",
    request: post("agent", { message: "m", sessionKey: "HOOK:a" }),
    expect: run({ sessionKey: "HOOK:a" }),
  },
  {
    name: "an empty list of prefixes sets no limit",
    hooks: { allowedSessionKeyPrefixes: [] },
    request: post("agent", { message: "m", sessionKey: "agent:main:main" }),
    expect: run({ sessionKey: "agent:main:main" }),
  },
];
