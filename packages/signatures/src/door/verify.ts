// A request and who is to have sent it → whether that is so.
import { keysFromPath, parseJson, parsePath, readHeader, readPath } from "@hookwright/base";
import type { AuthProblem } from "../auth-plan.ts";
import type { AuthFailureCode, AuthRequest, DeliveryIdRule } from "../model.ts";
import { decodeUtf8 } from "../serving/build-signed.ts";
import {
  type ReadLimits,
  type RequestParts,
  readRequest,
  type UnreadCode,
  type WebRequest,
} from "./read-request.ts";
import type { SenderPorts, WebhookSender } from "./sender.ts";

/** What a check may use; each has a default of the runtime. */
export interface VerifyOptions extends SenderPorts {
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
  /** A larger body is refused unread. Default: 1 MiB; GitHub sends up to 25 MB. */
  readonly maxBodyBytes?: number | undefined;
}

/** Why a request is refused. */
export type VerifyFailureCode =
  | AuthFailureCode
  /** Larger than `maxBodyBytes`. */
  | UnreadCode
  /** The options of the sender are wrong: `problems` says how. */
  | "sender_invalid";

/** The result of `verify`. */
export type VerifyResult =
  | {
      readonly ok: true;
      /** Id of the vendor. */
      readonly provider: string;
      /** That stays the same when the vendor sends the event again. Undefined for vendors without one. */
      readonly deliveryId?: string | undefined;
      /** Which secret, token or public key matched: 0 is the newest. */
      readonly secretIndex: number;
      /** When the request was signed, in milliseconds since the epoch; undefined if no time is signed. */
      readonly timestamp?: number | undefined;
      /** The bytes that were checked. */
      readonly body: Uint8Array;
    }
  | {
      readonly ok: false;
      readonly provider: string;
      /** For your log: an answer that tells it helps a stranger. */
      readonly code: VerifyFailureCode;
      /** What to answer: 401; 413 for a body that is too large, 503 without the vendor's keys, 500 for your own mistake. */
      readonly status: 401 | 413 | 500 | 503;
      /** What is wrong with the options of the sender. None of them shows a secret. */
      readonly problems?: readonly AuthProblem[];
    };

/** 1 MiB. */
const MAX_BODY_BYTES = 1_048_576;

export function limitsOf({
  clock = Date.now,
  maxBodyBytes = MAX_BODY_BYTES,
}: VerifyOptions): ReadLimits {
  return { maxBodyBytes, receivedAt: clock() };
}

/**
 * Verifies that a request is its sender's: a `Request`, whose body it reads from a clone, or the parts of one. Resolves
 * to a result and never rejects; a secret that is missing or malformed is one, too.
 *
 * @example
 * ```ts
 * const sender = github({ secret: process.env.GITHUB_SECRET });
 * const result = await verify(request, sender);
 * if (!result.ok) return new Response(null, { status: result.status });
 * const event = await request.json();
 * ```
 */
export function verify(
  request: WebRequest | RequestParts,
  sender: WebhookSender,
  options: VerifyOptions = {},
): Promise<VerifyResult> {
  return verifyRead(sender, options, (limits) => readRequest(request, limits));
}

/** Reads nothing for a sender whose options are wrong. */
export async function verifyRead(
  sender: WebhookSender,
  options: VerifyOptions,
  readBytes: (limits: ReadLimits) => Promise<AuthRequest | { readonly code: UnreadCode }>,
): Promise<VerifyResult> {
  const { plan, link } = sender.read();
  const { provider } = sender;
  const linked = link(options);
  if (!linked.ok) {
    const { problems } = linked;
    return { ok: false, provider, code: "sender_invalid", status: 500, problems };
  }
  const read = await readBytes(limitsOf(options));
  if ("code" in read) return { ok: false, provider, code: read.code, status: statusOf(read.code) };
  const { check, sentAt } = linked.parts;
  const result = await check(read);
  if (!result.ok) {
    return { ok: false, provider, code: result.code, status: statusOf(result.code) };
  }
  const { keyIndex, signedId } = result;
  return {
    ok: true,
    provider,
    secretIndex: keyIndex,
    // Read when asked for: it may need the JSON of the body.
    get deliveryId() {
      return signedId ?? readDeliveryId(plan.delivery?.id, read);
    },
    get timestamp() {
      return sentAt?.(read);
    },
    body: read.body,
  };
}

function statusOf(code: VerifyFailureCode): 401 | 413 | 500 | 503 {
  if (code === "body_too_large") return 413;
  if (code === "keys_unavailable") return 503;
  return code === "body_lost" ? 500 : 401;
}

function readDeliveryId(
  rule: DeliveryIdRule | undefined,
  { headers, body }: AuthRequest,
): string | undefined {
  if (rule?.header !== undefined) return readHeader(headers, rule.header)?.trim();
  const steps = rule?.json === undefined ? undefined : parsePath(rule.json);
  const text = steps && decodeUtf8(body);
  const parsed = text === undefined ? undefined : parseJson(text, body);
  if (!steps || !parsed?.ok) return undefined;
  const id = readPath(parsed.value, keysFromPath(steps));
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}
