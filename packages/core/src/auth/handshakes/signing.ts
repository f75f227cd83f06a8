// Handshakes whose answer is made with a secret: they sign or hash a text that the sender chose.
import { readOwn } from "../../data/path.ts";
import { mapPromise } from "../../data/runtime.ts";
import { encodeBytes } from "../encode-bytes.ts";
import { type Handshake, jsonAnswer, signable } from "./handshake.ts";

export const X: Handshake = {
  methods: ["GET"],
  isSigned: false,
  signsText: true,
  answer({ query, config: { key } }) {
    const token = signable(query["crc_token"]);
    if (token === undefined || key === undefined) return undefined;
    return mapPromise(key.sign([token]), (hmac) =>
      jsonAnswer({ response_token: `sha256=${encodeBytes(hmac, "base64")}` }),
    );
  },
};

export const ZOOM: Handshake = {
  methods: ["POST"],
  isSigned: true,
  signsText: true,
  answer({ body, config: { key } }) {
    if (readOwn(body, "event") !== "endpoint.url_validation") return undefined;
    const plainToken = signable(readOwn(readOwn(body, "payload"), "plainToken"));
    if (plainToken === undefined || key === undefined) return undefined;
    return mapPromise(key.sign([plainToken]), (hmac) =>
      jsonAnswer({ plainToken, encryptedToken: encodeBytes(hmac, "hex") }),
    );
  },
};

export const LINKEDIN: Handshake = {
  methods: ["GET"],
  isSigned: false,
  signsText: true,
  answer({ query, config: { key } }) {
    const challengeCode = signable(query["challengeCode"]);
    if (challengeCode === undefined || key === undefined) return undefined;
    return mapPromise(key.sign([challengeCode]), (hmac) =>
      jsonAnswer({ challengeCode, challengeResponse: encodeBytes(hmac, "hex") }),
    );
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
