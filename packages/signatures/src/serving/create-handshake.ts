// The name and secrets of a handshake → what answers its requests.
import {
  hasOwnKey,
  type Key,
  mapPromise,
  type PromiseOrValue,
  parseForm,
  parseJson,
  parseQuery,
  type QueryRecord,
  queryOf,
  readHeader,
  readOwn,
  readPath,
  tokenMatches,
} from "@hookwright/base";
import type {
  AuthRequest,
  CryptoPort,
  HandshakeAnswer,
  HandshakeName,
  RouteHandshake,
  SigningKey,
} from "../model.ts";
import { decodeUtf8, isForm } from "./build-signed.ts";
import { encodeBytes } from "./bytes.ts";
import { encodeText } from "./decode-key.ts";
import { sha1 } from "./sha1.ts";

/** Handshakes whose question is a field of a JSON body: most of their vendors sign them as they sign events. */
const SLACK: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer({ body }) {
    if (readOwn(body, "type") !== "url_verification") return undefined;
    return textAnswer(echoable(readOwn(body, "challenge")));
  },
};

const TWITCH: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer(request) {
    const type = request.header("twitch-eventsub-message-type");
    if (type !== "webhook_callback_verification") return undefined;
    return textAnswer(echoable(readOwn(request.body, "challenge")));
  },
};

/** Webhook events ask with type 0; interactions with type 1, which is the type of every event of the former. */
const DISCORD: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer({ body }) {
    const type = readOwn(body, "type");
    if (type === 0) return { status: 204, headers: {}, body: "" };
    return type === 1 && !hasOwnKey(body, "event") ? jsonAnswer({ type: 1 }) : undefined;
  },
};

/** The question has only this key, unlike every event of monday. */
const MONDAY: Handshake = {
  methods: ["POST"],
  isSigned: false,
  answer({ body }) {
    const challenge = echoable(readOwn(body, "challenge"));
    const isAlone = challenge !== undefined && Object.keys(body as object).length === 1;
    return isAlone ? jsonAnswer({ challenge }) : undefined;
  },
};

const FEISHU: Handshake = {
  methods: ["POST"],
  isSigned: false,
  needsToken: true,
  answer({ body }, { verifyToken = "" }) {
    const token = readOwn(body, "token");
    const challenge = echoable(readOwn(body, "challenge"));
    if (readOwn(body, "type") !== "url_verification" || challenge === undefined) return undefined;
    const isRight = typeof token === "string" && tokenMatches(token, verifyToken);
    return isRight ? jsonAnswer({ challenge }) : undefined;
  },
};

/** Facebook, Instagram and WhatsApp show the token that the operator typed in there. */
const META: Handshake = {
  methods: ["GET"],
  isSigned: false,
  needsToken: true,
  answer({ query }, { verifyToken = "" }) {
    const isRight = tokenMatches(query["hub.verify_token"] ?? "", verifyToken);
    if (query["hub.mode"] !== "subscribe" || !isRight) return undefined;
    return textAnswer(echoable(query["hub.challenge"]));
  },
};

/** A POST, with the text of the subscription's check in its query. */
const MICROSOFT_GRAPH: Handshake = {
  methods: ["POST"],
  isSigned: false,
  // SharePoint writes the same name in lower case.
  answer: ({ query }) => textAnswer(echoable(query["validationToken"] ?? query["validationtoken"])),
};

/** Also Nylas. */
const DROPBOX: Handshake = {
  methods: ["GET"],
  isSigned: false,
  answer: ({ query }) => textAnswer(echoable(query["challenge"])),
};

const OKTA: Handshake = {
  methods: ["GET"],
  isSigned: false,
  answer(request) {
    const verification = echoable(request.header("x-okta-verification-challenge"));
    return verification === undefined ? undefined : jsonAnswer({ verification });
  },
};

/** The request that checks a URL is signed as events are. */
const FRONT: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer: (request) => textAnswer(echoable(request.header("x-front-challenge"))),
};

/** Sent when a subscription is created or renewed. A request with an event needs more than an echo. */
const RINGCENTRAL: Handshake = {
  methods: ["POST"],
  isSigned: false,
  answer(request) {
    const token = echoable(request.header("validation-token"));
    if (token === undefined || hasOwnKey(request.body, "event")) return undefined;
    return { status: 200, headers: { "validation-token": token }, body: "" };
  },
};

/** Shows the token that the operator sent with the subscription, as Meta does, and wants JSON. */
const STRAVA: Handshake = {
  ...META,
  answer({ query }, { verifyToken = "" }) {
    const isRight = tokenMatches(query["hub.verify_token"] ?? "", verifyToken);
    const challenge = echoable(query["hub.challenge"]);
    if (query["hub.mode"] !== "subscribe" || !isRight || challenge === undefined) return undefined;
    return jsonAnswer({ "hub.challenge": challenge });
  },
};

