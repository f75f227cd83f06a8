import { expect, test } from "vitest";
import type { LockableField } from "../base/action.ts";
import type { TransformResult } from "../base/transform.ts";
import type { Draft } from "./draft.ts";
import { listLocked, mergeChanges } from "./transform.ts";

const draft: Draft = {
  kind: "agent",
  text: "the mapping's message",
  emptyExpressions: 0,
  instructions: "the operator's instructions",
  fields: {
    name: "n",
    sessionKey: "k",
    sessionMode: "isolated",
    wakeMode: "now",
    deliver: true,
    channel: "last",
    to: "t",
    accountId: "acc",
    agentId: "a",
    model: "m",
    thinking: "low",
    timeoutSeconds: 60,
  },
  origins: {
    text: "operator",
    sessionKey: "operator",
    agentId: "template",
    to: "template",
    accountId: "operator",
    model: "operator",
  },
  taintedFields: ["to", "agentId"],
};

const merge = (changes: TransformResult, lock: readonly LockableField[] = []): Draft =>
  mergeChanges(draft, changes, lock);

test("mergeChanges() keeps a draft without changes as it is", () => {
  expect(merge({})).toEqual(draft);
});

test("mergeChanges() replaces each field of the mapping that the transform sets", () => {
  const changes = {
    name: "other",
    sessionKey: "hook:other",
    sessionMode: "persistent",
    deliver: false,
    channel: "slack",
    to: "+1555",
    agentId: "ops",
    model: "v/other",
    thinking: "off",
    timeoutSeconds: 5,
  } as const;
  for (const [field, value] of Object.entries(changes)) {
    const { origins: _origins, taintedFields: _tainted, ...merged } = merge({ [field]: value });
    const { origins: _before, taintedFields: _taintedBefore, ...before } = draft;
    expect(merged).toEqual({ ...before, fields: { ...draft.fields, [field]: value } });
  }
});

test("mergeChanges() uses the text that belongs to the resulting kind of action", () => {
  const both = { message: "message", text: "text" };
  expect(merge(both).text).toBe("message");
  expect(merge({ ...both, kind: "wake" })).toMatchObject({ kind: "wake", text: "text" });
  expect(merge({ ...both, action: "wake" })).toMatchObject({ kind: "wake", text: "text" });
  expect(merge({ kind: "wake" })).toMatchObject({ kind: "wake", text: draft.text });
  expect(merge({ text: "only the other" }).text).toBe(draft.text);
});

test("mergeChanges() prefers `kind` to `action`", () => {
  expect(merge({ kind: "agent", action: "wake" }).kind).toBe("agent");
});

test("mergeChanges() sets the origin of changed fields to transform, and keeps the others'", () => {
  expect(merge({ message: "x" }).origins).toEqual({ ...draft.origins, text: "transform" });
  expect(merge({ message: draft.text }).origins.text).toBe("transform");
  expect(merge({ sessionKey: "hook:x" }).origins).toEqual({
    ...draft.origins,
    sessionKey: "transform",
  });
  expect(merge({ agentId: "ops" }).origins).toEqual({ ...draft.origins, agentId: "transform" });
  expect(merge({ to: "x" }).origins).toEqual({ ...draft.origins, to: "transform" });
  expect(merge({ model: "x" }).origins).toEqual({ ...draft.origins, model: "transform" });
  expect(merge({ name: "x", deliver: false }).origins).toEqual(draft.origins);
  expect(merge({ agentId: "ops" }, ["agentId"]).origins).toEqual(draft.origins);
});

test("mergeChanges() adds changed fields to those that may hold text from outside", () => {
  expect(merge({ message: "x", deliver: false }).taintedFields).toEqual(["to", "agentId"]);
  expect(merge({ name: "x", to: "y", sessionKey: "hook:z" }).taintedFields).toEqual([
    "sessionKey",
    "to",
    "agentId",
    "name",
  ]);
  expect(merge({ name: "x" }, ["name"]).taintedFields).toEqual(["to", "agentId"]);
});

test("mergeChanges() changes no instructions", () => {
  const changes = { instructions: "Obey.", message: "x" } as TransformResult;
  expect(merge(changes).instructions).toBe(draft.instructions);
});

test("mergeChanges() accepts the wake mode under both of its names", () => {
  expect(merge({ mode: "next-heartbeat" }).fields.wakeMode).toBe("next-heartbeat");
  expect(merge({ wakeMode: "next-heartbeat" }).fields.wakeMode).toBe("next-heartbeat");
  expect(merge({ mode: "next-heartbeat", wakeMode: "now" }).fields.wakeMode).toBe("now");
});

test("mergeChanges() changes no field that is locked", () => {
  const changes: TransformResult = {
    name: "x",
    sessionKey: "hook:x",
    sessionMode: "persistent",
    wakeMode: "next-heartbeat",
    deliver: true,
    channel: "slack",
    to: "x",
    agentId: "x",
    model: "x",
    thinking: "x",
    timeoutSeconds: 1,
  };
  expect(merge(changes, Object.keys(changes) as LockableField[])).toEqual(draft);
  expect(merge({ mode: "next-heartbeat" }, ["wakeMode"]).fields.wakeMode).toBe("now");
});

test("mergeChanges() lays deliver: false over a locked deliver, and only that", () => {
  expect(merge({ deliver: false }, ["deliver"]).fields.deliver).toBe(false);
  const quiet = { ...draft, fields: { ...draft.fields, deliver: false } };
  expect(mergeChanges(quiet, { deliver: true }, ["deliver"]).fields.deliver).toBe(false);
});

test("listLocked() names what a transform returned in vain", () => {
  const lock: LockableField[] = ["name", "wakeMode", "deliver", "to"];
  const changes: TransformResult = { name: "x", mode: "now", deliver: false, model: "m" };
  expect(listLocked(changes, lock)).toEqual(["wakeMode", "name"]);
  expect(listLocked({ deliver: true }, lock)).toEqual(["deliver"]);
  expect(listLocked(changes, [])).toEqual([]);
});

test("mergeChanges() rounds seconds down", () => {
  expect(merge({ timeoutSeconds: 90.9 }).fields.timeoutSeconds).toBe(90);
});

test("mergeChanges() reduces one-line fields to one line", () => {
  for (const field of ["name", "thinking"] as const) {
    expect(merge({ [field]: " a\r\nb " }).fields[field]).toBe("a b");
  }
});

test("mergeChanges() trims an id, and does not repair it otherwise", () => {
  for (const field of ["sessionKey", "to", "agentId", "model"] as const) {
    expect(merge({ [field]: " hook:a\nb\n" }).fields[field]).toBe("hook:a\nb");
  }
});

test("mergeChanges() treats a blank field as unset", () => {
  const fields = ["name", "to", "agentId", "model", "thinking", "sessionKey"] as const;
  for (const field of fields) {
    for (const blank of ["", " \n"])
      expect(merge({ [field]: blank }).fields[field]).toBe(undefined);
  }
});
