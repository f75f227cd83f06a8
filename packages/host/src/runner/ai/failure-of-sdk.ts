// What the AI SDK threw, or sent as an error of the stream → the failure of the turn.
import { jsonFromText, readMember } from "@hookwright/base";
import { failureOfFetch } from "@hookwright/node-kit/http";
import type { TurnFailure } from "../../model/turn.ts";
import { failureOfCall } from "../call-error.ts";
import {
  createFailure,
  errorFromBody,
  FAILURES,
  failureOfService,
  type ServiceError,
} from "../failures.ts";
import { readRetryAdvice } from "../retry-advice.ts";

interface SdkFailureFacts {
  /** The model's provider, as the subject of a sentence. */
  readonly who: string;
  /** Text or a call of a tool came before: the turn may have done something. */
  readonly didSomething: boolean;
  readonly partial: string;
  /** Milliseconds since the epoch, for waits that are dates. */
  readonly now: number;
}

interface SdkErrorKind {
  readonly code: string;
  /** Continues "The model service …". */
  readonly says: string;
  /** Whether the same turn can succeed later. */
  readonly passes?: boolean;
  readonly scope?: TurnFailure["scope"];
}

const NO_SUCH_MODEL: SdkErrorKind = {
  code: "model_not_found",
  says: `has no such model. ${FAILURES.model_not_found.hint}`,
  scope: "run",
};

const BAD_REQUEST: SdkErrorKind = {
  code: "bad_request",
  says: `does not accept this turn. ${FAILURES.bad_request.hint}`,
};

const NO_END: SdkErrorKind = {
  code: "incomplete",
  says: "ended its answer in the middle. See its log.",
  passes: true,
};

/**
 * Errors that the SDK makes itself, by `name`: a program may have several copies of its classes. Those of a request
 * are read as the answer of the service.
 */
const KINDS: ReadonlyMap<unknown, SdkErrorKind> = new Map([
  [
    "AI_LoadAPIKeyError",
    {
      code: "unauthorized",
      says: `has no API key. ${FAILURES.unauthorized.hint}`,
      passes: true,
      scope: "runner",
    },
  ],
  [
    "AI_LoadSettingError",
    {
      code: "setting_missing",
      says: "lacks a setting. Pass it to the provider, or set its variable in the environment.",
      passes: true,
      scope: "runner",
    },
  ],
  ["AI_NoSuchModelError", NO_SUCH_MODEL],
  ["AI_NoSuchProviderError", NO_SUCH_MODEL],
  ["AI_InvalidPromptError", BAD_REQUEST],
  ["AI_InvalidArgumentError", BAD_REQUEST],
  ["AI_UnsupportedFunctionalityError", BAD_REQUEST],
  [
    "AI_UnsupportedModelVersionError",
    {
      code: "bad_request",
      says: 'needs another major version of "ai". Install versions that match.',
      scope: "run",
    },
  ],
  ["AI_EmptyResponseBodyError", NO_END],
  ["AI_NoContentGeneratedError", NO_END],
  ["AI_NoOutputGeneratedError", NO_END],
  [
    "AI_JSONParseError",
    {
      code: "not_json",
      says: "answers with something that is not JSON. Check baseURL of the provider.",
    },
  ],
]);

/** The sentence of the error is not shown: it may contain the request, the address or a key. */
export function failureOfSdk(error: unknown, facts: SdkFailureFacts): TurnFailure {
  const name = readMember(error, "name");
  // A wrapped model may retry by itself.
  if (name === "AI_RetryError") return failureOfSdk(readMember(error, "lastError"), facts);
  const kind = isEndless(error) ? NO_END : KINDS.get(name);
  if (kind !== undefined) {
    const { code, says, passes = false, scope } = kind;
    const retryable = passes && !facts.didSomething;
    return createFailure(code, `${facts.who} ${says}`, { ...facts, retryable, scope });
  }
  const service = readServiceError(error);
  if (service.status === undefined) {
    const { system, kind: phase } = failureOfFetch(error);
    if (system !== undefined) {
      const code = phase === "not_connected" ? "not_connected" : "connection_lost";
      return failureOfCall(code, { ...facts, system });
    }
    // The status is good, and the SDK could not read the body.
    const cause = readMember(error, "cause");
    if (UNREAD.has(readMember(cause, "name"))) return failureOfSdk(cause, facts);
  }
  return failureOfService(service, { ...facts, ...readAdvice(error, service, facts.now) });
}

/** Some providers report a stream without its last event this way, but without `data`. */
function isEndless(error: unknown): boolean {
  const isAboutData = readMember(error, "name") === "AI_InvalidResponseDataError";
  return isAboutData && readMember(error, "data") === undefined;
}

const UNREAD: ReadonlySet<unknown> = new Set(["AI_JSONParseError", "AI_TypeValidationError"]);

/** What the service said: in a refusal, in an event of the stream, or in a value of no known shape. */
function readServiceError(error: unknown): ServiceError {
  const code = readMember(error, "statusCode");
  const status = typeof code === "number" && code >= 300 ? code : undefined;
  switch (readMember(error, "name")) {
    case "AI_TypeValidationError":
      return errorFromBody(readMember(error, "value"));
    case "AI_APICallError": {
      const text = readMember(error, "responseBody");
      const body = typeof text === "string" ? jsonFromText(text) : undefined;
      return errorFromBody(body ?? readMember(error, "data"), status);
    }
    default:
      // A text is a sentence of the service, which may contain anything.
      return errorFromBody(typeof error === "string" ? undefined : error, status);
  }
}

/** A status says enough; without one, the provider knows best. */
function readAdvice(
  error: unknown,
  { status }: ServiceError,
  now: number,
): ReturnType<typeof readRetryAdvice> {
  const isRetryable = readMember(error, "isRetryable");
  const get = (name: string): string | null => {
    const value = readMember(error, "responseHeaders", name);
    return typeof value === "string" ? value : null;
  };
  return {
    ...(status === undefined && typeof isRetryable === "boolean" && { shouldRetry: isRetryable }),
    ...readRetryAdvice({ get }, now),
  };
}
