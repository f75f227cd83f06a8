// One HTTP case of the contract, as data: what is sent, and what must come of it.
import type { LateDispatch, RequestRecord } from "@hookwright/core/ingress";

/** `takes when aborted`: succeeds as soon as its signal aborts, as one past the point of return does. */
export type DispatchBehavior = "takes" | "never settles" | "takes when aborted";

/** What some runtimes mend or refuse before a handler sees it. */
export type Need = "dot segments" | "repeated slashes";

/** What a body parser before the hooks leaves on the request. */
export type Parser = "json" | "text" | "bytes" | "json and raw body";

export interface CaseRequest {
  /** Default: POST. */
  readonly method?: string;
  readonly target: string;
  /** In the order and spelling in which they are sent; a name may come twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Default: the token of the base config as a bearer token; null: none. */
  readonly token?: string | null;
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks of so many bytes, without a declared length. */
  readonly chunked?: number;
  /** The length to declare instead of the true one. */
  readonly declaredLength?: number;
}

export interface CaseExpectation {
  readonly status: number;
  /** Lower-case names; the value must be equal, or match, or (null) must not be there. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The exact bytes of the answer. */
  readonly body?: string | RegExp;
  /** The stable code of a refusal. Its answer must have the one shape of all errors. */
  readonly code?: string;
  /** Paths of the issues of a refusal, in order. */
  readonly issues?: readonly string[];
  /** What was dispatched, each as a part of the action. Default: nothing. */
  readonly actions?: readonly object[];
  /** Part of the record. Its `code` is the one of the answer. */
  readonly record?: { readonly [Field in keyof RequestRecord]?: unknown };
}

export interface Case {
  /** A sentence that says what holds. */
  readonly name: string;
  /** Laid over the `hooks` block of the base config. */
  readonly hooks?: object;
  /** Neighbours of `hooks`. */
  readonly config?: object;
  /** Makes the host's dispatch fail. */
  readonly dispatchFails?: boolean;
  /** What the dispatches do, in turn; the last goes on. Default: each takes its action at once. */
  readonly dispatches?: readonly DispatchBehavior[];
  /** Makes asking for the hooks fail. */
  readonly hooksThrow?: boolean;
  /** The client goes away when the first dispatch has begun: there is a record, and no answer. */
  readonly leaves?: boolean;
  /** Late outcomes that are reported, each as a part. Default: none. */
  readonly late?: readonly { readonly [Field in keyof LateDispatch]?: unknown }[];
  /** Options of the ingress beside the usual. */
  readonly options?: object;
  /** Sent so many times before the request that counts. */
  readonly before?: { readonly times: number; readonly request: CaseRequest };
  readonly request: CaseRequest;
  readonly expect: CaseExpectation | "not ours";
  /** Where something before the hooks has read the body. Skipped where nothing can. */
  readonly behind?: Parser;
  /** What must reach the adapter as it was sent. */
  readonly needs?: Need;
}
