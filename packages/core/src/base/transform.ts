// The types of transform functions and of their modules.

import type { PromiseOrValue } from "@hookwright/base";
import type { TransformResult } from "../generated/config-types.ts";

export type { TransformResult } from "../generated/config-types.ts";

/** What every runtime's `URL` has. */
interface BareUrl {
  readonly href: string;
  readonly pathname: string;
  readonly search: string;
  readonly searchParams: {
    get(name: string): string | null;
    getAll(name: string): string[];
    has(name: string): boolean;
  };
  toString(): string;
}

/** The author's own `URL` where the types of a runtime are loaded, so that other functions take it. */
export type TransformUrl = typeof globalThis extends { URL: { prototype: infer Url } }
  ? Url
  : BareUrl;

/** What a transform function gets. The payload is untrusted; `body` is another name for it. */
export interface TransformContext<Payload = unknown> {
  readonly payload: Payload;
  readonly body: Payload;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  /** The path and the query as sent, without the token, on `http://localhost`. */
  readonly url: TransformUrl;
  /** Time of receipt, ISO 8601. */
  readonly now: string;
}

/** The limits of one call of a transform. */
export interface TransformCall {
  /** The time limit in milliseconds. A later result is ignored. */
  readonly timeoutMs: number;
}

/**
 * A transform returns part of an action, whose fields replace those of the mapping's action; `null` or
 * `{ action: null }` for "handled, nothing to do"; or `undefined` to keep the mapping's action.
 *
 * If it throws, the event fails. The record then has "threw" with the name and the message of the error,
 * or the message alone for an error named `TransformFailure`, which a runner of modules throws. An error
 * named `TransformOverload` is a 503 instead of a 500: the event can be sent again.
 *
 * @example
 * ```ts
 * const onlyMain: Transform<{ ref: string }> = ({ payload }) =>
 *   payload.ref === "refs/heads/main" ? undefined : null;
 * ```
 */
export type Transform<Payload = unknown> = (
  context: TransformContext<Payload>,
  call: TransformCall,
) => PromiseOrValue<TransformResult | { action: null } | null | undefined>;

/** An imported module. The transform is the export that the mapping names, `default` or `transform`. */
export type TransformModule = Transform<never> | Readonly<Record<string, unknown>>;
