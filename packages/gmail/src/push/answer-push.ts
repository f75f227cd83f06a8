// One request of Pub/Sub → its answer, after the look that it asks for.
import type { IncomingMessage } from "node:http";
import type { Clock } from "../model/clock.ts";
import type { MailLog } from "../model/log.ts";
import type { Look } from "../model/trigger.ts";
import { entryOfStray } from "../trigger/entry-of-stray.ts";
import type { PushCheck } from "./create-push-check.ts";
import { matchesPath, parseTarget } from "./match-path.ts";
import { readBody } from "./read-body.ts";
import { readPush } from "./read-push.ts";

export interface PushContext {
  readonly account: string;
  readonly paths: readonly string[];
  readonly check: PushCheck;
  readonly look: Look;
  readonly clock: Clock;
  readonly log: MailLog;
}

export interface PushAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** Pub/Sub takes 102, 200, 201, 202 and 204 as an acknowledgement, and sends again after anything else. */
export async function answerPush(
  request: IncomingMessage,
  context: PushContext,
): Promise<PushAnswer> {
  const { account, check, look, clock, log } = context;
  const target = parseTarget(request.url ?? "");
  if (target === undefined || !matchesPath(target.path, context.paths)) {
    return { status: 404, error: "not found" };
  }
  if (request.method !== "POST") {
    return { status: 405, headers: { allow: "POST" }, error: "method not allowed" };
  }
  const { headers, url = "" } = request;
  // Before the body: a stranger's is not read.
  const checked = await check({
    target: url,
    query: target.query,
    headers,
    receivedAt: clock.now(),
  });
  if (!checked.ok) return refuse(checked.code, checked.reason, log);
  const body = await readBody(request);
  if (!body.ok) return { status: body.status, error: body.reason };
  const push = readPush(body.bytes);
  if (!push.ok) return { status: 400, error: "no message of Pub/Sub" };
  const { notification } = push;
  if (notification?.account !== account.toLowerCase()) {
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

/** Pub/Sub does not read `Retry-After`, but has a back-off of its own; others who push may read it. */
const RETRY_AFTER_SECONDS = 30;

export function later(error: string): PushAnswer {
  return { status: 503, headers: { "retry-after": `${RETRY_AFTER_SECONDS}` }, error };
}
