// Transforms: allowed and refused results, and their effects.
import { PRIVATE } from "../base-config.ts";
import { mapped, run } from "../build-case.ts";
import type { Case, CaseExpectation } from "../case.ts";
import { fenced } from "../fenced.ts";

function made(result?: unknown): Case["request"] {
  return { target: "/hooks/made", body: JSON.stringify({ result }) };
}

/** The record has the reason, for the operator. The sender only learns that the hook failed. */
function failed(words: RegExp): CaseExpectation {
  const detail = { asymmetricMatch: (text: string) => /"made"/.test(text) && words.test(text) };
  return {
    status: 500,
    code: "transform_failed",
    body: '{"ok":false,"error":"The transform of this hook failed.","code":"transform_failed"}',
    record: { mappingId: "made", detail },
  };
}

/** A value for every field of an action except the message. */
const FIELDS = {
  name: "N",
  wakeMode: "next-heartbeat",
  sessionMode: "persistent",
  sessionKey: "hook:made",
  deliver: false,
  channel: "telegram",
  to: "+1",
  model: "a/b",
  thinking: "low",
  timeoutSeconds: 9,
};

export const transformCases: readonly Case[] = [
  {
    name: "a transform that returns nothing leaves the action as it is",
    request: made(),
    expect: run({ message: "As written.", name: "Hook", channel: "last" }),
  },
  {
    name: "a transform that returns { action: null } is a 204",
    request: made({ action: null }),
    expect: { status: 204, body: "", record: { mappingId: "made" } },
  },
  {
    name: "a transform that returns a message has it fenced",
    request: made({ message: PRIVATE }),
    expect: run({ message: fenced(PRIVATE, 'webhook "made"') }),
  },
  {
    name: "a transform may turn a run into a wake",
    request: made({ kind: "wake", text: "up", mode: "next-heartbeat" }),
    expect: {
      status: 200,
      body: '{"ok":true,"mode":"next-heartbeat"}',
      actions: [{ kind: "wake", mode: "next-heartbeat", text: fenced("up", 'webhook "made"') }],
      record: { action: "wake" },
    },
  },
  {
    name: "a transform cannot switch the fence off",
    request: made({ message: "x", allowUnsafeExternalContent: true }),
    expect: {
      ...run({ message: fenced("x", 'webhook "made"') }),
      record: {
        detail: { asymmetricMatch: (text: string) => text.includes("allowUnsafeExternalContent") },
      },
    },
  },
  {
    name: "a transform may set every field of the action",
    request: made(FIELDS),
    expect: run(FIELDS),
  },
  {
    name: "what a transform returns lies over what the mapping sets",
    hooks: mapped({ name: "Own", channel: "slack", transform: { module: "made.js" } }),
    request: { target: "/hooks/x", body: '{"result":{"name":"Other","channel":"telegram"}}' },
    expect: run({ name: "Other", channel: "telegram" }),
  },
  {
    name: "what is locked stays, but deliver: false counts",
    hooks: mapped({ name: "Own", deliver: true, transform: { module: "made.js", lock: true } }),
    request: { target: "/hooks/x", body: '{"result":{"name":"Other","deliver":false}}' },
    expect: run({ name: "Own", deliver: false }),
  },
  {
    name: "a text that a transform returns for a run is in the record",
    request: made({ text: "lost" }),
    expect: {
      ...run({ message: "As written." }),
      record: { detail: { asymmetricMatch: (text: string) => text.includes('"text"') } },
    },
  },
  {
    name: "a transform that rejects is a 500 without its message",
    request: { target: "/hooks/rejects", body: "{}" },
    expect: {
      status: 500,
      code: "transform_failed",
      body: /^(?!.*secret of the module)/,
      record: { mappingId: "rejects" },
    },
  },
  {
    name: "a transform that has no room for an event is a 503 with Retry-After",
    request: { target: "/hooks/overloads", body: "{}" },
    expect: {
      status: 503,
      code: "transform_overloaded",
      headers: { "retry-after": /^\d+$/ },
      body: /^(?!.*has no room)/,
      record: { mappingId: "overloads" },
    },
  },
  ...(
    [
      ["deliver", "yes", /"deliver".*string/],
      ["timeoutSeconds", "60", /"timeoutSeconds".*string/],
      ["wakeMode", "soon", /"wakeMode"/],
      ["message", 5, /"message".*number/],
      ["sessionKey", {}, /"sessionKey".*object/],
      ["kind", "run", /"kind"/],
      ["channel", "pigeon", /"channel"/],
    ] as const
  ).map(
    ([field, value, words]): Case => ({
      name: `a transform that returns a wrong ${field} is a 500 whose record names mapping, field and type`,
      request: made({ [field]: value }),
      expect: failed(words),
    }),
  ),
  ...[[PRIVATE], PRIVATE, 5, false].map(
    (result): Case => ({
      name: `a transform that returns ${Array.isArray(result) ? "a list" : typeof result} is a 500`,
      request: made(result),
      expect: failed(/returned a/),
    }),
  ),
];
