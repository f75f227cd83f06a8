// The keys of identity tokens: the list that verifiers fetch, and the tokens that Pub/Sub adds to its posts.
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { type FakeAnswer, ok } from "../http/answer.ts";
import type { World } from "../world.ts";
import type { SigningKey } from "./state.ts";

/** Google lists the previous key, too. */
const LISTED_KEYS = 2;
const LIFETIME_SECONDS = 3_600;

export function listKeys(world: World): FakeAnswer {
  newestKey(world);
  const keys = world.oauth.signingKeys.slice(-LISTED_KEYS).map(({ kid, publicKey }) => ({
    ...publicKey.export({ format: "jwk" }),
    kid,
    alg: "RS256",
    use: "sig",
  }));
  return { ...ok({ keys }), headers: { "cache-control": "public, max-age=1, must-revalidate" } };
}

/** Later tokens are signed with a new key; tokens of the key before the previous one are refused. */
export function rotateKeys(world: World): SigningKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = `fake-key-${world.oauth.signingKeys.length + 1}`;
  const key = { kid, privateKey, publicKey: createPublicKey(privateKey) };
  world.oauth.signingKeys.push(key);
  return key;
}

export interface IdentityOptions {
  readonly email: string;
  readonly audience: string;
  /** Changes or removes claims, for tests of refusals. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export function signIdentity(world: World, { email, audience, claims }: IdentityOptions): string {
  const { kid, privateKey } = newestKey(world);
  const iat = Math.floor(world.clock.now() / 1_000);
  const subject = "113774264463038321964";
  const all = {
    aud: audience,
    azp: subject,
    email,
    email_verified: true,
    exp: iat + LIFETIME_SECONDS,
    iat,
    iss: "https://accounts.google.com",
    sub: subject,
    ...claims,
  };
  const text = [{ alg: "RS256", kid, typ: "JWT" }, all]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** The first key is created when it is needed: that takes a tenth of a second. */
function newestKey(world: World): SigningKey {
  return world.oauth.signingKeys.at(-1) ?? rotateKeys(world);
}
