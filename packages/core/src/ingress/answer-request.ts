// One request past the route → its answer and its record: the gates in order, each cheaper than the next.
import { describeError } from "../data/describe-error.ts";
import { parseQuery } from "../data/parse-query.ts";
import { isPromiseLike } from "../data/promise.ts";
import type { Hooks } from "../model/hooks.ts";
import { createRefusal } from "../problem/refusal.ts";
import { answerGate, answerResolution, notFound } from "./answer-resolution.ts";
import { checkBody, checkDeclaredLength } from "./check-body.ts";
import { checkCredentials } from "./check-credentials.ts";
import { checkMethod } from "./check-method.ts";
import { decodeBody } from "./decode-body.ts";
import { markDeprecated } from "./deprecated-query.ts";
import type { Route } from "./find-route.ts";
import { refuse } from "./gate.ts";
import { IngressEvent } from "./ingress-event.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer, IngressRequest } from "./request.ts";
import { resolveInTime } from "./resolve-in-time.ts";
import type { IngressState } from "./state.ts";

/** A request on its way, with what serves it to its end even where the host has other hooks by then. */
export interface RoutedRequest {
  readonly request: IngressRequest;
  readonly route: Route;
  /** Absent where asking for them failed. */
  readonly hooks: Hooks | undefined;
  /** Where asking for the hooks failed: what was thrown. */
  readonly failure?: unknown;
}

export async function answerRequest(
  { request, route, hooks, failure }: RoutedRequest,
  state: IngressState,
): Promise<IngressAnswer> {
  const notes: RequestNotes = {};
  let receivedAt = 0;
  let remoteAddress: string | undefined;
  let answer: IngressAnswer;
  try {
    receivedAt = state.clock();
    ({ remoteAddress } = request);
    if (hooks === undefined) throw failure;
    answer = await walkGates({ request, route, hooks, receivedAt, remoteAddress, notes }, state);
  } catch (error) {
    answer = answerCrash(error, notes);
  }
  const { status } = answer;
  state.observe(request, { route, receivedAt, remoteAddress, status, notes });
  return notes.credential === "query" ? markDeprecated(answer) : answer;
}

function answerCrash(error: unknown, notes: RequestNotes): IngressAnswer {
  const detail = describeError(error);
  const refusal = createRefusal("internal_error", "The request could not be served.", { detail });
  return answerGate(refuse(refusal), notes);
}

interface Passage extends Pick<RoutedRequest, "request" | "route"> {
  readonly hooks: Hooks;
  readonly receivedAt: number;
  readonly remoteAddress: string | undefined;
  readonly notes: RequestNotes;
}

/** The awaits are few on purpose: each costs a small request a hundredth. */
async function walkGates(passage: Passage, state: IngressState): Promise<IngressAnswer> {
  const { request, route, hooks, notes, receivedAt } = passage;
  const { carriers, throttle } = state;
  const method = checkMethod(request.method);
  if (method !== undefined) return answerGate(method, notes);

  const { headers } = request;
  const query = parseQuery(route.query);
  const client = passage.remoteAddress ?? "unknown";
  const credentials = checkCredentials({ headers, query, client }, { hooks, carriers, throttle });
  if (!credentials.ok) return answerGate(credentials.gate, notes);
  notes.credential = credentials.carrier;
  if (route.name === "" || !hooks.hasRoute(route.name)) return answerGate(notFound(), notes);
  if (credentials.carrier === "query") state.warnQueryToken(route.name);

  const limits = {
    maxBytes: hooks.settings.maxBodyBytes,
    timeoutMs: state.bodyTimeoutMs,
  };
  const declared = checkDeclaredLength(headers, limits);
  if (declared !== undefined) return answerGate(declared, notes);
  const reading = checkBody(await request.readBody(limits), limits);
  if (!reading.ok) return answerGate(reading.gate, notes);
  if (reading.body.kind === "bytes") notes.bodyBytes = reading.body.bytes.length;
  const decoding = decodeBody(reading.body, headers);
  if (!decoding.ok) return answerGate(decoding.gate, notes);

  const source = {
    name: route.name,
    payload: decoding.payload,
    headers,
    query,
    target: request.target,
    receivedAt,
  };
  const resolved = hooks.resolve(new IngressEvent(source, carriers.headers));
  if (!isPromiseLike(resolved)) return answerResolution(resolved, passage, state);
  const deadline = state.clock() + state.requestTimeoutMs;
  const result = await resolveInTime(resolved, state);
  if (!result.ok) return answerGate(result.gate, notes);
  return answerResolution(result.resolution, { ...passage, deadline }, state);
}
