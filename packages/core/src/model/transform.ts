// The seam between a mapping and the author's own code.
import type { TransformResult } from "../generated/config-types.ts";
import type { PromiseOrValue } from "./resolution.ts";

export type { TransformResult } from "../generated/config-types.ts";

/** What a transform function gets. The payload is untrusted; `body` is another name for it. */
export interface TransformContext<Payload = unknown> {
  readonly payload: Payload;
  readonly body: Payload;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  readonly url: string;
  /** Time of receipt, ISO 8601. */
  readonly now: string;
}

/** How a transform is called. */
export interface TransformCall {
  /** Time that it has, in milliseconds. What it does after that changes nothing. */
  readonly timeoutMs: number;
}

/**
 * A transform: part of an action to lay over the mapping's own, `null` (or `{ action: null }`) for
 * "handled, nothing to do", `undefined` to leave the mapping's action as it is.
 *
 * What it throws makes the event fail, and is told in the record: as "threw", the name and the message,
 * or as the message alone where whoever runs modules throws an error named `TransformFailure`.
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

/** A module as imported: its default export, or one called `transform`, or the one a mapping names. */
export type TransformModule = Transform<never> | Readonly<Record<string, unknown>>;
