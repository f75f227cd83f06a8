// `--redis-url-env` with a real redis-server, and what goes wrong without one.
import { expect, test } from "vitest";
import {
  ANSWER,
  mustClaim,
  request,
} from "../../../tools/test-support/idempotency/store-helpers.ts";
import { findPort, startRedisServer } from "../../../tools/test-support/redis-server.mjs";
import { noProgram, skipTitle } from "../../../tools/test-support/skip-title.mjs";
import { openRedisStore } from "../src/commands/serve/open-redis-store.ts";

const noRedis = noProgram("redis-server");

const sleep = (milliseconds: number) => new Promise<void>((end) => setTimeout(end, milliseconds));

function parts(env: Record<string, string>) {
  const warnings: string[] = [];
  return {
    warnings,
    config: "hooks.json5",
    io: { env },
    warn: (message: string) => void warnings.push(message),
  };
}

test.each([[{}], [{ REDIS: " " }], [{ REDIS: "127.0.0.1:6379" }]])(
  "openRedisStore() fails if the variable is not a URL: %j",
  async (env) => {
    await expect(openRedisStore("REDIS", parts(env as Record<string, string>))).rejects.toThrow(
      "The environment variable REDIS has no URL of a Redis.",
    );
  },
);

test("openRedisStore() fails if no server answers, and prints no password", async () => {
  const url = `redis://user:pass-word@127.0.0.1:${await findPort()}`;
  const given = parts({ REDIS: url });
  const error = await openRedisStore("REDIS", given).catch((caught: unknown) => caught);
  expect(String(error)).toBe("CliError: The Redis of REDIS does not answer.");
  expect(JSON.stringify([error, given.warnings])).not.toContain("pass-word");
});

test.skipIf(noRedis !== undefined)(
  skipTitle(
    "openRedisStore() fails at once while Redis is away, says so once, and goes on",
    noRedis,
  ),
  async () => {
    const server = await startRedisServer();
    const given = parts({ REDIS: server.url });
    const { store, close } = await openRedisStore("REDIS", given);
    const asked = request();
    await store.complete(await mustClaim(store, asked), ANSWER);
    await server.kill();
    await expect(Promise.resolve(store.claim(asked))).rejects.toThrow();
    await server.start();
    while (given.warnings.length < 2) await sleep(20);
    expect(await store.claim(asked)).toEqual({ kind: "done", answer: ANSWER });
    expect(given.warnings).toEqual([
      "The Redis of REDIS cannot be reached; trying again.",
      "The Redis of REDIS is back.",
    ]);
    close();
    await server.stop();
  },
);
