import { expect, test } from "vitest";
import { createRedisStore } from "./create-redis-store.ts";

const REQUEST = { scope: "a token", keys: [{ key: "k", ttlSeconds: 60 }], claimSeconds: 1.5 };

/** A client that gives what a test wants, and what it was asked. */
function createFake(...replies: (() => unknown)[]) {
  const sent: string[][] = [];
  const sendCommand = async (args: string[]): Promise<unknown> => {
    sent.push(args);
    return replies.shift()?.();
  };
  return { sent, store: createRedisStore({ client: { sendCommand } }) };
}

const fail = (message: string) => () => {
  throw new Error(message);
};

test("createRedisStore() sends the text of a script only if Redis does not know it", async () => {
  const { sent, store } = createFake(
    fail("NOSCRIPT No matching script. Please use EVAL."),
    () => ["claimed"],
    () => ["busy"],
  );
  expect(await store.claim(REQUEST)).toMatchObject({ kind: "claimed" });
  expect(await store.claim(REQUEST)).toEqual({ kind: "busy" });
  expect(sent.map(([command]) => command)).toEqual(["EVALSHA", "EVAL", "EVALSHA"]);
  expect(sent[0]?.[1]).toMatch(/^[0-9a-f]{40}$/);
  expect(sent[1]?.[1]).toContain("redis.call");
  expect(sent[0]?.slice(2)).toEqual(sent[1]?.slice(2));
});

test("createRedisStore() releases a claim whose reply was lost, and rejects", async () => {
  const { sent, store } = createFake(fail("Socket closed unexpectedly"), () => 1);
  await expect(Promise.resolve(store.claim(REQUEST))).rejects.toThrow("Socket closed");
  await expect.poll(() => sent).toHaveLength(2);
  const [claim, release] = sent;
  // EVALSHA, digest, number of keys, then the key, the token and the arguments.
  expect(release?.slice(3, 5)).toEqual(claim?.slice(3, 5));
  expect(release?.slice(5)).toEqual(["", "", "60000"]);
});

test("createRedisStore() survives a client that cannot give the claim up either", async () => {
  const { store } = createFake(fail("down"), fail("down"));
  await expect(Promise.resolve(store.claim(REQUEST))).rejects.toThrow("down");
});

test.each([[undefined], ["OK"], [["other"]], [["done"]]])(
  "createRedisStore() rejects if a client answers %j",
  async (reply) => {
    const { store } = createFake(() => reply);
    await expect(Promise.resolve(store.claim(REQUEST))).rejects.toThrow();
  },
);
