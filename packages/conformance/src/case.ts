// One HTTP case of the contract, as data: the request, and the expected effects.
import type {
  DispatchContext,
  DispatchRejection,
  LateDispatch,
  RequestRecord,
} from "@hookwright/core/ingress";

/** `fails` rejects. `takes when aborted`: succeeds as soon as its signal aborts, as a dispatch that cannot be undone does. */
type DispatchBehavior = "takes" | "fails" | "never settles" | "takes when aborted";

/** The parts of a request that some runtimes rewrite or refuse before a handler sees it. */
export type Rewrite = "dot segments" | "repeated slashes";

/** The form in which a body parser before the hooks leaves the body. */
export type Parser = "json" | "text" | "bytes" | "json and raw body";

export interface CaseRequest {
  /** Default: POST. */
  readonly method?: string;
  readonly target: string;
  /** Sent in this order and spelling. A name may be repeated. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Default: the token of the base config as a bearer token; null: none. */
  readonly token?: string | null;
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks of this many bytes, without a declared length. */
  readonly chunked?: number;
  /** The length to declare instead of the true one. */
  readonly declaredLength?: number;
}

export interface CaseExpectation {
  readonly status: number;
  /** Names in lower case. A header must be equal to the value, match it, or be absent for null. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The exact bytes of the answer. */
  readonly body?: string | RegExp;
  /** The stable code of a refusal, whose answer must have the shape of all errors. */
  readonly code?: string;
  /** Paths of the issues of a refusal, in order. */
  readonly issues?: readonly string[];
  /** The dispatched actions, each with some of its fields. Default: none. */
  readonly actions?: readonly object[];
  /** Some fields of the record. Its `code` must be that of the answer. */
  readonly record?: { readonly [Field in keyof RequestRecord]?: unknown };
}

export interface Case {
  /** A sentence that states the behavior. */
  readonly name: string;
  /** Merged into the `hooks` block of the base config. */
  readonly hooks?: object;
  /** Other top-level keys of the config, beside `hooks`. */
  readonly config?: object;
  /** Makes every dispatch fail. */
  readonly dispatchFails?: true | DispatchRejection;
  /** What the dispatches do, in turn; the last is repeated. Default: each accepts its action at once. */
  readonly dispatches?: readonly DispatchBehavior[];
  /** The contexts of the dispatches, each with some of its fields. Default: none is checked. */
  readonly contexts?: readonly { readonly [Field in keyof DispatchContext]?: unknown }[];
  /** Makes the function `hooks` of the ingress throw. */
  readonly hooksThrow?: boolean;
  /** The client disconnects when the first dispatch has begun. There is a record, but no answer. */
  readonly leaves?: boolean;
  /** The late outcomes that are reported, each with some of its fields. Default: none. */
  readonly late?: readonly { readonly [Field in keyof LateDispatch]?: unknown }[];
  /** Further options of the ingress. */
  readonly options?: object;
  /** A request that is sent this many times before the tested one. */
  readonly before?: { readonly times: number; readonly request: CaseRequest };
  readonly request: CaseRequest;
  readonly expect: CaseExpectation | "not ours";
  /** A parser that reads the body before the hooks. Skipped on targets without one. */
  readonly behind?: Parser;
  /** The part of the request that must reach the adapter unchanged. */
  readonly needs?: Rewrite;
}
