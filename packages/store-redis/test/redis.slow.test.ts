// The store against a real redis-server, which the tests start, restart and kill.
import { createHmac } from "node:crypto";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ANSWER,
  mustClaim,
  request,
  SCOPE,
} from "../../../tools/test-support/idempotency/store-helpers.ts";
import { describeStore } from "../../../tools/test-support/idempotency/store-suite.ts";
import { type RedisServer, startRedisServer } from "../../../tools/test-support/redis-server.mjs";
import { noProgram, skipTitle } from "../../../tools/test-support/skip-title.mjs";
import { compileHooks } from "../../core/src/compile-hooks.ts";
import { createIngress } from "../../core/src/serving/ingress/index.ts";
import { createRedisStore } from "../src/create-redis-store.ts";

const noRedis = noProgram("redis-server");

const sleep = (milliseconds: number) => new Promise<void>((end) => setTimeout(end, milliseconds));

function createOwnClient(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: 20 } });
  // Without a listener, each lost connection would end the process.
  client.on("error", () => undefined);
  return client;
}

describe.skipIf(noRedis !== undefined)(skipTitle("with a redis-server", noRedis), () => {
  let server: RedisServer;
  let client: ReturnType<typeof createOwnClient>;

  beforeAll(async () => {
    server = await startRedisServer();
    client = createOwnClient(server.url);
    await client.connect();
  });

  afterAll(async () => {
    client.destroy();
    await server.stop();
  });

  const store = () => createRedisStore({ client });

  describeStore("createRedisStore()", { store, wait: sleep });

  test("createRedisStore() grants one claim to many clients that ask at once", async () => {
    const others = await Promise.all(
      Array.from({ length: 5 }, () => createOwnClient(server.url).connect()),
    );
    for (let round = 0; round < 20; round++) {
      const asked = request();
      const results = await Promise.all(
        others.map((other) => createRedisStore({ client: other }).claim(asked)),
      );
      expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
    }
    for (const other of others) other.destroy();
  });

  test("createRedisStore() lets two servers run a signed event once, whatever unsigned id it has, and again after a failure", async () => {
    const secret = "a-secret-of-the-vendor-of-hooks";
    const auth = { provider: "github", secret };
    const hooks = compileHooks({
      hooks: {
        enabled: true,
        token: "a-token-of-the-hooks-that-is-long",
        mappings: [{ match: { path: "a" }, auth, messageTemplate: "{{n}}" }],
      },
    });
    let isFailing = true;
    let runs = 0;
    const dispatch = () => {
      runs += 1;
      if (isFailing) throw new Error("not now");
    };
    const servers = [1, 2].map(() => createIngress({ hooks, dispatch, idempotency: store() }));
    const send = async (server: number, id?: string) => {
      const bytes = new TextEncoder().encode('{"n":1}');
      const mac = createHmac("sha256", secret).update(bytes).digest("hex");
      const sent = { "x-hub-signature-256": `sha256=${mac}` };
      const answer = await servers[server]?.receive({
        method: "POST",
        target: "/hooks/a",
        headers: () => (id === undefined ? sent : { ...sent, "x-github-delivery": id }),
        remoteAddress: () => "192.0.2.1",
        readBody: async () => ({ kind: "bytes", bytes }),
        isGone: () => false,
      });
      return answer?.status;
    };
    const ids = ["one", undefined, "two", "one", undefined, "three"];
    expect(await send(0, "one")).toBe(503);
    expect(await send(1)).toBe(503);
    expect(runs).toBe(2);
    isFailing = false;
    const statuses = await Promise.all(ids.map((id, at) => send(at % 2, id)));
    expect(statuses).toEqual(ids.map(() => 202));
    expect(await send(1, "one")).toBe(202);
    expect(runs).toBe(3);
  });

  test("createRedisStore() writes no key and no scope in the clear, and one slot for a scope", async () => {
    await client.sendCommand(["FLUSHALL"]);
    const keys = ["mail:ann@example.com", "body:ab"].map((key) => ({ key, ttlSeconds: 60 }));
    await createRedisStore({ client, prefix: "mine:" }).claim({ ...request(), keys });
    const names = (await client.sendCommand(["KEYS", "*"])) as unknown as string[];
    expect(names).toHaveLength(2);
    const tags = names.map((name) => /^mine:\{([0-9a-f]{40})\}:[0-9a-f]{40}$/.exec(name)?.[1]);
    expect(tags[0]).toBe(tags[1]);
    expect(tags[0]).toBeDefined();
    expect(names.join()).not.toContain(SCOPE);
  });

  test("createRedisStore() leaves no key without a time to live", async () => {
    await client.sendCommand(["FLUSHALL"]);
    await mustClaim(store(), request());
    await store().complete(await mustClaim(store(), request()), ANSWER);
    await store().release(await mustClaim(store(), request()), "half");
    const names = (await client.sendCommand(["KEYS", "*"])) as unknown as string[];
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(Number(await client.sendCommand(["PTTL", name]))).toBeGreaterThan(0);
    }
  });

  test("createRedisStore() goes on with its claims and answers after Redis was killed and restarted", async () => {
    const [done, inFlight] = [request(), request()];
    await store().complete(await mustClaim(store(), done), ANSWER);
    const claim = await mustClaim(store(), inFlight);
    await server.restart();
    // The scripts are gone with the process, so that each is sent again.
    expect(await store().claim(done)).toEqual({ kind: "done", answer: ANSWER });
    expect(await store().claim(inFlight)).toEqual({ kind: "busy" });
    expect(await store().complete(claim, ANSWER)).toBe(true);
  });

  test("createRedisStore() rejects while Redis is away, and works when it is back", async () => {
    const eager = createClient({
      url: server.url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: 20 },
    });
    eager.on("error", () => undefined);
    await eager.connect();
    const eagerStore = createRedisStore({ client: eager });
    const asked = request();
    expect((await eagerStore.claim(asked)).kind).toBe("claimed");
    await server.kill();
    await expect(Promise.resolve(eagerStore.claim(asked))).rejects.toThrow();
    await server.start();
    while (!eager.isReady) await sleep(20);
    expect((await eagerStore.claim(asked)).kind).toBe("busy");
    eager.destroy();
  });
});
