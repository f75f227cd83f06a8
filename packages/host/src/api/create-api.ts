// The operator's functions of a host → an HTTP API for pages and programs on this machine.
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HostNames } from "@hookwright/node-kit/host-names";
import {
  createRemoteOperate,
  findOperation,
  kindOfOperation,
  type Operated,
} from "../operate/operations.ts";
import type { About, ApiError } from "./answers.ts";
import { createChangeStream, type StreamedChange } from "./change-stream.ts";
import { createRequestCheck, type Refusal } from "./check-request.ts";
import { type InputOf, type InputRules, readBody, readInput, readQuery } from "./read-input.ts";
import { ROUTES, type Route } from "./routes.ts";

/** What the API is about, and who may use it. */
export interface ApiOptions extends HostNames {
  /** Shown by `GET /api/about`: the name of the config's file, and the version of the program. */
  readonly config: string;
  readonly version: string;
  /** Default: false, so that every operation is refused that changes something. */
  readonly allowWrite?: boolean;
  /** Whether the live requests have their events. Default: false. */
  readonly hasEvents?: boolean;
  /** Gets what failed inside, one line each. The client gets only that something failed. */
  readonly warn: (message: string) => void;
  /** How often a stream without changes gives a sign of life, in milliseconds. Default: 15,000. */
  readonly aliveEveryMs?: number;
}

/** The API of one start of a host. */
export interface Api {
  /** 32 random bytes as base64url: every request has to send it. Another one at each start. */
  readonly token: string;
  /** Answers a request whose path is `/api` or begins with `/api/`. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** For each record of the host, of the ingress and of a reload: goes to all streams. */
  readonly publish: (change: StreamedChange) => void;
  /** Ends the streams. */
  readonly close: () => void;
}

const TOKEN_BYTES = 32;

/** A browser that opens an answer as a page runs nothing of it, and no other page can show or read it. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * Serves what the commands of an operator show and change, from the same functions as the socket. Parts that are left out
 * answer 404. The handler checks
 * `Host`, `Origin`, `Sec-Fetch-Site` and the token itself, so it can be part of any server on this machine.
 *
 * @example
 * ```ts
 * const api = createApi(host, { host: "127.0.0.1", config: "hooks.json5", version: "1.0.0", warn: console.warn });
 * const server = createServer(api.handle).listen(9090, "127.0.0.1");
 * console.log(`Authorization: Bearer ${api.token}`);
 * ```
 */
export function createApi(operated: Partial<Operated>, options: ApiOptions): Api {
  const { config, version, allowWrite = false, hasEvents = false, warn, aliveEveryMs } = options;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const check = createRequestCheck({ ...options, token });
  const stream = createChangeStream({
    headers: HEADERS,
    ...(aliveEveryMs !== undefined && { aliveEveryMs }),
  });
  const operate = createRemoteOperate(async (group, name, args) => {
    if (!allowWrite && kindOfOperation(group, name) === "change") throw new RefusedError(READ_ONLY);
    const operation = findOperation(operated, group, name);
    if (operation === undefined) throw new RefusedError(NOT_SERVED);
    return operation(...args);
  });
  const isLive = operated.live !== undefined;
  const about = (): About => ({
    version,
    mode: modeOf(operated),
    config,
    features: [
      ...(allowWrite ? ["write" as const] : []),
      ...(isLive ? ["live" as const] : []),
      ...(isLive && hasEvents ? ["events" as const] : []),
    ],
    start: stream.start,
    now: Date.now(),
  });

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answer | Refusal | undefined> => {
    const found = check(request) ?? (await readCall(request));
    if ("status" in found) return found;
    const { route, id, input } = found;
    if (route === ABOUT) return { status: 200, body: about() };
    if (route !== STREAM) return answerOf(await route.answer({ operate, id, input }));
    const { since } = input as { readonly since?: string };
    return stream.open(response, since) ? undefined : TOO_MANY_STREAMS;
  };

  return {
    token,
    publish: stream.publish,
    close: stream.close,
    handle: (request, response) => {
      answer(request, response)
        .catch((error: Error & { readonly code?: string }) => {
          if (error instanceof RefusedError) return error.refusal;
          if (error.code === "cursor_invalid") return CURSOR_INVALID;
          // The client went away while it sent its body.
          if (response.destroyed) return undefined;
          warn(`The API failed: ${error.message}`);
          return FAILED;
        })
        .then((result) => {
          if (result !== undefined) send(response, result);
        })
        .catch(() => response.destroy());
    },
  };
}

