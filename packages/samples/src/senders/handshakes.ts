// The handshakes of vendors: what is known of a hook → the request by which each asks whether it is ours.

import { createHash, createHmac } from "node:crypto";
import type { HandshakeName } from "@hookwright/core";

/** What is known of the hook. */
export interface HandshakeContext {
  /** Unpredictable, in letters, digits and hyphens. */
  readonly challenge: string;
  /** Empty where none was named. */
  readonly secret: string;
  readonly verifyToken: string;
  readonly publicUrl: string;
}

/** A request that asks whether a hook is ours, and which answer is right. */
export interface Handshake {
  readonly method: "POST" | "GET" | "HEAD" | "OPTIONS";
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON; a text is a form. */
  readonly body?: object | string;
  /** Whether the vendor signs it as it signs events. */
  readonly isSigned?: true;
  /** Whether it shows the token of the hook, where the hook has one. */
  readonly showsToken?: true;
  /** What the prober must know. */
  readonly needs?: "secret" | "verifyToken";
  /** Of an answer of 2xx. */
  readonly isRight: (answer: HandshakeAnswer) => boolean;
}

interface HandshakeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const hmac = (secret: string, text: string, encoding: "hex" | "base64") =>
  createHmac("sha256", secret).update(text).digest(encoding);

function field(body: string, name: string): unknown {
  try {
    return (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
}

/** The handshakes of vendors: the request by which each asks whether a hook is ours, and whether an answer is right. */
export const HANDSHAKES: Readonly<Record<HandshakeName, (context: HandshakeContext) => Handshake>> =
  {
    slack: ({ challenge }) => ({
      method: "POST",
      isSigned: true,
      body: { token: "unused", challenge, type: "url_verification" },
      isRight: ({ body }) => body === challenge || field(body, "challenge") === challenge,
    }),
    meta: ({ challenge, verifyToken }) => ({
      method: "GET",
      needs: "verifyToken",
      query: {
        "hub.mode": "subscribe",
        "hub.verify_token": verifyToken,
        "hub.challenge": challenge,
      },
      isRight: ({ body }) => body === challenge,
    }),
    zoom: ({ challenge, secret }) => ({
      method: "POST",
      isSigned: true,
      needs: "secret",
      body: {
        event: "endpoint.url_validation",
        event_ts: 0,
        payload: { plainToken: challenge },
      },
      isRight: ({ body }) => field(body, "encryptedToken") === hmac(secret, challenge, "hex"),
    }),
    x: ({ challenge, secret }) => ({
      method: "GET",
      needs: "secret",
      query: { crc_token: challenge },
      isRight: ({ body }) =>
        field(body, "response_token") === `sha256=${hmac(secret, challenge, "base64")}`,
    }),
    "microsoft-graph": ({ challenge }) => ({
      method: "POST",
      query: { validationToken: challenge },
      isRight: ({ body }) => body === challenge,
    }),
    dropbox: ({ challenge }) => ({
      method: "GET",
      query: { challenge },
      isRight: ({ body }) => body === challenge,
    }),
    discord: () => ({
      method: "POST",
      isSigned: true,
      body: { version: 1, application_id: "1", type: 0 },
      isRight: ({ status }) => status === 204,
    }),
    twitch: ({ challenge }) => ({
      method: "POST",
      isSigned: true,
      headers: { "twitch-eventsub-message-type": "webhook_callback_verification" },
      body: {
        challenge,
        subscription: { id: "1", status: "webhook_callback_verification_pending" },
      },
      isRight: ({ body }) => body === challenge,
    }),
    monday: ({ challenge }) => ({
      method: "POST",
      body: { challenge },
      isRight: ({ body }) => field(body, "challenge") === challenge,
    }),
    okta: ({ challenge }) => ({
      method: "GET",
      headers: { "x-okta-verification-challenge": challenge },
      isRight: ({ body }) => field(body, "verification") === challenge,
    }),
    trello: () => ({ method: "HEAD", isRight: ({ status }) => status === 200 }),
    ebay: ({ challenge, verifyToken, publicUrl }) => ({
      method: "GET",
      needs: "verifyToken",
      query: { challenge_code: challenge },
      isRight: ({ body }) =>
        field(body, "challengeResponse") ===
        createHash("sha256").update(challenge).update(verifyToken).update(publicUrl).digest("hex"),
    }),
    linkedin: ({ challenge, secret }) => ({
      method: "GET",
      needs: "secret",
      query: { challengeCode: challenge },
      isRight: ({ body }) => field(body, "challengeResponse") === hmac(secret, challenge, "hex"),
    }),
    feishu: ({ challenge, verifyToken }) => ({
      method: "POST",
      needs: "verifyToken",
      body: { challenge, token: verifyToken, type: "url_verification" },
      isRight: ({ body }) => field(body, "challenge") === challenge,
    }),
    front: ({ challenge }) => ({
      method: "POST",
      isSigned: true,
      headers: { "x-front-challenge": challenge },
      body: { type: "sync" },
      isRight: ({ body }) => body === challenge,
    }),
    ringcentral: ({ challenge }) => ({
      method: "POST",
      headers: { "validation-token": challenge },
      body: {},
      isRight: ({ headers }) => headers.get("validation-token") === challenge,
    }),
    strava: ({ challenge, verifyToken }) => ({
      method: "GET",
      needs: "verifyToken",
      query: {
        "hub.mode": "subscribe",
        "hub.verify_token": verifyToken,
        "hub.challenge": challenge,
      },
      isRight: ({ body }) => field(body, "hub.challenge") === challenge,
    }),
    smartcar: ({ challenge, secret }) => ({
      method: "POST",
      needs: "secret",
      body: { eventId: "1", eventType: "VERIFY", data: { challenge } },
      isRight: ({ body }) => field(body, "challenge") === hmac(secret, challenge, "hex"),
    }),
    braintree: ({ challenge, secret, verifyToken }) => {
      const asked = createHash("sha256").update(challenge).digest("hex").slice(0, 32);
      const key = createHash("sha1").update(secret).digest();
      const answer = createHmac("sha1", key).update(asked).digest("hex");
      return {
        method: "GET",
        needs: "secret",
        query: { bt_challenge: asked },
        isRight: ({ body }) => body === `${verifyToken}|${answer}`,
      };
    },
    oura: ({ challenge, verifyToken }) => ({
      method: "GET",
      needs: "verifyToken",
      query: { verification_token: verifyToken, challenge },
      isRight: ({ body }) => field(body, "challenge") === challenge,
    }),
    woocommerce: () => ({
      method: "POST",
      body: "webhook_id=2",
      isRight: ({ status, body }) => status === 200 && body === "",
    }),
    probe: () => ({
      method: "GET",
      showsToken: true,
      isRight: ({ status, body }) => status === 200 && body === "",
    }),
    cloudevents: () => ({
      method: "OPTIONS",
      headers: { "webhook-request-origin": "eventgrid.azure.net" },
      isRight: ({ headers }) => headers.get("webhook-allowed-origin") === "eventgrid.azure.net",
    }),
  };
