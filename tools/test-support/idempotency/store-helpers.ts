// Requests, answers and claims for tests of stores of idempotency keys.
import type {
  Claim,
  ClaimRequest,
  ClaimResult,
  IdempotencyStore,
  StoredAnswer,
} from "../../../packages/core/src/serving/ingress/store.ts";

export interface StoreUnderTest {
  readonly store: () => IdempotencyStore;
  /** Lets the time of the store pass. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

export const SCOPE = "token orders";

let lastKey = 0;

/** Keys that no other test has: stores are shared, as in life. */
export function request(
  changes: Partial<ClaimRequest> & {
    readonly fingerprint?: number;
    readonly ttlSeconds?: number;
  } = {},
): ClaimRequest {
  lastKey += 1;
  const { fingerprint, ttlSeconds = 60, ...rest } = changes;
  const key = {
    key: `key:${lastKey}`,
    ttlSeconds,
    ...(fingerprint !== undefined && { fingerprint }),
  };
  return { scope: SCOPE, keys: [key], claimSeconds: 60, ...rest };
}

export const ANSWER: StoredAnswer = {
  status: 202,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: '{"ok":true,"runId":"ä\u2028"}',
  runId: "run-1",
};

export async function mustClaim(store: IdempotencyStore, asked: ClaimRequest): Promise<Claim> {
  const result = await store.claim(asked);
  if (result.kind !== "claimed") throw new Error(`not claimed: ${JSON.stringify(result)}`);
  return { scope: asked.scope, keys: asked.keys, token: result.token };
}

/** Without the token, which is the store's own. */
export async function kindOf(
  store: IdempotencyStore,
  asked: ClaimRequest,
): Promise<ClaimResult["kind"]> {
  return (await store.claim(asked)).kind;
}
