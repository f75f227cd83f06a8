// One request past the route → its answer and its record: the gates in order, each cheaper than the next.
import { canonicalAddress } from "../data/address.ts";
import { describeError } from "../data/describe-error.ts";
import { EventView } from "../data/event-view.ts";
import { isPromiseLike } from "../data/promise.ts";
import { createRefusal } from "../problem/refusal.ts";
import { answerGate, answerResolution, NOT_FOUND } from "./answer-resolution.ts";
import { checkBody, checkDeclaredLength } from "./check-body.ts";
import { checkCredentials } from "./check-credentials.ts";
import { decodeBody } from "./decode-body.ts";
import { markDeprecated } from "./deprecated-query.ts";
import { pathOfTarget } from "./find-route.ts";
import { type Gate, refuse } from "./gate.ts";
import type { IngressAnswer, IngressRequest } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import { resolveInTime } from "./resolve-in-time.ts";
import type { IngressState, ServingState } from "./state.ts";

/** The awaits are few on purpose: each costs a small request a hundredth. */
export async function answerRequest(
  context: RequestContext,
  state: ServingState,
): Promise<IngressAnswer> {
  const { request, notes } = context;
  const { hooks, limits } = state;
  try {
    context.receivedAt = state.clock();
    context.remoteAddress = readAddress(request);
    context.headers = request.headers;
    const refused = checkHead(context, state);
    if (refused !== undefined) return finish(answerGate(refused, notes), context, state);

    const body = checkBody(await request.readBody(limits), limits);
    if ("refusal" in body) return finish(answerGate(body, notes), context, state);
    if (body.kind === "bytes") notes.bodyBytes = body.bytes.length;
    const decoded = decodeBody(body, context.headers);
    if (!decoded.ok) return finish(answerGate(decoded.gate, notes), context, state);

    let resolution = hooks.resolve(viewRequest(context, decoded.payload, state));
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

/** The gates that need no body. */
function checkHead(context: RequestContext, state: ServingState): Gate {
  const { request, route, headers, notes } = context;
  const { hooks, limits } = state;
  if (request.method !== "POST") return METHOD_NOT_ALLOWED;
  const refused = checkCredentials(context, state);
  if (refused !== undefined) return refused;
  if (route.name === "" || !hooks.hasRoute(route.name)) return NOT_FOUND;
  if (notes.credential === "query") state.warnQueryToken(route.name);
  return checkDeclaredLength(headers, limits);
}

function viewRequest(
  { request, route, headers, query, receivedAt, hideSecrets }: RequestContext,
  payload: unknown,
  { secretHeaders }: IngressState,
): EventView {
  const url = hideSecrets(pathOfTarget(request.target));
  return new EventView({
    path: route.name,
    payload,
    receivedAt,
    headers,
    query,
    url,
    secretHeaders,
    hideSecrets,
  });
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
  state.observe(context, answer.status);
  return context.notes.credential === "query" ? markDeprecated(answer) : answer;
}
