import fc from "fast-check";
import { expect, test } from "vitest";
import type { Timer } from "../../../../base/src/runtime.ts";
import type { LockableField } from "../../model/action.ts";
import type { TransformReference } from "../../model/index.ts";
import type { Transforms } from "../../model/ports.ts";
import type { Transform, TransformContext, TransformResult } from "../../model/transform.ts";
import type { Draft } from "./draft.ts";
import {
  bindTransform,
  checkTransformResult,
  listLocked,
  mergeChanges,
  runTransform,
} from "./transform.ts";

const PATH = ["hooks", "mappings", 0];
const one: Transform = () => ({ message: "one" });
const two: Transform = () => ({ message: "two" });

function bind(transforms: Transforms, reference: Partial<TransformReference> = {}) {
  return bindTransform({ module: "m.js", lock: [], ...reference }, transforms, PATH);
}

test.each<[string, Transforms]>([
  ["the default export", { "m.js": { default: one, transform: two } }],
  ["the export `transform` if there is no default", { "m.js": { transform: one } }],
  [
    "the export `transform` if the default is not a function",
    { "m.js": { default: 5, transform: one } },
  ],
  ["a module that is a function", { "m.js": one }],
  ["module.exports of CommonJS", { "m.js": { default: { transform: one } } }],
])("bindTransform() takes %s", (_name, transforms) => {
  expect(bind(transforms)).toEqual({ ok: true, transform: one });
});

test("bindTransform() uses the export that the mapping names", () => {
  const named = { export: "toAgent" };
  expect(bind({ "m.js": { default: two, toAgent: one } }, named)).toMatchObject({ transform: one });
  expect(bind({ "m.js": { default: { toAgent: one } } }, named)).toMatchObject({ transform: one });
  expect(bind({ "m.js": one }, named)).toMatchObject({ transform: one });
});

test("bindTransform() does not fall back if the named export is missing", () => {
  expect(bind({ "m.js": { default: one } }, { export: "toAgent" })).toMatchObject({ ok: false });
});

test("bindTransform() ignores inherited properties of modules and tables", () => {
  expect(bind({}, { module: "toString" })).toMatchObject({ ok: false });
  expect(bind({ "m.js": {} }, { export: "toString" })).toMatchObject({ ok: false });
});

test("bindTransform() suggests the nearest module", () => {
  expect(bind({ "n.js": one, "other.js": two })).toEqual({
    ok: false,
    problem: {
      code: "transform_unavailable",
      severity: "error",
      path: ["hooks", "mappings", 0, "transform", "module"],
      message: 'The transform module "m.js" is not available.',
      hint: 'Did you mean "n.js"?',
    },
  });
});

test("bindTransform() says how to pass modules if there are none", () => {
  expect(bind({})).toMatchObject({
    problem: { hint: 'Pass its function: compileHooks(config, { transforms: { "m.js": … } }).' },
  });
});

test("bindTransform() suggests the nearest export", () => {
  const path = [...PATH, "transform"];
  expect(bind({ "m.js": { toAgent: one } }, { export: "toAgnet" })).toEqual({
    ok: false,
    problem: {
      code: "transform_export_missing",
      severity: "error",
      path: [...path, "export"],
      message: 'The transform module "m.js" exports no function "toAgnet".',
      hint: 'Did you mean "toAgent"?',
    },
  });
  expect(bind({ "m.js": { run: one } })).toMatchObject({
    problem: {
      path: [...path, "module"],
      message: 'The transform module "m.js" exports no function "default".',
      hint: "Known: run.",
    },
  });
});

test("bindTransform() says that a module exports no function", () => {
  for (const module of [{}, { default: 5, version: "1" }, undefined, null, 5]) {
    const transforms = { "m.js": module } as unknown as Transforms;
    expect(bind(transforms)).toMatchObject({ problem: { hint: "It exports no function." } });
  }
});

const context: TransformContext = {
  payload: { a: 1 },
  body: { a: 1 },
  headers: {},
  query: {},
  path: "ci",
  url: new URL("http://localhost/hooks/ci"),
  now: "2026-01-01T00:00:00.000Z",
};

const timer: Timer = (task, milliseconds) => {
  const timeout = setTimeout(task, milliseconds);
  return () => clearTimeout(timeout);
};

/** By another name, as the linter warns of objects that are like promises by accident. */
const THEN = "then";
const thenable = (then: unknown): object => Object.fromEntries([[THEN, then]]);

const run = (transform: unknown, timeoutMs = 1000) =>
  runTransform(transform as Transform, context, { timer, timeoutMs });

