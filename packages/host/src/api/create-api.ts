// The operator's functions of a host → an HTTP API for pages and programs on this machine.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HostNames } from "@hookwright/node-kit/host-names";
import {
  createChangeStream,
  createJsonApi,
  createToken,
  type JsonAnswer,
  type JsonRoute,
  type Refusal,
} from "@hookwright/node-kit/json-api";
import {
  createRemoteOperate,
  findOperation,
  kindOfOperation,
  type Operated,
} from "../operate/operations.ts";
import type { About, StreamedChange } from "./answers.ts";
import { ROUTES } from "./routes.ts";

/** What the API is about, and who may use it. */
export interface ApiOptions extends HostNames {
  /** Shown by `GET /api/about`: the name of the config's file, and the version of the program. */
  readonly config: string;
  readonly version: string;
  /** Default: false, so that every operation is refused that changes something. */
  readonly allowWrite?: boolean;
  /** Whether the live requests have their events. Default: false. */
  readonly hasEvents?: boolean;
  /** The URL of the server that receives events, for commands that a page shows. Undefined until it listens. */
  readonly hooksUrl?: () => string | undefined;
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

/**
 * Serves what the commands of an operator show and change, from the same functions as the socket. Parts that are left out
 * answer 404. The handler checks `Host`, `Origin`, `Sec-Fetch-Site` and the token itself, so it can be part of any server
 * on this machine.
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
  const token = createToken();
  const stream = createChangeStream<StreamedChange>({
    ...(aliveEveryMs !== undefined && { aliveEveryMs }),
  });
  const operate = createRemoteOperate(async (group, name, args) => {
    if (!allowWrite && kindOfOperation(group, name) === "change") throw new RefusedError(READ_ONLY);
    const operation = findOperation(operated, group, name);
    if (operation === undefined) throw new RefusedError(NOT_SERVED);
    return operation(...args);
  });
  const isLive = operated.live !== undefined;
  const about = (hooksUrl = options.hooksUrl?.()): About => ({
    version,
    mode: modeOf(operated),
    config,
    features: [
      ...(allowWrite ? ["write" as const] : []),
      ...(isLive ? ["live" as const] : []),
      ...(isLive && hasEvents ? ["events" as const] : []),
    ],
    ...(hooksUrl !== undefined && { hooksUrl }),
    start: stream.start,
    now: Date.now(),
  });
  const routes: readonly JsonRoute[] = [
    {
      method: "GET",
      path: ["about"],
      input: {},
      answer: async () => ({ kind: "body", body: about() }),
    },
    stream.route,
    ...ROUTES.map((route) => ({
      ...route,
      answer: async ({ id, input }: Parameters<JsonRoute["answer"]>[0]) =>
        answerOf(await route.answer({ operate, id, input })),
    })),
  ];
  return {
    token,
    publish: stream.publish,
    close: stream.close,
    handle: createJsonApi({ ...options, token, routes, refusalOf, hints: HINTS, warn }),
  };
}

const HINTS = {
  host: "Start `hookwright serve` with --admin-host NAME to add one.",
  token:
    "Send `authorization: Bearer TOKEN`. The token is in the file of --admin-token-file, or follows #t= in the URL that `hookwright serve` printed.",
};

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

function refusalOf(error: Error & { readonly code?: string }): Refusal | undefined {
  if (error instanceof RefusedError) return error.refusal;
  return error.code === "cursor_invalid" ? CURSOR_INVALID : undefined;
}

const CURSOR_INVALID: Refusal = {
  status: 400,
  code: "input_invalid",
  message: 'The cursor in "before" is not one of this list.',
  hint: "Take it from `next` of an answer, with the same filter.",
};

/** A refusal of an operation has `ok: false`, a code and a message. */
function answerOf(result: object | undefined): JsonAnswer | undefined {
  if (result === undefined) return undefined;
  if (!("ok" in result)) return { kind: "body", body: result };
  const { ok, ...rest } = result;
  if (ok === true) return { kind: "body", body: rest };
  const refused = rest as Omit<Refusal, "status">;
  const status = STATUS_OF_CODE.get(refused.code) ?? 409;
  return { kind: "refusal", refusal: { ...refused, status } };
}

/** Any other code of an operation says that the state of its subject is in the way. */
const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([
  ["not_found", 404],
  ["input_invalid", 400],
]);
