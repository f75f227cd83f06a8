import { expect, test } from "vitest";
import type { Timer } from "../../../base/src/runtime.ts";
import type { Transform, TransformContext } from "../base/transform.ts";
import { runTransform } from "./transform.ts";

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

test("runTransform() returns the result of a synchronous transform without a promise", () => {
  const result = { message: "x" };
  expect(run(() => result)).toEqual({ ok: true, result });
  expect(run(() => undefined)).toEqual({ ok: true, result: undefined });
  expect(run(() => null)).toEqual({ ok: true, result: null });
});

test("runTransform() awaits only objects whose `then` is a function", () => {
  for (const result of [thenable(5), "then", () => 1]) {
    expect(run(() => result)).toEqual({ ok: true, result });
  }
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
