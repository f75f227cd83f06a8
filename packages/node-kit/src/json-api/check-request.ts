// A request to the API → why it is refused before its route is looked at.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createHostTest, type HostNames } from "../host-names.ts";

/** An answer other than 2xx. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the body, beside `error`. */
  readonly more?: object;
}

/** Which requests a server answers, and what a refused client can do. */
export interface RequestRules extends HostNames {
  readonly token: string;
  readonly hints: {
    /** How to add a name to the names of this server. Absent: it has no others. */
    readonly host?: string;
    /** Where the token is. */
    readonly token: string;
  };
}

/** Which requests come from a page of this server, or from a program, and have the token. */
export function createRequestCheck({
  token,
  hints,
  ...names
}: RequestRules): (request: IncomingMessage) => Refusal | undefined {
  const isOwnHost = createHostTest(names);
  const hasToken = createTokenTest(token);
  const wrongHost = { ...WRONG_HOST, ...(hints.host !== undefined && { hint: hints.host }) };
  return (request) => {
    if (!isOwnHost(request)) return wrongHost;
    if (isForeign(request)) return FOREIGN_ORIGIN;
    if (!hasToken(request)) return { ...UNAUTHORIZED, hint: hints.token };
    return hasBody(request) && !isJson(request) ? NOT_JSON : undefined;
  };
}

const WRONG_HOST: Refusal = {
  status: 421,
  code: "wrong_host",
  message: "This server answers only its own addresses, localhost, and names that it was given.",
};

const FOREIGN_ORIGIN: Refusal = {
  status: 403,
  code: "foreign_origin",
  message: "Pages of another origin cannot use this API.",
};

const UNAUTHORIZED: Refusal = {
  status: 401,
  code: "unauthorized",
  message: "This request does not have the token of this start.",
  headers: { "www-authenticate": "Bearer" },
};

const NOT_JSON: Refusal = {
  status: 415,
  code: "not_json",
  message: "The body of a POST or PUT has the content-type application/json.",
};

/**
 * Attack: a page of another site, or of another port of this machine, sends a request in the browser of the operator.
 * The browser names where it comes from. `none` is an address that a person typed.
 */
function isForeign({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin, host } = headers;
  return origin !== undefined && !isOriginOf(origin, host ?? "");
}

/** The scheme is left out: behind a proxy with TLS, the page has `https`, and this server does not know. */
function isOriginOf(origin: string, host: string): boolean {
  const scheme = /^https?:/.exec(origin)?.[0];
  if (scheme === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === new URL(`${scheme}//${host}`).host;
}

/** Compares digests in constant time: how long it takes says nothing about the token, its length included. */
function createTokenTest(token: string): (request: IncomingMessage) => boolean {
  const expected = digestOf(token);
  return ({ headers }) => {
    const sent = /^Bearer (?<token>\S{1,200})$/i.exec(headers.authorization ?? "")?.groups;
    return timingSafeEqual(digestOf(sent?.["token"] ?? ""), expected);
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function hasBody({ method }: IncomingMessage): boolean {
  return method === "POST" || method === "PUT";
}

/** A form of another site can send only other types without asking first. */
function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}
