// An address and a check → a server that Pub/Sub posts to, as a trigger; or why it cannot listen.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../model/clock.ts";
import type { MailFailure } from "../model/failure.ts";
import type { MailLog } from "../model/log.ts";
import type { GmailSettings } from "../model/settings.ts";
import type { Look, Trigger } from "../model/trigger.ts";
import { answerPush, later, type PushAnswer } from "./answer-push.ts";
import { createPushCheck } from "./create-push-check.ts";
import { listen } from "./listen.ts";

export interface PushTriggerOptions {
  readonly settings: Pick<GmailSettings, "account" | "pushToken" | "pushIdentity" | "serve">;
  readonly clock: Clock;
  readonly log: MailLog;
  /** Of Google's keys, for tests. */
  readonly keysUrl?: string;
  /** Requests that wait for a look; further ones come again later. Default: 200. */
  readonly maxWaiting?: number;
}

export type OpenPushTriggerResult =
  | {
      readonly ok: true;
      readonly trigger: Trigger;
      readonly url: string;
      readonly close: () => void;
    }
  | { readonly ok: false; readonly failure: MailFailure };

/** Pub/Sub doubles how many it sends at once as long as they succeed. */
const MAX_WAITING = 200;

/** Time for a sender to send what belongs to a request. */
const REQUEST_MS = 30_000;

/** Listens at once, so that a port in use is told before anything else is begun; looks begin with `run`. */
export async function openPushTrigger(options: PushTriggerOptions): Promise<OpenPushTriggerResult> {
  const { settings, clock, log, maxWaiting = MAX_WAITING } = options;
  const check = createPushCheck(settings, options.keysUrl);
  let look: Look | undefined;
  let waiting = 0;

  async function answer(request: IncomingMessage): Promise<PushAnswer> {
    if (look === undefined) return later("the watcher is not running");
    if (waiting >= maxWaiting) return later("too many pushes are waiting");
    waiting += 1;
    try {
      const { paths } = settings.serve;
      return await answerPush(request, {
        account: settings.account,
        paths,
        check,
        look,
        clock,
        log,
      });
    } finally {
      waiting -= 1;
    }
  }

  const server = createServer((request, response) => {
    // No part of an answer rejects; a defect must still not leave the sender without one.
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
  if (pushIdentity !== undefined) return;
  log({
    level: "warn",
    event: "push_token_in_url",
    message:
      "Pushes are proven by the push token alone, which stands in their URL: proxies and logs on the way keep it.",
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
    // What of the request was not read is not waited for.
    ...(isUnread && { connection: "close" }),
  });
  response.end(body);
}

/** Answers that are under way have a moment; Pub/Sub sends again what got none. */
const CLOSE_MS = 1_000;

function closeServer(server: Server): void {
  server.close();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref();
}
