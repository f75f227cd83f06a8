// Transforms: what a module gets and returns, and the port that loads modules.
import type { PromiseOrValue, QueryRecord } from "@hookwright/base";
import type { TransformResult } from "../generated/config-types.ts";

export type { TransformResult } from "../generated/config-types.ts";

/** The members that `URL` has in every runtime. */
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

/** The author's own `URL` if the types of a runtime are loaded, so that other functions accept it. */
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
  /** The time limit in milliseconds. Later results are ignored. */
  readonly timeoutMs: number;
}

/**
 * A transform returns part of an action, whose fields replace those of the mapping's action; `null` or
 * `{ action: null }` for "handled, nothing to do"; or `undefined` to keep the mapping's action.
 *
 * If it throws, the event fails. The record then has "threw" with the name and the message of the error, in which
 * `…` replaces values of the event, or the message alone for an error named `TransformFailure`, which a runner
 * of modules throws. An error named `TransformOverload` is a 503 instead of a 500: the event can be sent again.
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

/** Every supported runtime has this class. */
declare class URL {
  constructor(url: string);
  pathname: string;
  readonly searchParams: {
    has(name: string): boolean;
    append(name: string, value: string): void;
    delete(name: string): void;
  };
}

/** The fixed origin of `context.url`, because the sender chooses the host in a request. */
const ORIGIN = "http://localhost";

/** `target` begins with a slash, or with the scheme and host of the sender. */
export function createTransformUrl(
  target: string,
  secretParameters: readonly string[] = [],
): TransformUrl {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
  // Not resolved against the origin: "//evil.example/x" would replace the host.
  return withoutSecrets(new URL(ORIGIN + path), ["token", ...secretParameters]);
}

interface UrlParts {
  readonly basePath: string;
  /** Without outer slashes. */
  readonly path: string;
  readonly query: QueryRecord;
}

/** For an event without a request target. */
export function createUrlFromParts({ basePath, path, query }: UrlParts): TransformUrl {
  const url = new URL(ORIGIN);
  url.pathname = `${basePath}/${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return withoutSecrets(url, ["token"]);
}

/** Removes parameters in any spelling of their names: "%74oken" is `token`, too. */
function withoutSecrets(url: URL, names: readonly string[]): TransformUrl {
  for (const name of names) {
    // Only if it is present: a deletion re-encodes all other parameters.
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  return url as unknown as TransformUrl;
}

type Returned = PromiseOrValue<TransformResult | { action: null } | null | undefined>;

/** The fields of a result, or of a promised one, that no action has, for example misspelled ones. */
type UnknownField<Value> =
  Awaited<Value> extends infer Part
    ? Part extends object
      ? Exclude<keyof Part, keyof TransformResult>
      : never
    : never;

/** `unknown` accepts the function; the other type matches no function, and its error names the field. */
type Checked<Value> = [UnknownField<Value>] extends [never]
  ? unknown
  : { readonly "This field cannot be set by a transform": UnknownField<Value> };

/**
 * Types a transform: annotate the context with the type of the payload, and the rest is inferred.
 * A field of a wrong type and a field that no action has, such as a misspelled one, are errors.
 * At run time it returns its argument. `defineTransform<Push>(…)` is shorter, and finds wrong types but
 * no misspelled fields.
 *
 * @example
 * ```ts
 * export default defineTransform(({ payload }: TransformContext<{ ref: string }>) =>
 *   payload.ref === "refs/heads/main" ? { message: `Pushed to ${payload.ref}.` } : null,
 * );
 * ```
 */
export function defineTransform<Payload = unknown, Value extends Returned = Returned>(
  transform: ((context: TransformContext<Payload>, call: TransformCall) => Value) & Checked<Value>,
): Transform<Payload> {
  return transform;
}
