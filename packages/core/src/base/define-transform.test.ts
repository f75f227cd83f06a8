// Run for what it returns, and type-checked for what it accepts: an expected error that is none fails the check.
import { expect, expectTypeOf, test } from "vitest";
import type { Transform, TransformCall, TransformContext } from "./transform.ts";
import { defineTransform } from "./transform.ts";

interface Push {
  readonly ref: string;
}

test("defineTransform() returns its argument", () => {
  const transform = (): null => null;
  expect(defineTransform(transform)).toBe(transform);
});

test("defineTransform() infers the payload from the context, or takes it as a type argument", () => {
  const annotated = defineTransform(({ payload }: TransformContext<Push>) => ({
    message: payload.ref,
  }));
  const given = defineTransform<Push>(({ payload, body, headers, query, now }, { timeoutMs }) => {
    expectTypeOf(payload).toEqualTypeOf<Push>();
    expectTypeOf(body).toEqualTypeOf<Push>();
    expectTypeOf(headers).toExtend<object>();
    expectTypeOf(query["x"]).toEqualTypeOf<string | undefined>();
    expectTypeOf(now).toBeString();
    expectTypeOf(timeoutMs).toBeNumber();
    return null;
  });
  const untyped = defineTransform(({ payload }) => {
    expectTypeOf(payload).toBeUnknown();
    return undefined;
  });
  expectTypeOf(annotated).toEqualTypeOf<Transform<Push>>();
  expectTypeOf(given).toEqualTypeOf<Transform<Push>>();
  expectTypeOf(untyped).toEqualTypeOf<Transform>();
  // @ts-expect-error: the payload has no such field.
  defineTransform<Push>(({ payload }) => ({ message: payload.reff }));
});

test("defineTransform() accepts every kind of result, from an async function too", async () => {
  const all = [
    defineTransform(() => undefined),
    defineTransform(() => ({ action: null })),
    defineTransform(() => ({ action: "wake", text: "t", mode: "next-heartbeat" })),
    defineTransform(async () => ({ kind: "agent", message: "m", deliver: false })),
  ];
  expectTypeOf(all).toExtend<readonly Transform[]>();
  const several = defineTransform(async ({ payload }: TransformContext<Push>) => {
    if (payload.ref === "a") return null;
    if (payload.ref === "b") return { action: null };
    return payload.ref === "c" ? undefined : { message: payload.ref, channel: "slack" };
  });
  expectTypeOf(several).toEqualTypeOf<Transform<Push>>();
  const call = (transform: Transform) => transform({} as TransformContext, {} as TransformCall);
  expect(await Promise.all(all.map(call))).toEqual([
    undefined,
    { action: null },
    { action: "wake", text: "t", mode: "next-heartbeat" },
    { kind: "agent", message: "m", deliver: false },
  ]);
});

test("defineTransform() refuses fields that no action has", () => {
  // @ts-expect-error: a misspelled field.
  defineTransform(() => ({ message: "m", sesionKey: "k" }));
  // @ts-expect-error: a field that is the operator's alone.
  defineTransform(async () => ({ message: "m", allowUnsafeExternalContent: true }));
  // @ts-expect-error: a field of a wrong type.
  defineTransform(() => ({ message: 5 }));
  // @ts-expect-error: a value that the field does not know.
  defineTransform(() => ({ kind: "walk" }));
  // @ts-expect-error: no part of an action at all.
  defineTransform(() => "text");
  // @ts-expect-error: with a type argument, types are checked as well.
  defineTransform<Push>(() => ({ message: "m", deliver: "false" }));
});
