// The name of an environment variable with the URL of a Redis → the store in it, connected.
import type { IdempotencyStore } from "@hookwright/core/ingress";
import { createRedisStore } from "@hookwright/store-redis";
import { CliError } from "../../cli-error.ts";
import { findVariable } from "../../config/find-variable.ts";
import type { Io } from "../../io.ts";
import { requirePackages } from "../../require-packages.ts";

export interface OpenStore {
  readonly store: IdempotencyStore;
  readonly close: () => void;
}

export interface StoreParts {
  /** The path of the config: beside it is the .env file. */
  readonly config: string;
  readonly io: Pick<Io, "env" | "envFile">;
  readonly warn: (message: string) => void;
}

/** For the first connection: a wrong address should end the command instead of refusing every event. */
const CONNECT_MS = 5_000;

/** Between attempts to connect anew. */
const MIN_RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 1_000;

export async function openRedisStore(
  variable: string,
  { config, io, warn }: StoreParts,
): Promise<OpenStore> {
  const url = findVariable(variable, config, io)?.trim() ?? "";
  if (!/^rediss?:\/\/./.test(url)) {
    throw new CliError(`The environment variable ${variable} has no URL of a Redis.`, {
      hint: "Set it to redis://user:password@host:6379, or rediss:// with TLS.",
    });
  }
  await requirePackages(["@redis/client"]);
  const { createClient } = await import("@redis/client");
  const client = createClient({
    url,
    // Without a queue, senders get 503 at once instead of waiting for a connection.
    disableOfflineQueue: true,
    socket: {
      reconnectStrategy: (attempt: number) =>
        Math.min(MAX_RECONNECT_MS, MIN_RECONNECT_MS * 2 ** Math.min(attempt, 10)),
    },
  });
  let isDown = false;
  // The text of an error may contain the address with its password.
  client.on("error", () => {
    if (!isDown) warn(`The Redis of ${variable} cannot be reached; trying again.`);
    isDown = true;
  });
  client.on("ready", () => {
    if (isDown) warn(`The Redis of ${variable} is back.`);
    isDown = false;
  });
  if (!(await connects(client.connect()))) {
    client.destroy();
    throw new CliError(`The Redis of ${variable} does not answer.`, {
      hint: "Check its address and password, and that it runs.",
    });
  }
  return { store: createRedisStore({ client }), close: () => client.destroy() };
}

async function connects(connecting: Promise<unknown>): Promise<boolean> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timeout = setTimeout(resolve, CONNECT_MS, false);
  });
  const connected = connecting.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([connected, late]);
  clearTimeout(timeout);
  return result;
}
