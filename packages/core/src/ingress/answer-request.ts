// One request past the route → its answer and its record: the gates in order, each cheaper than the next.
import { describeError } from "../data/describe-error.ts";
import { parseQuery } from "../data/parse-query.ts";
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
import type { IngressState } from "./state.ts";

/** A request on its way, with what serves it to its end even where the host has other hooks by then. */
export interface RoutedRequest {
  readonly request: IngressRequest;
  readonly route: Route;
  readonly hooks: Hooks;
}

export async function answerRequest(
  { request, route, hooks }: RoutedRequest,
  state: IngressState,
): Promise<IngressAnswer> {
  const receivedAt = state.clock();
  const notes: RequestNotes = {};
  let answer: IngressAnswer;
  try {
    answer = await walkGates({ request, route, hooks, receivedAt, notes }, state);
  } catch (error) {
    answer = answerCrash(error, notes);
  }
  state.observe(request, { route, receivedAt, status: answer.status, notes });
  return notes.credential === "query" ? markDeprecated(answer) : answer;
}

function answerCrash(error: unknown, notes: RequestNotes): IngressAnswer {
  const detail = describeError(error);
  const refusal = createRefusal("internal_error", "The request could not be served.", { detail });
  return answerGate(refuse(refusal), notes);
}

interface Passage extends RoutedRequest {
  readonly receivedAt: number;
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
  const client = request.remoteAddress ?? "unknown";
  const credentials = checkCredentials({ headers, query, client }, { hooks, carriers, throttle });
  if (!credentials.ok) return answerGate(credentials.gate, notes);
  notes.credential = credentials.carrier;
  if (route.name === "" || !hooks.knows(route.name)) return answerGate(notFound(), notes);
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
  const resolution = resolved instanceof Promise ? await resolved : resolved;
  return answerResolution(resolution, passage, state);
}