const OURA: Handshake = {
  ...META,
  answer({ query }, { verifyToken = "" }) {
    const isRight = tokenMatches(query["verification_token"] ?? "", verifyToken);
    const challenge = echoable(query["challenge"]);
    return isRight && challenge !== undefined ? jsonAnswer({ challenge }) : undefined;
  },
};

/** Trello looks whether anything answers. */
const TRELLO: Handshake = {
  methods: ["HEAD"],
  isSigned: false,
  answer: () => EMPTY,
};

/** Mailchimp and Mandrill look in the same way, with whatever is in the URL that they were given. */
const PROBE: Handshake = {
  methods: ["GET", "HEAD"],
  isSigned: false,
  showsToken: true,
  answer: () => EMPTY,
};

const EMPTY: HandshakeAnswer = { status: 200, headers: {}, body: "" };

/** Sent unsigned when a webhook is saved, and again after failures. Nothing else is in such a form. */
const WOOCOMMERCE: Handshake = {
  methods: ["POST"],
  isSigned: false,
  answer: ({ text }) => (/^webhook_id=\d{1,20}$/.test(text ?? "") ? EMPTY : undefined),
};

/** A host name, or `*` for any. */
const ORIGIN = /^[A-Za-z0-9.*:/_-]{1,253}$/;

/** Event Grid asks by OPTIONS for events of the CloudEvents form, and by a POST for those of its own. */
const CLOUDEVENTS: Handshake = {
  methods: ["OPTIONS", "POST"],
  isSigned: false,
  answer(request) {
    if (request.method === "POST") return answerEventGrid(request.body);
    const origin = request.header("webhook-request-origin") ?? "";
    if (!ORIGIN.test(origin)) return undefined;
    // No limit of ours: the gates have their own.
    const rate = { "webhook-allowed-rate": "*" };
    const headers = { allow: "POST", "webhook-allowed-origin": origin, ...rate };
    return { status: 200, headers, body: "" };
  },
};

function answerEventGrid(body: unknown): ReturnType<Handshake["answer"]> {
  if (readPath(body, [0, "eventType"]) !== "Microsoft.EventGrid.SubscriptionValidationEvent") {
    return undefined;
  }
  const validationResponse = echoable(readPath(body, [0, "data", "validationCode"]));
  return validationResponse === undefined ? undefined : jsonAnswer({ validationResponse });
}

/** Handshakes whose answer is made with a secret: they sign or hash a text that the sender chose. */
const X: Handshake = {
  methods: ["GET"],
  isSigned: false,
  signsText: true,
  answer({ query }, config) {
    return signText(query["crc_token"], config, (_, hmac) => ({
      response_token: `sha256=${encodeBytes(hmac, "base64")}`,
    }));
  },
};

const ZOOM: Handshake = {
  methods: ["POST"],
  isSigned: true,
  signsText: true,
  answer({ body }, config) {
    if (readOwn(body, "event") !== "endpoint.url_validation") return undefined;
    const sent = readOwn(readOwn(body, "payload"), "plainToken");
    return signText(sent, config, (plainToken, hmac) => ({
      plainToken,
      encryptedToken: encodeBytes(hmac, "hex"),
    }));
  },
};

const LINKEDIN: Handshake = {
  methods: ["GET"],
  isSigned: false,
  signsText: true,
  answer({ query }, config) {
    return signText(query["challengeCode"], config, (challengeCode, hmac) => ({
      challengeCode,
      challengeResponse: encodeBytes(hmac, "hex"),
    }));
  },
};

/** Its page does not say that the question is signed. An event has braces, so that no answer is its signature. */
const SMARTCAR: Handshake = {
  methods: ["POST"],
  isSigned: false,
  signsText: true,
  answer({ body }, config) {
    const isOlder = readOwn(body, "eventName") === "verify";
    if (!isOlder && readOwn(body, "eventType") !== "VERIFY") return undefined;
    const sent = readOwn(readOwn(body, isOlder ? "payload" : "data"), "challenge");
    return signText(sent, config, (_, hmac) => ({ challenge: encodeBytes(hmac, "hex") }));
  },
};

/** What Braintree's own libraries sign. The base64 of an event is longer, and ends with a line feed. */
const BRAINTREE_CHALLENGE = /^[a-f\d]{20,32}$/;