function modeOf({ live, runs }: Partial<Operated>): About["mode"] {
  if (live === undefined) return "operate";
  return runs === undefined ? "playground" : "both";
}

/** The client may not call this operation. */
class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const READ_ONLY: Refusal = {
  status: 403,
  code: "read_only",
  message: "This API only reads.",
  hint: "Start `hookwright serve` with --admin-write to allow changes.",
};

const NOT_SERVED: Refusal = {
  status: 404,
  code: "not_found",
  message: "This server does not have what this route shows.",
  hint: "Runs and deliveries need `serve --dispatch host`; live requests need `serve --studio`.",
};

interface Answer {
  readonly status: 200;
  readonly body: object;
}

const nothing = async (): Promise<undefined> => undefined;

/** What no function of an operator answers. */
const ABOUT: Route = { method: "GET", path: ["about"], input: {}, answer: nothing };

const STREAM: Route = {
  method: "GET",
  path: ["stream"],
  input: { since: "text" },
  answer: nothing,
};

const ALL: readonly Route[] = [ABOUT, STREAM, ...ROUTES];

interface ReadCall {
  readonly route: Route;
  /** The text that `:id` matched; empty if the path has none. */
  readonly id: string;
  readonly input: InputOf<InputRules>;
}

async function readCall(request: IncomingMessage): Promise<ReadCall | Refusal> {
  const found = findRoute(request);
  if ("status" in found) return found;
  const { method, input } = found.route;
  const sent = method === "GET" ? readQuery(request) : await readBody(request);
  const read = sent.ok ? readInput(sent.value, input) : sent;
  return read.ok ? { ...found, input: read.value } : read.refusal;
}

function findRoute({ method, url = "" }: IncomingMessage): Omit<ReadCall, "input"> | Refusal {
  const segments = readSegments(url);
  const there = ALL.filter(({ path }) => isAt(path, segments));
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

const TOO_MANY_STREAMS: Refusal = {
  status: 503,
  code: "too_many_streams",
  message: "As many streams are open as there may be.",
  hint: "Close one: each page needs only one.",
};

const CURSOR_INVALID: Refusal = {
  status: 400,
  code: "input_invalid",
  message: 'The cursor in "before" is not one of this list.',
  hint: "Take it from `next` of an answer, with the same filter.",
};

const FAILED: Refusal = {
  status: 500,
  code: "failed",
  message: "The host could not answer.",
  hint: "Its log says why.",
};

/** A refusal of an operation has `ok: false`, a code and a message. */
function answerOf(result: object | undefined): Answer | Refusal {
  if (result === undefined) return NOT_FOUND;
  if (!("ok" in result)) return { status: 200, body: result };
  const { ok, ...rest } = result;
  if (ok === true) return { status: 200, body: rest };
  const refused = rest as Omit<Refusal, "status">;
  return { ...refused, status: STATUS_OF_CODE.get(refused.code) ?? 409 };
}

/** Any other code of an operation says that the state of its subject is in the way. */
const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([
  ["not_found", 404],
  ["input_invalid", 400],
]);

function send(response: ServerResponse, answer: Answer | Refusal): void {
  // The client went away, or a stream was cut off.
  if (response.headersSent) return;
  const isRefusal = "code" in answer;
  const body = JSON.stringify(isRefusal ? errorOf(answer) : answer.body);
  response.writeHead(answer.status, {
    ...HEADERS,
    ...(isRefusal && answer.headers),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

function errorOf({ code, message, hint }: Refusal): ApiError {
  return { error: { code, message, ...(hint !== undefined && { hint }) } };
}
