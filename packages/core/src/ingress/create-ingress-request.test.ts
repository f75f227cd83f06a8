import { expect, test } from "vitest";
import { createIngressRequest } from "./request.ts";

test("createIngressRequest() has a context where the adapter gives one", () => {
  const source = {
    method: "POST",
    target: "/hooks/ci",
    headers: () => ({}),
    remoteAddress: () => undefined,
    readBody: async () => ({ kind: "gone" }) as const,
    isGone: () => false,
    onGone: () => () => undefined,
  };
  expect(createIngressRequest(source).context).toBe(undefined);
  const context = { tenant: "acme" };
  expect(createIngressRequest({ ...source, context: () => context }).context).toBe(context);
});

test("createIngressRequest() asks for headers and address when they are read, not before", () => {
  const asked: string[] = [];
  const source = {
    method: "POST",
    target: "/hooks/ci",
    headers: () => {
      asked.push("headers");
      return { "x-event": "push" };
    },
    remoteAddress: () => {
      asked.push("address");
      return undefined;
    },
    readBody: async () => ({ kind: "gone" }) as const,
    isGone: () => false,
    onGone: () => () => undefined,
  };
  const request = createIngressRequest(source);
  const { method, target, readBody, isGone, onGone } = source;
  expect(request).toMatchObject({ method, target, readBody, isGone, onGone });
  expect(asked).toEqual([]);
  expect(request.headers).toEqual({ "x-event": "push" });
  expect(request.remoteAddress).toBe(undefined);
  expect(asked).toEqual(["headers", "address"]);
});
