// What a handshake is given and what it says: the request read when it is asked for, and answers in their forms.

import type { PromiseOrValue, QueryRecord } from "@hookwright/base";
import { parseJson, parseQuery, queryOf, readHeader } from "@hookwright/base";
import { decodeText } from "../build-signed.ts";
import type { AuthRequest, CryptoPort, HandshakeAnswer, SigningKey } from "../model.ts";

/** One vendor's way to check that a hook is ours. */
export interface Handshake {
  /** The methods of its requests. */
  readonly methods: readonly string[];
  /** Whether the vendor signs its request as it signs events: it is verified first. */
  readonly isSigned: boolean;
  /** Whether its answer is an HMAC of a text that the sender chose. */
  readonly signsText?: true;
  /** Undefined for every other request. */
  readonly answer: (request: HandshakeRequest) => PromiseOrValue<HandshakeAnswer | undefined>;
}

/** What the config says of a handshake. */
export interface HandshakeConfig {
  readonly verifyToken: string | undefined;
  readonly publicUrl: string | undefined;
  /** HMAC-SHA256 with the newest secret; undefined where there is none. */
  readonly key: SigningKey | undefined;
  /** The literal texts with which what the sender signs begins. */
  readonly signedPrefixes: readonly string[];
  readonly sha256: CryptoPort["sha256"];
}

/** Vendors send a few hundred bytes. A larger body is an event, and is not parsed twice. */
const MAX_BODY_BYTES = 8_192;

export class HandshakeRequest {
  readonly config: HandshakeConfig;
  readonly #request: AuthRequest;

  constructor(request: AuthRequest, config: HandshakeConfig) {
    this.config = config;
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
    const { body } = this.#request;
    if (body.length === 0 || body.length > MAX_BODY_BYTES) return undefined;
    const text = decodeText(body);
    const parsed = text === undefined ? undefined : parseJson(text, body);
    return parsed?.ok ? parsed.value : undefined;
  }
}

/** What an answer may repeat: 2 KB that every reader takes for the same text. */
const ECHO = /^[\x20-\x7e]{1,2048}$/;

export function echoable(value: unknown): string | undefined {
  return typeof value === "string" && ECHO.test(value) ? value : undefined;
}

/**
 * What an answer may sign or hash. JSON needs a brace, and signed parts are joined by colons: with
 * neither of them, no answer is the signature of an event in JSON.
 */
export const SIGNABLE: RegExp = /^[A-Za-z0-9._~+/=-]{1,512}$/;

export function signable(value: unknown): string | undefined {
  return typeof value === "string" && SIGNABLE.test(value) ? value : undefined;
}

const NO_SNIFF = { "x-content-type-options": "nosniff" };

/** Never as a page: what is repeated was written by whoever sent the request. */
export function textAnswer(body: string | undefined): HandshakeAnswer | undefined {
  if (body === undefined) return undefined;
  const headers = { "content-type": "text/plain; charset=utf-8", ...NO_SNIFF };
  return { status: 200, headers, body };
}

export function jsonAnswer(value: object): HandshakeAnswer {
  const headers = { "content-type": "application/json; charset=utf-8", ...NO_SNIFF };
  return { status: 200, headers, body: JSON.stringify(value) };
}
