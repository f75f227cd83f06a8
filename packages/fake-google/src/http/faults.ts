// Faults that tests plan → the behavior of the next matching requests.
import type { FakeAnswer } from "./answer.ts";
import { gmailError, oauthError, pubsubError } from "./answer.ts";
import type { FakeRequest, ServiceName } from "./route.ts";

/** Which requests fail. An absent key matches every request. */
export interface FaultMatcher {
  readonly service?: ServiceName;
  readonly method?: string;
  /** A part of the path with its query, such as `/history`. */
  readonly path?: string;
  /** How many matching requests succeed first. */
  readonly skip?: number;
  /** How many fail then; default 1. */
  readonly times?: number;
}

/**
 * `reset`: the connection ends without a response, before or after the effect. `half`: the response breaks off after
 * the effect. `delay`: the response is late; if it is later than the timeout of the client, there is none.
 */
export type Fault =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "reset"; readonly when: "before" | "after" }
  | { readonly kind: "half" }
  | { readonly kind: "delay"; readonly milliseconds: number };

export interface PlannedFault {
  readonly matcher: FaultMatcher;
  readonly fault: Fault;
  skip: number;
  left: number;
}

export function planFault(matcher: FaultMatcher, fault: Fault): PlannedFault {
  return { matcher, fault, skip: matcher.skip ?? 0, left: matcher.times ?? 1 };
}

/** Removes the fault from the plan after its last use. */
export function takeFault(
  plan: PlannedFault[],
  service: ServiceName,
  request: FakeRequest,
): Fault | undefined {
  const found = plan.find(({ matcher, left }) => left > 0 && doesFit(matcher, service, request));
  if (found === undefined) return undefined;
  if (found.skip > 0) {
    found.skip -= 1;
    return undefined;
  }
  found.left -= 1;
  if (found.left === 0) plan.splice(plan.indexOf(found), 1);
  return found.fault;
}

function doesFit(matcher: FaultMatcher, service: ServiceName, request: FakeRequest): boolean {
  if (matcher.service !== undefined && matcher.service !== service) return false;
  if (matcher.method !== undefined && matcher.method !== request.method) return false;
  return matcher.path === undefined || `${request.path}?${request.query}`.includes(matcher.path);
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** An error with a status, in the form of the service. A 502 is a page of the proxy in front of it. */
export function faultAnswer(
  fault: Fault & { readonly kind: "status" },
  service: ServiceName,
): FakeAnswer {
  const { status, body } = fault;
  const headers = fault.headers && { headers: fault.headers };
  if (body !== undefined) return { status, body, ...headers };
  const word = STATUS_WORDS[status] ?? "UNKNOWN";
  const message = "The service is currently unavailable.";
  const forms: Readonly<Record<ServiceName, FakeAnswer>> = {
    gmail: gmailError({ code: status, reason: "backendError", message, status: word }),
    pubsub: pubsubError(status, word, message),
    oauth: oauthError(status, "internal_failure", message),
    control: { status },
  };
  return { ...forms[service], ...headers };
}
