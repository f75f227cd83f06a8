// One request past the route → its answer and its record: the gates in order, each cheaper than the next.

import type { PromiseOrValue } from "@hookwright/base";
import { canonicalAddress, describeError, isPromiseLike } from "@hookwright/base";
import type { HandshakeAnswer, RouteHandshake } from "@hookwright/signatures/internal";
import { createRefusal, removeSecrets } from "../base/index.ts";
import { acknowledge, answerEvent, answerGate, NOT_FOUND } from "./answer-resolution.ts";
import { authenticate } from "./auth/authenticate.ts";
import { checkBody, type ReadableBody } from "./check-body.ts";
import { checkCredentials, checkTokenHead } from "./check-credentials.ts";
import { readClient } from "./client/read-client.ts";
import { readRequestId, withRequestId } from "./client/request-id.ts";
import { decodeBody, LOST_BODY } from "./decode-body.ts";
import { markDeprecated } from "./deprecated-query.ts";
import { type Gate, refuse } from "./gate.ts";
import { answerOnce } from "./idempotency/answer-once.ts";
import { identifyDelivery } from "./idempotency/find-keys.ts";
import type { BodyLimits, IngressAnswer } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import { resolveAndAnswer } from "./resolve/resolve-and-answer.ts";
import type { IngressState, ServingState } from "./state.ts";

/** The awaits are few on purpose: each costs a small request a hundredth. */
export async function answerRequest(
  context: RequestContext,
  state: ServingState,
): Promise<IngressAnswer> {
  const { request, route, notes } = context;
  const { hooks } = state;
  try {
    context.receivedAt = state.clock();
    context.headers = request.headers;
    context.remoteAddress = readClient(
      request.remoteAddress,
      context.headers,
      hooks.isTrustedProxy,
    );
    // The body of a name is limited before it is read, and before anything knows which mapping it is for.
    const limits = { maxBytes: hooks.bodyLimit(route.name), timeoutMs: state.bodyTimeoutMs };
    context.auth = hooks.routeAuth(route.name);
    const gate = checkHead(context, limits, state);
    const refused = isPromiseLike(gate) ? await gate : gate;
    if (refused !== undefined) return finish(answerGate(refused, notes), context, state);

    const { auth } = context;
    const body =
      auth === undefined
        ? checkBody(await request.readBody(limits), limits, state.parsedBodies)
        : await authenticate(context, { auth, limits, state });
    if ("refusal" in body) return finish(answerGate(body, notes), context, state);
    if ("handshake" in body) return finish(noteHandshake(body.handshake, context), context, state);
    noteBody(body, context, state);
    const decoding = decodeBody(body, {
      headers: context.headers,
      formats: hooks.bodyFormats(route.name),
      limits,
      decompressor: state.decompressor,
      memory: state.decompressionMemory,
      holder: context,
    });
    const decoded = isPromiseLike(decoding) ? await decoding : decoding;
    if (!decoded.ok) {
      if (decoded.gate.refusal.detail === LOST_BODY) state.warnLostBody();
      return finish(answerEvent(decoded.gate, context), context, state);
    }
    context.payload =
      auth === undefined ? decoded.payload : removeSecrets(decoded.payload, auth.secretPlaces.body);
    const invalid = identifyDelivery(context, hooks);
    if (invalid !== undefined) return finish(answerGate(invalid, notes), context, state);
    const run = () => resolveAndAnswer(context, state);
    const answer = answerOnce({ body, run, context, state });
    const answered = isPromiseLike(answer) ? await answer : answer;
    return finish(acknowledge(answered, context), context, state);
  } catch (error) {
    return finish(answerCrash(error, context), context, state);
  }
}

/** For a request whose hooks cannot be had: the same answer and record as for what fails later. */
export async function answerFailure(
  failure: unknown,
  context: RequestContext,
  state: IngressState,
): Promise<IngressAnswer> {
  try {
    context.receivedAt = state.clock();
    const { remoteAddress } = context.request;
    if (remoteAddress !== undefined) context.remoteAddress = canonicalAddress(remoteAddress);
  } catch {
    // The failure of before is the one that is told.
  }
  return finish(answerCrash(failure, context), context, state);
}

const METHOD_NOT_ALLOWED = refuse(
  createRefusal("method_not_allowed", "Hooks accept POST requests only."),
  { allow: "POST" },
);

/** The gates that need no body. A route with an `auth` has its own behind the method. */
function checkHead(
  context: RequestContext,
  limits: BodyLimits,
  state: ServingState,
): PromiseOrValue<Gate> {
  const { route, auth } = context;
  const { method } = context.request;
  const { hooks } = state;
  if (method !== "POST" && auth?.handshake?.methods.includes(method) !== true) {
    return METHOD_NOT_ALLOWED;
  }
  if (auth !== undefined) return undefined;
  const refused = checkCredentials(context, state);
  // A promise is a refusal, too: only those ask the throttle.
  if (refused !== undefined) return refused;
  if (route.name === "" || !hooks.hasRoute(route.name)) return NOT_FOUND;
  return checkTokenHead(context, limits, state);
}

/** Clocks are read only where somebody is told: each reading costs a small request a hundredth. */
function noteBody(
  body: ReadableBody,
  { notes, receivedAt }: RequestContext,
  { isObserved, clock }: IngressState,
): void {
  if (body.kind === "bytes") notes.bodyBytes = body.bytes.length;
  if (isObserved) notes.readMs = clock() - receivedAt;
}

function noteHandshake(
  { detail, ...answer }: HandshakeAnswer,
  { notes, auth }: RequestContext,
): IngressAnswer {
  notes.handshake = auth?.handshake?.name as RouteHandshake["name"];
  if (detail !== undefined) notes.detail = detail;
  return answer;
}

function answerCrash(error: unknown, { notes }: RequestContext): IngressAnswer {
  const detail = describeError(error);
  const refusal = createRefusal("internal_error", "The request could not be served.", { detail });
  return answerGate(refuse(refusal), notes);
}

function finish(
  answer: IngressAnswer,
  context: RequestContext,
  state: IngressState,
): IngressAnswer {
  const sentId = readRequestId(context);
  state.observe(context, { answer, sentId, state });
  state.activity.endRequest();
  if (context.decompressedBytes > 0) state.decompressionMemory.release(context);
  const marked = context.notes.credential === "query" ? markDeprecated(answer) : answer;
  return sentId === undefined ? marked : withRequestId(marked, sentId);
}
