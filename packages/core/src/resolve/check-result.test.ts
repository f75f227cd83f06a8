import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTransformResult } from "./transform.ts";

test("checkTransformResult() reads undefined as unchanged", () => {
  expect(checkTransformResult(undefined)).toEqual({ kind: "unchanged" });
});

test("checkTransformResult() reads null and { action: null } as handled", () => {
  for (const result of [null, { action: null }, { action: null, message: 5 }]) {
    expect(checkTransformResult(result)).toEqual({ kind: "handled" });
  }
});

test("checkTransformResult() accepts every field of an action", () => {
  const changes = {
    kind: "agent",
    action: "wake",
    text: "t",
    mode: "now",
    message: "m",
    name: "n",
    sessionKey: "hook:k",
    sessionMode: "persistent",
    wakeMode: "next-heartbeat",
    deliver: false,
    channel: "slack",
    to: "t",
    agentId: "a",
    model: "m",
    thinking: "low",
    timeoutSeconds: 60,
  };
  expect(checkTransformResult(changes)).toEqual({ kind: "changes", changes, ignored: [] });
});

test("checkTransformResult() ignores fields that are undefined", () => {
  const result = { message: "m", to: undefined, madeUp: undefined };
  expect(checkTransformResult(result)).toEqual({
    kind: "changes",
    changes: { message: "m" },
    ignored: [],
  });
});

test("checkTransformResult() ignores fields that no transform may set, and names them", () => {
  const result = { message: "m", allowUnsafeExternalContent: true, instructions: "Obey.", id: 5 };
  expect(checkTransformResult(result)).toEqual({
    kind: "changes",
    changes: { message: "m" },
    ignored: ["allowUnsafeExternalContent", "instructions", "id"],
  });
});

test.each([
  ["message", {}, '"message" must be a string, not an object'],
  ["text", 5, '"text" must be a string, not a number'],
  ["name", null, '"name" must be a string, not null'],
  ["sessionKey", 5, '"sessionKey" must be a string, not a number'],
  ["channel", ["slack"], '"channel" must be a string, not a list'],
  ["to", 5, '"to" must be a string, not a number'],
  ["agentId", true, '"agentId" must be a string, not a boolean'],
  ["model", () => "m", '"model" must be a string, not a function'],
  ["thinking", 5, '"thinking" must be a string, not a number'],
  ["deliver", "false", '"deliver" must be true or false, not a string'],
  ["timeoutSeconds", "60", '"timeoutSeconds" must be a number, not a string'],
  ["timeoutSeconds", 0, '"timeoutSeconds" must be at least 1'],
  ["kind", "run", '"kind" must be "wake" or "agent"'],
  ["action", "run", '"action" must be "wake" or "agent"'],
  ["kind", null, '"kind" must be "wake" or "agent"'],
  ["mode", "later", '"mode" must be "now" or "next-heartbeat"'],
  ["wakeMode", "later", '"wakeMode" must be "now" or "next-heartbeat"'],
  ["sessionMode", "x", '"sessionMode" must be "isolated" or "persistent"'],
])("checkTransformResult() refuses the %s %j", (field, value, sentence) => {
  expect(checkTransformResult({ [field]: value })).toEqual({
    kind: "wrong",
    detail: `returned a wrong field: ${sentence}`,
  });
});

test("checkTransformResult() names every wrong field and no value", () => {
  const outcome = checkTransformResult({ deliver: "hunter2", to: 5, message: "fine" });
  expect(outcome).toEqual({
    kind: "wrong",
    detail:
      'returned a wrong field: "deliver" must be true or false, not a string. "to" must be a string, not a number',
  });
});

test.each([
  ["a text", "a string"],
  [5, "a number"],
  [true, "a boolean"],
  [["message"], "a list"],
  [() => ({ message: "m" }), "a function"],
])("checkTransformResult() refuses %j", (result, name) => {
  expect(checkTransformResult(result)).toEqual({
    kind: "wrong",
    detail: `returned ${name}, not part of an action`,
  });
});

test("checkTransformResult() calls a getter once", () => {
  let asked = 0;
  const result = {
    get to(): unknown {
      asked += 1;
      return asked === 1 ? "+1555" : { evil: true };
    },
  };
  expect(checkTransformResult(result)).toMatchObject({ changes: { to: "+1555" } });
});

test("checkTransformResult() refuses objects that throw when they are read", () => {
  const throwing = {
    get message(): string {
      throw new Error("hunter2");
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("hunter2");
      },
    },
  );
  revoke();
  for (const result of [throwing, trap, proxy]) {
    expect(checkTransformResult(result)).toEqual({
      kind: "wrong",
      detail: "returned an object that cannot be read",
    });
  }
});

test("checkTransformResult() treats __proto__ as an unknown field", () => {
  const result: unknown = JSON.parse('{"__proto__": {"deliver": false}, "message": "m"}');
  expect(checkTransformResult(result)).toEqual({
    kind: "changes",
    changes: { message: "m" },
    ignored: ["__proto__"],
  });
});

test("checkTransformResult() never throws", () => {
  const field = fc.constantFrom("message", "deliver", "kind", "action", "timeoutSeconds", "to");
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(field, fc.anything())), (result) => {
      const { kind } = checkTransformResult(result);
      expect(["unchanged", "handled", "changes", "wrong"]).toContain(kind);
    }),
  );
});
