// A plan of an `auth` → an `auth` that refuses every request. A page gets none, so build.mjs puts this in the place of
// `@hookwright/signatures/runtime`: the code that verifies is 17 kB of the worker.
import { secretsOfPlan } from "@hookwright/signatures/plan";
import type {
  AuthPlan,
  AuthPorts,
  CryptoPort,
  LinkAuthResult,
} from "@hookwright/signatures/runtime";

export { secretsOfPlan };

/** Keys of an `auth` whose values may be short. */
const OPEN: ReadonlySet<unknown> = new Set(["publicKey", "user", "verifyToken"]);

/** Reads each secret, so that the core reports a literal one. Whether it has the form of a key is not checked. */
export function linkAuth(plan: AuthPlan, { readSecret }: AuthPorts): LinkAuthResult {
  for (const { at, secret } of secretsOfPlan(plan)) {
    readSecret(secret, { at, form: at.some((key) => OPEN.has(key)) ? "publicKey" : "token" });
  }
  const { id, kind, orToken, provider, delivery, secretPlaces } = plan;
  const facts = { id, kind, orToken, provider, delivery, secretPlaces };
  const auth = { ...facts, needsBody: false, check: () => ({ ok: false, code: REFUSED }) as const };
  return { ok: true, problems: [], auth };
}

const REFUSED = "signature_wrong";

/** Nothing is hashed or verified. */
export const createWebCrypto = (): CryptoPort => ({}) as CryptoPort;

export const encodeBytes = (): string => "";