test("runTransform() passes the context and the time limit", () => {
  const seen: unknown[] = [];
  run((...args: unknown[]) => seen.push(...args), 250);
  expect(seen).toEqual([context, { timeoutMs: 250 }]);
});

test("runTransform() awaits promises and thenables", async () => {
  await expect(run(async () => ({ message: "x" }))).resolves.toEqual({
    ok: true,
    result: { message: "x" },
  });
  const later = thenable((settle: (value: unknown) => void) => settle("later"));
  await expect(run(() => later)).resolves.toEqual({ ok: true, result: "later" });
});

test("runTransform() fails when the time is over", async () => {
  await expect(run(() => new Promise(() => undefined), 10)).resolves.toEqual({
    ok: false,
    code: "transform_failed",
    detail: "did not answer within 10 ms",
  });
});

test("runTransform() ignores a result that comes too late", async () => {
  const late = (settle: "resolve" | "reject") => () =>
    new Promise((resolve, reject) => {
      setTimeout(settle === "resolve" ? resolve : reject, 30, new Error("late"));
    });
  const runs = await Promise.all([run(late("resolve"), 5), run(late("reject"), 5)]);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(runs.map(({ ok }) => ok)).toEqual([false, false]);
});

test("runTransform() cancels the timer when the transform has settled", async () => {
  const stopped: string[] = [];
  const limits = {
    timeoutMs: 1000,
    timer: () => () => {
      stopped.push("stopped");
    },
  };
  await runTransform(async () => null, context, limits);
  await runTransform(() => Promise.reject(new Error("x")), context, limits);
  expect(stopped).toEqual(["stopped", "stopped"]);
});

const unreadable = [
  Object.defineProperty(new Error("x"), "message", {
    get: () => {
      throw new Error("hunter2");
    },
  }),
  Object.assign(new Error("x"), { message: Symbol("s") }),
];

test.each<[unknown, string]>([
  [new TypeError("no such field"), "threw TypeError: no such field"],
  [Object.assign(new Error("waited 5 ms"), { name: "TransformFailure" }), "waited 5 ms"],
  ["a text", "threw a string"],
  [undefined, "threw nothing"],
  [null, "threw null"],
  [{ code: 1 }, "threw an object"],
  [unreadable[0], "threw an error that cannot be read"],
  [unreadable[1], "threw an error that cannot be read"],
])(
  "runTransform() never throws: it reports what a transform threw (%#)",
  async (thrown, detail) => {
    const failed = { ok: false, code: "transform_failed", detail };
    expect(
      run(() => {
        throw thrown;
      }),
    ).toEqual(failed);
    await expect(run(() => Promise.reject(thrown))).resolves.toEqual(failed);
  },
);

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
  ["channel", ["slack"], '"channel" must be a string, not a list'],
  ["model", () => "m", '"model" must be a string, not a function'],
  ["timeoutSeconds", 0, '"timeoutSeconds" must be at least 1'],
  ["kind", null, '"kind" must be "wake" or "agent" or "deliver"'],
])("checkTransformResult() refuses the %s %j", (field, value, sentence) => {
  expect(checkTransformResult({ [field]: value })).toEqual({
    kind: "wrong",
    detail: `returned a wrong field: ${sentence}`,
  });
});

test("checkTransformResult() names every wrong field, but no value", () => {
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

test("mergeChanges() does not change instructions", () => {
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

test("runTransform() awaits only objects whose `then` is a function", () => {
  for (const result of [thenable(5), "then", () => 1]) {
    expect(run(() => result)).toEqual({ ok: true, result });
  }
});

test("runTransform() tells an overload of a runner from a failure", async () => {
  const thrown = Object.assign(new Error("has 7 events waiting"), { name: "TransformOverload" });
  const overloaded = { ok: false, code: "transform_overloaded", detail: "has 7 events waiting" };
  await expect(run(() => Promise.reject(thrown))).resolves.toEqual(overloaded);
});

test("runTransform() reports a thenable whose `then` throws", async () => {
  const fail = (why: string) => () => {
    throw new Error(why);
  };
  const thenGetter = Object.defineProperty({}, THEN, { get: fail("getter") });
  const failed = { ok: false, code: "transform_failed" };
  expect(run(() => thenGetter)).toEqual({ ...failed, detail: "threw Error: getter" });
  await expect(run(() => thenable(fail("then")))).resolves.toEqual({
    ...failed,
    detail: "threw Error: then",
  });
});
