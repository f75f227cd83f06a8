// An address and a token check → a server that receives posts of Pub/Sub, as a trigger; or why it cannot listen.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { jsonFromText } from "@hookwright/base";
import { createNodeCrypto, createNodeKeys } from "@hookwright/config";
import { compileHooks, type KeysPort } from "@hookwright/core";
import type { Time } from "@hookwright/node-kit/clock";
import { createWebKeys } from "@hookwright/signatures/runtime";
import { GOOGLE_URLS } from "../google/google-urls.ts";
import type { MailFailure } from "../model/failure.ts";
import type { MailLog } from "../model/log.ts";
import type { GmailSettings, PushIdentity } from "../model/settings.ts";
import type { Look, Trigger } from "../model/trigger.ts";
import {
  entryOfStray,
  type Notification,
  notificationOf,
  parseNotification,
} from "../trigger/parse-notification.ts";

interface PushTriggerOptions {
  readonly settings: Pick<GmailSettings, "account" | "pushToken" | "pushIdentity" | "serve">;
  readonly time: Time;
  readonly log: MailLog;
  /** The URL of Google's keys, for tests. */
  readonly keysUrl?: string;
  /** Requests that wait for a look; the others are refused and redelivered later. Default: 200. */
  readonly maxWaiting?: number;
}

type OpenPushTriggerResult =
  | {
      readonly ok: true;
      readonly trigger: Trigger;
      readonly url: string;
      readonly close: () => void;
    }
  | { readonly ok: false; readonly failure: MailFailure };

/** Pub/Sub doubles its concurrency as long as its posts succeed. */
const MAX_WAITING = 200;

/** Time for a sender to send a complete request. */
const REQUEST_MS = 30_000;

/** Listens at once, so that a port in use is reported before anything else begins; looks begin with `run`. */
export async function openPushTrigger(options: PushTriggerOptions): Promise<OpenPushTriggerResult> {
  const { settings, time, log, maxWaiting = MAX_WAITING } = options;
  const check = createPushCheck(settings, options.keysUrl);
  let look: Look | undefined;
  let waiting = 0;

  async function answer(request: IncomingMessage): Promise<PushAnswer> {
    if (look === undefined) return later("the watcher is not running");
    if (waiting >= maxWaiting) return later("too many pushes are waiting");
    waiting += 1;
    try {
      return await answerPush(request, { settings, check, look, time, log });
    } finally {
      waiting -= 1;
    }
  }

  const server = createServer((request, response) => {
    // Nothing here should reject; a defect must still not leave the sender without a response.
    answer(request)
      .catch(() => later("something unexpected happened"))
      .then((found) => send(response, found));
  });
  server.requestTimeout = REQUEST_MS;
  const { bind, port } = settings.serve;
  const listening = await listen(server, { bind, port });
  if (!listening.ok) return listening;
  const close = (): void => closeServer(server);
  const { port: found } = server.address() as AddressInfo;
  const url = `http://${bind.includes(":") ? `[${bind}]` : bind}:${found}`;
  return {
    ok: true,
    url,
    close,
    trigger: {
      async run(looked, signal) {
        tellStart(options, url);
        let end: () => void = () => undefined;
        const ended = new Promise<void>((resolve) => {
          end = resolve;
        });
        look = async () => {
          const result = await looked();
          if (!result.ok && result.code !== "later") end();
          return result;
        };
        signal.addEventListener("abort", end, { once: true });
        if (!signal.aborted) await ended;
        look = undefined;
        close();
      },
    },
  };
}

function tellStart({ settings, log }: PushTriggerOptions, url: string): void {
  const { serve, pushIdentity } = settings;
  log({
    level: "info",
    event: "push_listening",
    message: `Pushes are received at ${serve.paths.map((path) => `${url}${path}`).join(" and ")}.`,
  });
  if (serve.tunnelCommand !== undefined) {
    log({
      level: "info",
      event: "push_tunnel",
      message: `Tailscale passes them on by \`${serve.tunnelCommand}\`; it stays set up, and is not run from here.`,
    });
  }
  if (pushIdentity !== undefined) return;
  log({
    level: "warn",
    event: "push_token_in_url",
    message:
      "Pushes are verified by the push token alone, which is part of their URL: proxies may log it.",
    hint: "Let the subscription sign its pushes, and set hooks.gmail.audience and hooks.gmail.email; or use the mode pull.",
  });
}