/** The answer names the public key of the gateway: the config has it as the token. */
const BRAINTREE: Handshake = {
  methods: ["GET"],
  isSigned: false,
  signsText: true,
  signsBySha1: true,
  needsToken: true,
  answer({ query }, { verifyToken, key }) {
    const challenge = query["bt_challenge"] ?? "";
    if (!BRAINTREE_CHALLENGE.test(challenge) || key === undefined) return undefined;
    return mapPromise(key.sign([challenge]), (hmac) =>
      textAnswer(echoable(`${verifyToken}|${encodeBytes(hmac, "hex")}`)),
    );
  },
};

/** A plain hash: the token is after the text that the sender chose, and before a constant. */
const EBAY: Handshake = {
  methods: ["GET"],
  isSigned: false,
  needsToken: true,
  answer({ query }, { verifyToken = "", publicUrl, sha256 }) {
    const code = signable(query["challenge_code"]);
    if (code === undefined || verifyToken === "" || publicUrl === undefined) return undefined;
    return mapPromise(sha256([code, verifyToken, publicUrl]), (hash) =>
      jsonAnswer({ challengeResponse: encodeBytes(hash, "hex") }),
    );
  },
};

/**
 * Undefined for a text that is not plain, and for one that begins as what the sender signs: LinkedIn signs
 * `hmacsha256=` and the body, and `hmacsha256=` is an event with an empty body.
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
  woocommerce: WOOCOMMERCE,
  strava: STRAVA,
  smartcar: SMARTCAR,
  braintree: BRAINTREE,
  oura: OURA,
  probe: PROBE,
};

interface HandshakeSecrets {
  readonly crypto: CryptoPort;
  /** Newest first: the newest signs. */
  readonly secrets: readonly string[];
  readonly verifyToken: string | undefined;
  readonly publicUrl: string | undefined;
  /** The literal texts with which what the sender signs begins. */
  readonly signedPrefixes?: readonly string[];
}

/** Whether any caller gets the HMAC of its text. Handshakes of other vendors are signed themselves. */
export function signsForAnyone(name: HandshakeName | undefined): boolean {
  if (name === undefined) return false;
  const { signsText, isSigned } = HANDSHAKES[name];
  return signsText === true && !isSigned;
}

export function needsVerifyToken(name: HandshakeName): boolean {
  return HANDSHAKES[name].needsToken === true;
}

export function createHandshake(
  name: HandshakeName,
  { crypto, secrets, verifyToken, publicUrl, signedPrefixes = [] }: HandshakeSecrets,
): RouteHandshake {
  const handshake = HANDSHAKES[name];
  const [secret = ""] = secrets;
  const signs = handshake.signsText === true && secret !== "";
  const key = signs ? signingKey(handshake, secret, crypto) : undefined;
  const config = { verifyToken, publicUrl, key, signedPrefixes, sha256: crypto.sha256 };
  const { methods, isSigned, showsToken, answer } = handshake;
  return {
    name,
    methods,
    isSigned,
    ...(showsToken && { showsToken }),
    answer: (request) =>
      methods.includes(request.method) ? answer(new HandshakeRequest(request), config) : undefined,
    wouldSign: (parts) => key !== undefined && isSignable(parts),
  };
}

function signingKey({ signsBySha1 }: Handshake, secret: string, crypto: CryptoPort): SigningKey {
  const bytes = encodeText(secret);
  return signsBySha1 ? crypto.hmacKey("sha1", sha1(bytes)) : crypto.hmacKey("sha256", bytes);
}

/** Where an operator's own handshake reads its text, and where its answer has the text. */
export interface EchoRule {
  readonly from:
    | { readonly kind: "payload"; readonly path: readonly Key[] }
    | { readonly kind: "headers" | "query"; readonly name: string };
  readonly to: "json" | "text" | "header";
  /** The key of the JSON, or the header in lower case. */
  readonly as: string;
}

/**
 * A handshake that repeats a text of the request, within the limits of the built-in ones. It signs nothing, so its
 * answer has only what the sender has sent.
 */
export function createEcho({ from, to, as }: EchoRule): RouteHandshake {
  const methods = ECHO_METHODS[from.kind];
  return {
    name: "echo",
    methods,
    isSigned: false,
    answer(request) {
      if (!methods.includes(request.method)) return undefined;
      const text = echoable(readEcho(from, new HandshakeRequest(request)));
      if (text === undefined) return undefined;
      if (to === "text") return textAnswer(text);
      if (to === "json") return jsonAnswer({ [as]: text });
      return { status: 200, headers: { [as]: text, ...NO_SNIFF }, body: "" };
    },
    wouldSign: () => false,
  };
}

const ECHO_METHODS: Readonly<Record<EchoRule["from"]["kind"], readonly string[]>> = {
  payload: ["POST"],
  query: ["GET"],
  // Some senders show their header with a GET.
  headers: ["POST", "GET"],
};

