// One request past the route → its answer and its record: the gates in order, each cheaper than the next.

import { canonicalAddress } from "../data/address.ts";
import { describeError } from "../data/describe-error.ts";
import { EventView } from "../data/event-view.ts";
import { removeSecrets } from "../data/remove-secrets.ts";
import { isPromiseLike } from "../data/runtime.ts";
import type { HandshakeAnswer, RouteHandshake } from "../model/auth/route-auth.ts";
import { createRefusal } from "../problem/refusal.ts";
import { answerEvent, answerGate, answerResolution, NOT_FOUND } from "./answer-resolution.ts";
import { authenticate } from "./auth/authenticate.ts";
import { checkBody } from "./check-body.ts";
import { checkCredentials, checkTokenHead } from "./check-credentials.ts";
import { decodeBody, LOST_BODY } from "./decode-body.ts";
import { markDeprecated } from "./deprecated-query.ts";
import { type Gate, refuse } from "./gate.ts";
import type { BodyLimits, IngressAnswer, IngressRequest } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import { resolveInTime } from "./resolve-in-time.ts";
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
    context.remoteAddress = readAddress(request);
    context.headers = request.headers;
    // The body of a name is limited before it is read, and before anything knows which mapping it is for.
    const limits = { maxBytes: hooks.bodyLimit(route.name), timeoutMs: state.bodyTimeoutMs };
    context.auth = hooks.routeAuth(route.name);
    const refused = checkHead(context, limits, state);
    if (refused !== undefined) return finish(answerGate(refused, notes), context, state);

    const { auth } = context;
    const body =
      auth === undefined
        ? checkBody(await request.readBody(limits), limits, state.parsedBodies)
        : await authenticate(context, { auth, limits, state });
    if ("refusal" in body) return finish(answerGate(body, notes), context, state);
    if ("handshake" in body) return finish(noteHandshake(body.handshake, context), context, state);
    if (body.kind === "bytes") notes.bodyBytes = body.bytes.length;
    const decoded = decodeBody(body, context.headers);
    if (!decoded.ok) {
      if (decoded.gate.refusal.detail === LOST_BODY) state.warnLostBody();
      return finish(answerEvent(decoded.gate, context), context, state);
    }
    context.payload =
      auth === undefined ? decoded.payload : removeSecrets(decoded.payload, auth.secretPlaces.body);
    let resolution = hooks.resolve(viewRequest(context, state));
    if (isPromiseLike(resolution)) {
      context.deadline = state.clock() + state.requestTimeoutMs;
      const result = await resolveInTime(resolution, state);
      if (!result.ok) return finish(answerGate(result.gate, notes), context, state);
      resolution = result.resolution;
    }
    const answer = answerResolution(resolution, context, state);
    return finish(isPromiseLike(answer) ? await answer : answer, context, state);
  } catch (error) {
    return finish(answerCrash(error, context), context, state);
  }
}

function readAddress({ remoteAddress }: IngressRequest): string | undefined {
  return remoteAddress === undefined ? undefined : canonicalAddress(remoteAddress);
}

/** For a request whose hooks cannot be had: the same answer and record as for what fails later. */
export async function answerFailure(
  failure: unknown,
  context: RequestContext,
  state: IngressState,
): Promise<IngressAnswer> {
  try {
    context.receivedAt = state.clock();
    context.remoteAddress = readAddress(context.request);
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
function checkHead(context: RequestContext, limits: BodyLimits, state: ServingState): Gate {
  const { route, auth } = context;
  const { method } = context.request;
  const { hooks } = state;
  if (method !== "POST" && auth?.handshake?.methods.includes(method) !== true) {
    return METHOD_NOT_ALLOWED;
  }
  if (auth !== undefined) return undefined;
  const refused = checkCredentials(context, state);
  if (refused !== undefined) return refused;
  if (route.name === "" || !hooks.hasRoute(route.name)) return NOT_FOUND;
  return checkTokenHead(context, limits, state);
}

function viewRequest(
  { request, route, headers, query, payload, receivedAt, proof, auth, hideSecrets }: RequestContext,
  { secretHeaders }: IngressState,
): EventView {
  return new EventView({
    path: route.name,
    proof,
    payload,
    receivedAt,
    headers,
    query,
    url: request.target,
    secretHeaders:
      auth === undefined ? secretHeaders : [...secretHeaders, ...auth.secretPlaces.headers],
    secretParameters: auth?.secretPlaces.query,
    hideSecrets,
  });
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
  state.observe(context, answer.status, state.clock);
  state.activity.end();
  return context.notes.credential === "query" ? markDeprecated(answer) : answer;
}
