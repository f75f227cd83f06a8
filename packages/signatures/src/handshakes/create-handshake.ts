// The name and secrets of a handshake → what answers its requests.

import { decodeText } from "../build-signed.ts";
import { encodeText } from "../decode-key.ts";
import type { CryptoPort, HandshakeName, RouteHandshake } from "../model.ts";
import { DISCORD, FEISHU, MONDAY, SLACK, TWITCH } from "./by-body.ts";
import {
  CLOUDEVENTS,
  DROPBOX,
  FRONT,
  META,
  MICROSOFT_GRAPH,
  OKTA,
  RINGCENTRAL,
  TRELLO,
} from "./by-url.ts";
import { type Handshake, HandshakeRequest, SIGNABLE } from "./handshake.ts";
import { EBAY, LINKEDIN, X, ZOOM } from "./signing.ts";

export const HANDSHAKES: Readonly<Record<HandshakeName, Handshake>> = {
  slack: SLACK,
  meta: META,
  zoom: ZOOM,
  x: X,
  "microsoft-graph": MICROSOFT_GRAPH,
  dropbox: DROPBOX,
  discord: DISCORD,
  twitch: TWITCH,
  monday: MONDAY,
  okta: OKTA,
  trello: TRELLO,
  ebay: EBAY,
  linkedin: LINKEDIN,
  feishu: FEISHU,
  cloudevents: CLOUDEVENTS,
  front: FRONT,
  ringcentral: RINGCENTRAL,
};

export interface HandshakeSecrets {
  readonly crypto: CryptoPort;
  /** Newest first: the newest signs. */
  readonly secrets: readonly string[];
  readonly verifyToken: string | undefined;
  readonly publicUrl: string | undefined;
  /** The literal texts with which what the sender signs begins. */
  readonly signedPrefixes?: readonly string[];
}

/** Whether it gives everybody the HMAC of a text of theirs: requests of some vendors are signed themselves. */
export function signsForAnybody(name: HandshakeName | undefined): boolean {
  if (name === undefined) return false;
  const { signsText, isSigned } = HANDSHAKES[name];
  return signsText === true && !isSigned;
}

export function createHandshake(
  name: HandshakeName,
  { crypto, secrets, verifyToken, publicUrl, signedPrefixes = [] }: HandshakeSecrets,
): RouteHandshake {
  const { methods, isSigned, signsText, answer } = HANDSHAKES[name];
  const [secret = ""] = secrets;
  const signs = signsText === true && secret !== "";
  const key = signs ? crypto.hmacKey("sha256", encodeText(secret)) : undefined;
  const config = { verifyToken, publicUrl, key, signedPrefixes, sha256: crypto.sha256 };
  return {
    name,
    methods,
    isSigned,
    answer: (request) =>
      methods.includes(request.method) ? answer(new HandshakeRequest(request, config)) : undefined,
    wouldSign: (parts) => signs && isSignable(parts),
  };
}

/** More bytes cannot be signable text. */
const MAX_SIGNABLE_BYTES = 512;

/**
 * Prefixes are not looked at: a text that the handshake refuses for its prefix alone is no event of a
 * vendor either.
 */
function isSignable(parts: readonly (string | Uint8Array)[]): boolean {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > MAX_SIGNABLE_BYTES) return false;
  const texts = parts.map((part) => (typeof part === "string" ? part : decodeText(part)));
  return !texts.includes(undefined) && SIGNABLE.test(texts.join(""));
}