function readEcho(from: EchoRule["from"], request: HandshakeRequest): unknown {
  if (from.kind === "payload") return readPath(request.body ?? request.form, from.path);
  return from.kind === "query" ? readOwn(request.query, from.name) : request.header(from.name);
}

/** More bytes cannot be signable text. */
const MAX_SIGNABLE_BYTES = 512;

/**
 * Prefixes are not checked: a text that the handshake refuses only for its prefix is not an event of a
 * vendor, either.
 */
export function isSignable(parts: readonly (string | Uint8Array)[]): boolean {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > MAX_SIGNABLE_BYTES) return false;
  const texts = parts.map((part) => (typeof part === "string" ? part : decodeUtf8(part)));
  return !texts.includes(undefined) && SIGNABLE.test(texts.join(""));
}

/** One vendor's way to check that a hook is ours. */
interface Handshake {
  /** The methods of its requests. */
  readonly methods: readonly string[];
  /** Whether the vendor signs its request as it signs events: it is verified first. */
  readonly isSigned: boolean;
  /** Whether its answer is an HMAC of a text that the sender chose. */
  readonly signsText?: true;
  /** Whether that is an HMAC-SHA1 whose key is the SHA-1 of the secret. Absent: HMAC-SHA256 under the secret. */
  readonly signsBySha1?: true;
  /** Whether its requests show the token of the hook, where the hook has one. */
  readonly showsToken?: true;
  /** Whether the sender shows or hashes a token that the operator typed in there. */
  readonly needsToken?: true;
  /** Undefined for every other request. */
  readonly answer: (
    request: HandshakeRequest,
    config: HandshakeConfig,
  ) => PromiseOrValue<HandshakeAnswer | undefined>;
}

/** What the config says of a handshake. */
interface HandshakeConfig {
  readonly verifyToken: string | undefined;
  readonly publicUrl: string | undefined;
  /** HMAC-SHA256 with the newest secret; undefined without one. */
  readonly key: SigningKey | undefined;
  /** The literal texts with which what the sender signs begins. */
  readonly signedPrefixes: readonly string[];
  readonly sha256: CryptoPort["sha256"];
}

/** Vendors send a few hundred bytes. A larger body is an event, and is not parsed twice. */
const MAX_BODY_BYTES = 8_192;

/** What a handshake is given: the request, read when it is asked for. */
class HandshakeRequest {
  readonly #request: AuthRequest;

  constructor(request: AuthRequest) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  header(name: string): string | undefined {
    return readHeader(this.#request.headers, name);
  }

  get query(): QueryRecord {
    return parseQuery(queryOf(this.#request.target));
  }

  /** Undefined for what is too large for a handshake, or is not JSON. */
  get body(): unknown {
    const { text } = this;
    const parsed = text === undefined ? undefined : parseJson(text, this.#request.body);
    return parsed?.ok ? parsed.value : undefined;
  }

  /** Undefined for what is too large for a handshake, or is not UTF-8. */
  get text(): string | undefined {
    const { body } = this.#request;
    return body.length === 0 || body.length > MAX_BODY_BYTES ? undefined : decodeUtf8(body);
  }

  /** Undefined for what is too large for a handshake, or is not a form. */
  get form(): unknown {
    const { body, headers } = this.#request;
    if (body.length > MAX_BODY_BYTES || !isForm(headers)) return undefined;
    return Object.fromEntries(parseForm(body) ?? []);
  }
}

/** What an answer may repeat: 2 KB that every reader takes for the same text. */
const ECHO = /^[\x20-\x7e]{1,2048}$/;

function echoable(value: unknown): string | undefined {
  return typeof value === "string" && ECHO.test(value) ? value : undefined;
}

/**
 * What an answer may sign or hash. JSON needs a brace, and signed parts are joined by colons: with
 * neither of them, no answer is the signature of an event in JSON.
 */
const SIGNABLE: RegExp = /^[A-Za-z0-9._~+/=-]{1,512}$/;

function signable(value: unknown): string | undefined {
  return typeof value === "string" && SIGNABLE.test(value) ? value : undefined;
}

const NO_SNIFF = { "x-content-type-options": "nosniff" };

/** Never as HTML: the sender of the request chose the text. */
function textAnswer(body: string | undefined): HandshakeAnswer | undefined {
  if (body === undefined) return undefined;
  const headers = { "content-type": "text/plain; charset=utf-8", ...NO_SNIFF };
  return { status: 200, headers, body };
}

function jsonAnswer(value: object): HandshakeAnswer {
  const headers = { "content-type": "application/json; charset=utf-8", ...NO_SNIFF };
  return { status: 200, headers, body: JSON.stringify(value) };
}