function send(response: ServerResponse, { status, headers, error }: PushAnswer): void {
  const body = error === undefined ? undefined : `${JSON.stringify({ ok: false, error })}\n`;
  const isUnread = status >= 400;
  response.writeHead(status, {
    ...headers,
    "cache-control": "no-store",
    ...(body !== undefined && { "content-type": "application/json" }),
    // Closes the connection instead of waiting for the unread rest of the request.
    ...(isUnread && { connection: "close" }),
  });
  response.end(body);
}

/** Responses in progress get a moment; Pub/Sub redelivers requests without one. */
const CLOSE_MS = 1_000;

function closeServer(server: Server): void {
  server.close();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref();
}

interface PushContext extends Pick<PushTriggerOptions, "settings" | "time" | "log"> {
  readonly check: PushCheck;
  readonly look: Look;
}

interface PushAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** Pub/Sub takes 102, 200, 201, 202 and 204 as an acknowledgment, and redelivers after any other status. */
async function answerPush(request: IncomingMessage, context: PushContext): Promise<PushAnswer> {
  const { settings, check, look, time, log } = context;
  const target = parseTarget(request.url ?? "");
  if (target === undefined || !matchesPath(target.path, settings.serve.paths)) {
    return { status: 404, error: "not found" };
  }
  if (request.method !== "POST") {
    return { status: 405, headers: { allow: "POST" }, error: "method not allowed" };
  }
  const { headers, url = "" } = request;
  // Before the body, because the body of a stranger is not read.
  const checked = await check({
    target: url,
    query: target.query,
    headers,
    receivedAt: time.clock(),
  });
  if (!checked.ok) return refuse(checked.code, checked.reason, log);
  const body = await readBody(request);
  if (!body.ok) return { status: body.status, error: body.reason };
  const push = readPush(body.bytes);
  if (!push.ok) return { status: 400, error: "not a Pub/Sub message" };
  const { notification } = push;
  if (notification?.account !== settings.account.toLowerCase()) {
    log(entryOfStray(notification?.account));
    return { status: 202 };
  }
  const result = await look();
  return result.ok ? { status: 204 } : later("the mails are not posted yet");
}

function refuse(code: "unproven" | "unavailable", reason: string, log: MailLog): PushAnswer {
  log({ level: "warn", event: "push_refused", message: `A push was refused: ${reason}.` });
  if (code === "unavailable") return later("the keys of Google cannot be fetched");
  return { status: 401, headers: { "www-authenticate": "Bearer" }, error: "unauthorized" };
}

/** Pub/Sub does not read `Retry-After`, but has its own back-off; other senders may read it. */
const RETRY_AFTER_SECONDS = 30;

function later(error: string): PushAnswer {
  return { status: 503, headers: { "retry-after": `${RETRY_AFTER_SECONDS}` }, error };
}

interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Undefined if the target is not a path: `*`, or with a host in front. */
function parseTarget(target: string): Target | undefined {
  if (!target.startsWith("/")) return undefined;
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  return { path, query: new URLSearchParams(query) };
}

/** A path matches itself and everything below it; `/` matches everything. */
function matchesPath(path: string, served: readonly string[]): boolean {
  return served.some((one) => {
    const base = one.replace(/\/+$/, "");
    return path === base || path.startsWith(`${base}/`);
  });
}

type ReadBodyResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly status: 400 | 413; readonly reason: string };

/** A notification has 300 bytes; other publishers may add attributes to it. */
const MAX_BODY_BYTES = 1024 * 1024;

const TOO_LARGE: ReadBodyResult = { ok: false, status: 413, reason: "more than 1 MiB" };

/** A request → the bytes of its body, up to a limit. */
async function readBody(request: IncomingMessage): Promise<ReadBodyResult> {
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) return TOO_LARGE;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BODY_BYTES) return TOO_LARGE;
    }
  } catch {
    return { ok: false, status: 400, reason: "the body ended too early" };
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

type PushResult =
  /** The notification is undefined if the message contains something else: it is dropped. */
  { readonly ok: true; readonly notification: Notification | undefined } | { readonly ok: false };

/** A subscription with `noWrapper` posts the data without the message around it. */
function readPush(body: Buffer): PushResult {
  const value = jsonFromText(body.toString("utf8"));
  if (typeof value !== "object" || value === null) return { ok: false };
  const { message } = value as { readonly message?: unknown };
  if (typeof message === "object" && message !== null) {
    const { data } = message as { readonly data?: unknown };
    return { ok: true, notification: parseNotification(data) };
  }
  const notification = notificationOf(value);
  return notification === undefined ? { ok: false } : { ok: true, notification };
}

type ListenOptions = Pick<GmailSettings["serve"], "bind" | "port">;

type ListenResult = { readonly ok: true } | { readonly ok: false; readonly failure: MailFailure };

/** A server and an address → it listens, or the problem. */
function listen(server: Server, { bind, port }: ListenOptions): Promise<ListenResult> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve({ ok: false, failure: failureOf(error.code, { bind, port }) }),
    );
    server.listen(port, bind, () => resolve({ ok: true }));
  });
}

