// A request for a route with an `auth` → its body, whose sender is known; the answer to a handshake; or 401, 413, 503.
import { createSecretHider } from "../../data/hide-secrets.ts";
import { readHeader } from "../../data/read-header.ts";
import type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  HandshakeAnswer,
  RouteAuth,
} from "../../model/auth/route-auth.ts";
import { createRefusal } from "../../problem/refusal.ts";
import { checkBody, checkDeclaredLength, type ReadableBody } from "../check-body.ts";
import { acceptToken, checkTokenHead, refuseCredentials } from "../check-credentials.ts";
import { type GateRefusal, refuse } from "../gate.ts";
import type { BodyLimits } from "../request.ts";
import type { RequestContext } from "../request-context.ts";
import type { ServingState } from "../state.ts";
import { describeAuthFailure } from "./describe-auth-failure.ts";
import { ALREADY_PARSED } from "./parsed-body.ts";

/** A body means that its sender is known, and `context.proof` says how. */
export type Authentication = ReadableBody | GateRefusal | { readonly handshake: HandshakeAnswer };

export interface RouteGates {
  readonly auth: RouteAuth;
  readonly limits: BodyLimits;
  readonly state: ServingState;
}

export async function authenticate(
  context: RequestContext,
  gates: RouteGates,
): Promise<Authentication> {
  const { request, headers, receivedAt } = context;
  const { auth, limits, state } = gates;
  const { method, target } = request;
  const head: AuthRequest = { method, target, headers, body: NO_BYTES, receivedAt };
  if (method !== "POST") {
    const answer = await auth.handshake?.answer(head);
    return answer === undefined ? fail("handshake_wrong", context, state) : { handshake: answer };
  }
  if (auth.orToken && acceptToken(context, state)) {
    return checkTokenHead(context, limits, state) ?? readBody(context, gates);
  }
  // A token in a header or in the query is compared before a byte of the body is read.
  const result = auth.needsBody ? undefined : await auth.check(head);
  if (result?.ok === false && auth.handshake?.isSigned !== false) {
    return fail(result.code, context, state);
  }
  const judgeBody = (body: ReadableBody | GateRefusal) =>
    judge(body, { head, result }, { context, gates });
  if (result?.ok === true && auth.kind !== "none") return judgeBody(await readBody(context, gates));
  const tooLong = checkDeclaredLength(headers, limits);
  if (tooLong !== undefined) return tooLong;
  const share = state.bodyBudget.take(limits.maxBytes, declaredLength(context));
  if (share === undefined) return OVERLOADED;
  try {
    return await judgeBody(await readBody(context, { ...gates, maxBytes: share.maxBytes }));
  } finally {
    share.release();
  }
}

const NO_BYTES = new Uint8Array();

async function readBody(
  { request, headers, notes }: RequestContext,
  { limits, state, maxBytes = limits.maxBytes }: RouteGates & { readonly maxBytes?: number },
): Promise<ReadableBody | GateRefusal> {
  const tooLong = checkDeclaredLength(headers, limits);
  if (tooLong !== undefined) return tooLong;
  const read = await request.readBody({ ...limits, maxBytes });
  // Of a body without a declared length, the budget may have had less left than the limit.
  if (read.kind === "too-large" && maxBytes < limits.maxBytes) return OVERLOADED;
  const body = checkBody(read, limits, state.parsedBodies);
  if ("kind" in body && body.kind === "bytes") notes.bodyBytes = body.bytes.length;
  return body;
}

function declaredLength({ headers }: RequestContext): number | undefined {
  const declared = readHeader(headers, "content-length");
  return declared === undefined ? undefined : Number(declared);
}

/** The request without its body, and what the check said of it where it needs none. */
interface CheckedHead {
  readonly head: AuthRequest;
  readonly result: AuthResult | undefined;
}

async function judge(
  body: ReadableBody | GateRefusal,
  { head, result: early }: CheckedHead,
  { context, gates }: { readonly context: RequestContext; readonly gates: RouteGates },
): Promise<Authentication> {
  const { auth, state } = gates;
  if ("refusal" in body) return body;
  if (body.kind === "parsed") {
    if (early?.ok === true) return accept(body, early, { context, gates });
    state.warnParsedBody();
    return ALREADY_PARSED;
  }
  const sent = { ...head, body: body.bytes };
  const result = early ?? (await auth.check(sent));
  const { handshake } = auth;
  if (handshake !== undefined && (result.ok || !handshake.isSigned)) {
    const answer = await handshake.answer(sent);
    if (answer !== undefined) return { handshake: answer };
  }
  if (!result.ok) return fail(result.code, context, state);
  // Anybody can have this text signed by the handshake.
  if (handshake?.wouldSign(body.bytes) === true) return fail("signature_wrong", context, state);
  return accept(body, result, { context, gates });
}

function accept(
  body: ReadableBody,
  result: AuthResult & { readonly ok: true },
  { context, gates }: { readonly context: RequestContext; readonly gates: RouteGates },
): ReadableBody {
  const { id, kind, secretPlaces } = gates.auth;
  const { hideSecrets, query } = context;
  context.proof = id;
  context.idempotencyKey = result.signedId;
  if (kind !== "none" && kind !== "verifier") context.notes.keyIndex = result.keyIndex;
  // Proxies copy the target of a request into headers.
  const shown = secretPlaces.query.flatMap((name) => query[name] ?? []);
  if (shown.length > 0) {
    const hide = createSecretHider(shown);
    context.hideSecrets = (text) => hideSecrets(hide(text));
  }
  return body;
}

function fail(code: AuthFailureCode, context: RequestContext, state: ServingState): GateRefusal {
  context.notes.auth = code;
  context.notes.detail = describeAuthFailure(code);
  // Neither right nor wrong: a 401 would make some senders switch the hook off.
  if (code === "keys_unavailable") return KEYS_UNAVAILABLE;
  return refuseCredentials(context, state);
}

const OVERLOADED = refuse(
  createRefusal("bodies_overloaded", "Too many requests are being read; send it again."),
);

const KEYS_UNAVAILABLE = refuse(
  createRefusal("keys_unavailable", "The keys of the sender cannot be had; send it again."),
  { "retry-after": "30" },
);
