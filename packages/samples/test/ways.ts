// The ways in which the providers' samples can be proved, with keys made for tests.
import { createNodeCrypto } from "@hookwright/config";
import type { Provider, SignatureScheme } from "@hookwright/core";
import type { SenderScheme } from "@hookwright/signatures";
import type { Proof } from "../src/senders/build-sample.ts";
import { createKey, publicKeyText, readPrivateKey, signWith } from "../src/senders/private-key.ts";

export const crypto = createNodeCrypto();
export const publicUrl = "https://hooks.example.com/hooks/x";
const SECRETS: Readonly<Record<string, string>> = {
  utf8: "a-secret-of-more-than-16-bytes",
  base64: Buffer.alloc(32, 7).toString("base64"),
  hex: Buffer.alloc(32, 7).toString("hex"),
  sha1: "a-secret-of-more-than-16-bytes",
  whsec: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
};

export interface Way {
  readonly proof: Proof;
  /** What the auth of the mapping has. */
  readonly auth: object;
}

export function waysOf({ signatures = [], token: place, jwt, message }: Provider): readonly Way[] {
  const inside = jwt ?? message;
  const schemes = [
    ...signatures.map((scheme) => wayOf(scheme)),
    ...(inside === undefined ? [] : [insideWay(inside)]),
  ];
  const token = "user:a-token-of-more-than-16-bytes";
  return place === undefined
    ? schemes
    : [...schemes, { proof: { kind: "token", token, place }, auth: { token } }];
}

function insideWay(scheme: Exclude<SenderScheme, SignatureScheme>): Way {
  const secret = SECRETS[scheme === "adyen" ? "hex" : "utf8"] as string;
  return { proof: { kind: "signature", key: secret, scheme }, auth: { secret } };
}

function wayOf(scheme: SignatureScheme): Way {
  if (scheme.scheme === "hmac") {
    const secret = SECRETS[scheme.key] as string;
    return { proof: { kind: "signature", key: secret, scheme }, auth: { secret } };
  }
  const key = readPrivateKey(createKey(scheme), scheme);
  const publicKey = publicKeyText(key, scheme);
  return { proof: { kind: "signature", key: signWith(key, scheme), scheme }, auth: { publicKey } };
}
