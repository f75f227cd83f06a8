// Handshakes whose answer is made with a secret: they sign or hash a text that the sender chose.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise, readOwn } from "@hookwright/base";
import { encodeBytes } from "../encode-bytes.ts";
import type { HandshakeAnswer } from "../model.ts";
import { type Handshake, type HandshakeConfig, jsonAnswer, signable } from "./handshake.ts";

export const X: Handshake = {
  methods: ["GET"],
  isSigned: false,
  signsText: true,
  answer({ query, config }) {
    return signText(query["crc_token"], config, (_, hmac) => ({
      response_token: `sha256=${encodeBytes(hmac, "base64")}`,
    }));
  },
};

export const ZOOM: Handshake = {
  methods: ["POST"],
  isSigned: true,
  signsText: true,
  answer({ body, config }) {
    if (readOwn(body, "event") !== "endpoint.url_validation") return undefined;
    const sent = readOwn(readOwn(body, "payload"), "plainToken");
    return signText(sent, config, (plainToken, hmac) => ({
      plainToken,
      encryptedToken: encodeBytes(hmac, "hex"),
    }));
  },
};

export const LINKEDIN: Handshake = {
  methods: ["GET"],
  isSigned: false,
  signsText: true,
  answer({ query, config }) {
    return signText(query["challengeCode"], config, (challengeCode, hmac) => ({
      challengeCode,
      challengeResponse: encodeBytes(hmac, "hex"),
    }));
  },
};

/** A plain hash: the token stands behind the text that the sender chose, and before a constant. */
export const EBAY: Handshake = {
  methods: ["GET"],
  isSigned: false,
  answer({ query, config: { verifyToken = "", publicUrl, sha256 } }) {
    const code = signable(query["challenge_code"]);
    if (code === undefined || verifyToken === "" || publicUrl === undefined) return undefined;
    return mapPromise(sha256([code, verifyToken, publicUrl]), (hash) =>
      jsonAnswer({ challengeResponse: encodeBytes(hash, "hex") }),
    );
  },
};

/**
 * Undefined for a text that is not plain, and for one that begins as what the sender signs: LinkedIn signs
 * `hmacsha256=` and the body, and `hmacsha256=` alone is an event with an empty body.
 */
function signText(
  sent: unknown,
  { key, signedPrefixes }: HandshakeConfig,
  answer: (text: string, hmac: Uint8Array) => object,
): PromiseOrValue<HandshakeAnswer | undefined> {
  const text = signable(sent);
  if (text === undefined || key === undefined) return undefined;
  if (signedPrefixes.some((prefix) => text.startsWith(prefix))) return undefined;
  return mapPromise(key.sign([text]), (hmac) => jsonAnswer(answer(text, hmac)));
}