function failureOf(code: string | undefined, { bind, port }: ListenOptions): MailFailure {
  const reason = code ?? "unknown";
  if (code === "EADDRINUSE") {
    return {
      code: "invalid",
      reason,
      message: `Port ${port} of ${bind} is in use, most likely by another watcher of this mailbox.`,
      hint: "A gateway starts a watcher of its own where hooks.gmail.account is set (OPENCLAW_SKIP_GMAIL_WATCHER=1 turns it off). Stop that one, or set hooks.gmail.serve.port to another port, and the target of the tunnel with it.",
    };
  }
  return {
    code: "invalid",
    reason,
    message: `Cannot listen on port ${port} of ${bind}: the system says ${reason}.`,
    hint: "Correct hooks.gmail.serve.bind and hooks.gmail.serve.port.",
  };
}

interface PushRequest {
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** `unproven`: 401. `unavailable`: Google's keys cannot be fetched; it works later. */
type PushCheckResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: "unproven" | "unavailable"; readonly reason: string };

type PushCheck = (request: PushRequest) => Promise<PushCheckResult>;

/** If both are configured, only Google's token is checked: it is not part of a URL, and expires after an hour. */
function createPushCheck(
  { pushToken, pushIdentity }: Pick<GmailSettings, "pushToken" | "pushIdentity">,
  keysUrl: string = GOOGLE_URLS.keys,
): PushCheck {
  if (pushIdentity !== undefined) return createIdentityCheck(pushIdentity, keysUrl);
  return createTokenCheck(pushToken ?? "");
}

/** The header that the watcher of a comparable gateway reads. */
const TOKEN_HEADER = "x-gog-token";

function createTokenCheck(token: string): PushCheck {
  const expected = digestOf(token);
  return async ({ query, headers }) => {
    const header = headers[TOKEN_HEADER];
    const shown = typeof header === "string" ? header : query.get("token");
    if (shown === null) {
      return { ok: false, code: "unproven", reason: "it has no push token" };
    }
    // Both have the same length, so that the time reveals nothing about the token.
    if (token !== "" && timingSafeEqual(digestOf(shown), expected)) {
      return { ok: true };
    }
    return { ok: false, code: "unproven", reason: "its push token is wrong" };
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The checks of the core's provider `pubsub`: issuer, audience, verified email, time, signature by Google's keys. */
function createIdentityCheck({ audience, email }: PushIdentity, keysUrl: string): PushCheck {
  const hooks = compileHooks(
    {
      hooks: {
        enabled: true,
        // Required by the config, and never used: this config serves no requests.
        token: randomBytes(32).toString("hex"),
        mappings: [
          {
            match: { path: "push" },
            messageTemplate: "push",
            auth: { provider: "pubsub", audience, email },
          },
        ],
      },
    },
    { crypto: createNodeCrypto(), keys: createKeys(keysUrl) },
  );
  const auth = hooks.endpoint("push")?.auth;
  return async ({ target, headers, receivedAt }) => {
    const { authorization } = headers;
    const result = await auth?.check({
      method: "POST",
      target,
      headers: authorization === undefined ? {} : { authorization },
      // Google's token does not cover the body.
      body: new Uint8Array(),
      receivedAt,
    });
    if (result?.ok === true) return { ok: true };
    const reason = result?.code ?? "no_check";
    const isLater = reason === "keys_unavailable";
    return {
      ok: false,
      code: isLater ? "unavailable" : "unproven",
      reason: `its Google token is refused: ${reason}`,
    };
  };
}

/** HTTPS only, except for tests and trials on this machine. */
function createKeys(keysUrl: string): KeysPort {
  if (keysUrl === GOOGLE_URLS.keys) return createNodeKeys();
  const keys = createWebKeys(fetch);
  return { fetch: (_url, options) => keys.fetch(keysUrl, options) };
}
