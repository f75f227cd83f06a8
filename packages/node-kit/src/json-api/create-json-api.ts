// Routes and a token → the handler of an HTTP API in JSON, for pages and programs on this machine.
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestCheck, type Refusal, type RequestRules } from "./check-request.ts";
import { type InputOf, type InputRules, readBody, readInput, readQuery } from "./read-input.ts";

/** A method, a path and its answer. */
export interface JsonRoute {
  readonly method: "GET" | "POST" | "PUT";
  /** The segments after `/api/`; `:id` matches any text. */
  readonly path: readonly string[];
  /** The query of a GET, else the body. */
  readonly input: InputRules;
  /** Of the body. Default: 512 KiB. */
  readonly maxBodyBytes?: number;
  /** Undefined: what the path names does not exist. */
  readonly answer: (call: JsonCall<InputRules>) => Promise<JsonAnswer | undefined>;
}

/** What a request asks a route. */
export interface JsonCall<Rules> {
  /** The text that `:id` matched; empty if the path has none. */
  readonly id: string;
  readonly input: InputOf<Rules>;
  /** For a route that answers by itself, with `STREAMED`. */
  readonly response: ServerResponse;
}

/** An object is answered as it is, with 200. */
export type JsonAnswer =
  | { readonly kind: "body"; readonly body: object }
  | { readonly kind: "refusal"; readonly refusal: Refusal }
  | typeof STREAMED;

/** The route has begun its answer. */
export const STREAMED = { kind: "streamed" } as const;

/** Who may use an API, and what it has. */
interface JsonApiOptions extends RequestRules {
  readonly routes: readonly JsonRoute[];
  /** What an error of a route says to its client. Undefined: only that something failed, and `warn` gets the rest. */
  readonly refusalOf?: (error: Error) => Refusal | undefined;
  /** Gets what failed inside, one line each. */
  readonly warn: (message: string) => void;
}

const TOKEN_BYTES = 32;

/** 32 random bytes as base64url. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** A browser that opens an answer as a page runs nothing of it, and no other page can show or read it. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Answers requests whose path is `/api` or begins with `/api/`, after it has checked where they come from. */
export function createJsonApi(
  options: JsonApiOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { routes, refusalOf = () => undefined, warn } = options;
  const check = createRequestCheck(options);
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<JsonAnswer> => {
    const refused = check(request);
    if (refused !== undefined) return { kind: "refusal", refusal: refused };
    const found = await readCall(request, routes);
    if ("status" in found) return { kind: "refusal", refusal: found };
    const { route, id, input } = found;
    return (await route.answer({ id, input, response })) ?? { kind: "refusal", refusal: NOT_FOUND };
  };
  return (request, response) => {
    answer(request, response)
      .catch((error: Error): JsonAnswer => {
        const refusal = refusalOf(error);
        if (refusal !== undefined) return { kind: "refusal", refusal };
        // The client went away while it sent its body.
        if (response.destroyed) return STREAMED;
        warn(`The API failed: ${error.message}`);
        return { kind: "refusal", refusal: FAILED };
      })
      .then((result) => {
        if (result.kind !== "streamed") send(response, result);
      })
      .catch(() => response.destroy());
  };
}

interface ReadCall {
  readonly route: JsonRoute;
  readonly id: string;
  readonly input: InputOf<InputRules>;
}

async function readCall(
  request: IncomingMessage,
  routes: readonly JsonRoute[],
): Promise<ReadCall | Refusal> {
  const found = findRoute(request, routes);
  if ("status" in found) return found;
  const { method, input, maxBodyBytes } = found.route;
  const sent = method === "GET" ? readQuery(request) : await readBody(request, maxBodyBytes);
  const read = sent.ok ? readInput(sent.value, input) : sent;
  return read.ok ? { ...found, input: read.value } : read.refusal;
}

function findRoute(
  { method, url = "" }: IncomingMessage,
  routes: readonly JsonRoute[],
): Omit<ReadCall, "input"> | Refusal {
  const segments = readSegments(url);
  const there = routes.filter(({ path }) => isAt(path, segments));
  const route = there.find((one) => one.method === method);
  if (route !== undefined) return { route, id: segments[route.path.indexOf(":id")] ?? "" };
  if (there.length === 0) return NOT_FOUND;
  return { ...WRONG_METHOD, headers: { allow: there.map((one) => one.method).join(", ") } };
}

function isAt(path: readonly string[], segments: readonly string[]): boolean {
  return (
    path.length === segments.length &&
    path.every((part, at) => part === ":id" || part === segments[at])
  );
}

/** What follows `/api/`; nothing if the path is another one, or is not text. */
function readSegments(url: string): readonly string[] {
  const [path = ""] = url.split("?");
  const [, first, ...rest] = path.split("/");
  if (first !== "api") return [];
  try {
    return rest.map(decodeURIComponent);
  } catch {
    return [];
  }
}

const NOT_FOUND: Refusal = {
  status: 404,
  code: "not_found",
  message: "There is no such route, or nothing with this id.",
};

const WRONG_METHOD: Refusal = {
  status: 405,
  code: "wrong_method",
  message: "This route has another method.",
};

const FAILED: Refusal = {
  status: 500,
  code: "failed",
  message: "The server could not answer.",
  hint: "Its log says why.",
};

/** Every answer other than 2xx. */
interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

function send(response: ServerResponse, answer: Exclude<JsonAnswer, typeof STREAMED>): void {
  // The client went away, or a stream was cut off.
  if (response.headersSent) return;
  const { status, headers, value } =
    answer.kind === "body"
      ? { status: 200, headers: {}, value: answer.body }
      : { headers: {}, ...answer.refusal, value: errorOf(answer.refusal) };
  const body = JSON.stringify(value);
  response.writeHead(status, {
    ...API_HEADERS,
    ...headers,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

function errorOf({ code, message, hint, more }: Refusal): ErrorBody {
  return { ...more, error: { code, message, ...(hint !== undefined && { hint }) } };
}
