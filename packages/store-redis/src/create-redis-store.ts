// A Redis client → an idempotency store that several instances share.
import type {
  Claim,
  ClaimRequest,
  ClaimResult,
  IdempotencyStore,
  StoredAnswer,
} from "@hookwright/core/ingress";
import { createScript, hexDigest, type RedisCommands } from "./run-script.ts";
import { CLAIM, EXTEND, SETTLE } from "./scripts.ts";

/** Options of `createRedisStore`. */
export interface RedisStoreOptions {
  /** Connected or connecting. You own it: the store never closes it. */
  readonly client: RedisCommands;
  /** The prefix of all key names. Default: `hookwright:`. */
  readonly prefix?: string;
}

/**
 * Creates a store that several instances share. Every call is one script, so two instances never get the same
 * claim. A call rejects with the error of the client.
 *
 * @example
 * ```ts
 * import { createClient } from "@redis/client";
 * import { createRedisStore } from "@hookwright/store-redis";
 *
 * const client = createClient({ url: "redis://127.0.0.1:6379" });
 * client.on("error", console.error);
 * await client.connect();
 * const store = createRedisStore({ client });
 * ```
 */
export function createRedisStore(options: RedisStoreOptions): IdempotencyStore {
  const { client, prefix = "hookwright:" } = options;
  const claimKeys = createScript(client, CLAIM);
  const extendKeys = createScript(client, EXTEND);
  const settleKeys = createScript(client, SETTLE);

  const settle = async (claim: Claim, field: string, text: string): Promise<boolean> => {
    const times = claim.keys.map(({ ttlSeconds }) => milliseconds(ttlSeconds));
    const names = await namesOf(claim, prefix);
    return (await settleKeys(names, [claim.token, field, text, ...times])) === 1;
  };

  const take = async (request: ClaimRequest, token: string): Promise<ClaimResult> => {
    const { keys, claimSeconds } = request;
    const bodies = keys.map(({ fingerprint = "" }) => String(fingerprint));
    const args = [token, milliseconds(claimSeconds), ...bodies];
    return readClaim(await claimKeys(await namesOf(request, prefix), args), token);
  };

  return {
    async claim(request) {
      // Not a counter in Redis: Redis may lose it, and the token of a lost claim would become valid again.
      const token = crypto.randomUUID();
      try {
        return await take(request, token);
      } catch (error) {
        // The script may have run with only its answer lost: the claim would then block every retry.
        settle({ ...request, token }, "", "").catch(() => undefined);
        throw error;
      }
    },
    async extend(claim, claimSeconds) {
      const args = [claim.token, milliseconds(claimSeconds)];
      return (await extendKeys(await namesOf(claim, prefix), args)) === 1;
    },
    complete: (claim, answer) => settle(claim, "answer", JSON.stringify(answer)),
    release: (claim, progress) =>
      progress === undefined ? settle(claim, "", "") : settle(claim, "progress", progress),
  };
}

/** Redis accepts only integers. */
function milliseconds(seconds: number): string {
  return String(Math.ceil(seconds * 1_000));
}

/** Enough to prevent collisions, accidental or intended. */
const NAME_CHARACTERS = 40;

/**
 * Hashes, because a key may contain payload values. The braces put all keys of a scope into one cluster slot,
 * so that one script may use them together.
 */
async function namesOf(
  { scope, keys }: Pick<ClaimRequest, "scope" | "keys">,
  prefix: string,
): Promise<string[]> {
  const texts = [scope, ...keys.map(({ key }) => key)];
  const [tag, ...names] = await Promise.all(texts.map((text) => hexDigest("SHA-256", text)));
  return names.map((name) => `${prefix}{${short(tag)}}:${short(name)}`);
}

function short(digest = ""): string {
  return digest.slice(0, NAME_CHARACTERS);
}

function readClaim(reply: unknown, token: string): ClaimResult {
  const [kind, text] = Array.isArray(reply) ? reply.map(String) : [];
  switch (kind) {
    case "claimed":
      return text === undefined ? { kind, token } : { kind, token, progress: text };
    case "done":
      return { kind, answer: JSON.parse(text ?? "") as StoredAnswer };
    case "busy":
    case "conflict":
      return { kind };
    default:
      throw new Error("Redis gave an answer that is none of the script's.");
  }
}
