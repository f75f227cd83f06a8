import { expect, test } from "vitest";
import { createContext } from "../../test/support/context.ts";
import { forwardedKey } from "./forward.ts";

const inHeader = { deliveryId: "d-1", deliveryIdFrom: "header" } as const;

test("forwardedKey() is the sender's key, else the id of a delivery header, else the run id", () => {
  expect(forwardedKey(createContext({ idempotencyKey: "k-1", ...inHeader }))).toBe("k-1");
  expect(forwardedKey(createContext(inHeader))).toBe("d-1");
  expect(forwardedKey(createContext())).toBe("run-1");
});

test("forwardedKey() does not use an id that stood in a body", () => {
  const inBody = { deliveryId: "evt_1", deliveryIdFrom: "body" } as const;
  expect(forwardedKey(createContext(inBody))).toBe("run-1");
});

test("forwardedKey() gives each element of a batch a key of its own that gateways accept", () => {
  expect(forwardedKey(createContext({ ...inHeader, index: 0 }))).toBe("d-1:0");
  expect(forwardedKey(createContext({ ...inHeader, index: 11 }))).toBe("d-1:11");
  expect(forwardedKey(createContext({ index: 3 }))).toBe("run-1");
  expect(forwardedKey(createContext({ idempotencyKey: "k#3", index: 3 }))).toBe("k#3");
  const long = "a".repeat(256);
  const keys = [1, 2].map((index) =>
    forwardedKey(createContext({ idempotencyKey: `${long}#${index}`, index })),
  );
  expect(new Set(keys).size).toBe(2);
  expect(keys.map((key) => key.length)).toEqual([64, 64]);
  expect(forwardedKey(createContext({ idempotencyKey: long }))).toBe(long);
});
