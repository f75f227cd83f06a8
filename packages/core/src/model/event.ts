// The event: one accepted request, and the view of it that matching, conditions, templates and transforms read.
import {
  type Clock,
  type HeaderRecord,
  lowerHeaderNames,
  type QueryRecord,
  readHeader,
  readPayload,
  stripOuterSlashes,
} from "@hookwright/base";
import type { HideSecrets } from "./secrets.ts";
import { createTransformUrl, createUrlFromParts, type TransformContext } from "./transform.ts";

/**
 * One accepted, decoded request. Everything in it except `receivedAt` is untrusted.
 *
 * @example
 * ```ts
 * const event = { path: "github", payload: { action: "opened" } };
 * ```
 */
export interface HookEvent {
  /** The part of the URL path after the base path, without outer slashes: `github`. */
  readonly path: string;
  /** The decoded body: any JSON value. */
  readonly payload: unknown;
  readonly headers?: HeaderRecord | undefined;
  readonly query?: QueryRecord | undefined;
  /** The request target as sent, for transforms: `/hooks/github?x=1`. */
  readonly url?: string | undefined;
  /** For `explain`: the numbers that the payload has as text, as `parseJson` returns them. */
  readonly integersAsText?: readonly string[] | undefined;
  /**
   * What authenticated the sender: the id of a `RouteAuth`, or `"token"` for the hook token. A mapping
   * matches only events with the proof of its own `auth`. Undefined: the caller of `resolve` vouches for the
   * event.
   */
  readonly proof?: string | undefined;
  /** Time of receipt in milliseconds since the epoch; default: the clock port. */
  readonly receivedAt?: number | undefined;
}

/** The parts of an event. */
interface EventParts {
  /** Without outer slashes. */
  readonly path: string;
  readonly payload: unknown;
  readonly receivedAt: number;
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
  /** The request target as sent, if the event has one. */
  readonly url: string | undefined;
  /** As in `HookEvent`. */
  readonly proof?: string | undefined;
  /**
   * For a request, whose header names are in lower case: the headers to hide, because otherwise the gateway's
   * own secrets could reach the agent through `{{headers}}` or a transform. Undefined for an event of an
   * integrator, which is shown in full.
   */
  readonly secretHeaders: readonly string[] | undefined;
  /** For a request: further query parameters to hide. */
  readonly secretParameters?: readonly string[] | undefined;
  /** For a request: hides the hook token, which proxies copy from the target into headers. */
  readonly hideSecrets?: HideSecrets;
  /** For a request: whether its client disconnected, or was answered before the event was resolved. */
  readonly isOver?: () => boolean;
}

/** One element of an event, with the payload that has only this element. */
interface EventElement {
  readonly item: unknown;
  readonly index: number;
  readonly payload: unknown;
}

/** The part of an event that is read: for the templates of one mapping, or one element. */
interface EventPart {
  readonly mapping: string | undefined;
  readonly element: EventElement | undefined;
}

/** Values that are computed at most once for all views of an event. */
interface EventCache {
  headers?: HeaderRecord;
  query?: QueryRecord;
  now?: string;
}

const NONE = {};

const SOURCE = ["source"];

const WHOLE: EventPart = { mapping: undefined, element: undefined };

/**
 * The view of an event, from the ingress to the templates. Most mappings read only the payload and at most
 * one header, so nothing else is copied up front.
 */
export class EventView implements HookEvent {
  readonly path: string;
  readonly payload: unknown;
  readonly receivedAt: number;
  readonly proof: string | undefined;
  /** The id of the mapping that reads this view. */
  readonly mapping: string | undefined;
  readonly item: unknown;
  readonly index: number | undefined;
  readonly #parts: EventParts;
  readonly #cache: EventCache;

  constructor(parts: EventParts, cache: EventCache = {}, { mapping, element }: EventPart = WHOLE) {
    this.path = parts.path;
    this.payload = element === undefined ? parts.payload : element.payload;
    this.receivedAt = parts.receivedAt;
    this.proof = parts.proof;
    this.mapping = mapping;
    this.item = element?.item;
    this.index = element?.index;
    this.#parts = parts;
    this.#cache = cache;
  }

  /** Makes a view of an integrator's event. Events of an ingress are already views. */
  static of(event: HookEvent, clock: Clock): EventView {
    if (event instanceof EventView) return event;
    const { payload = NONE } = event;
    const path = stripOuterSlashes(event.path);
    return new EventView({
      path,
      payload,
      receivedAt: event.receivedAt ?? clock(),
      headers: event.headers ?? NONE,
      query: event.query ?? NONE,
      url: event.url,
      proof: event.proof,
      secretHeaders: undefined,
    });
  }

  /** The same event for the templates of one mapping, or for one element. */
  forMapping(mapping: string, element?: EventElement): EventView {
    return new EventView(this.#parts, this.#cache, { mapping, element });
  }

  get source(): string | undefined {
    const source = readPayload(this.payload, SOURCE);
    return typeof source === "string" ? source : undefined;
  }

  /** The target without the token, which may be in the query of a request. */
  get url(): string | undefined {
    const target = this.#target;
    if (target === undefined || this.#parts.secretHeaders === undefined) return target;
    const { pathname, search } = createTransformUrl(target, this.#parts.secretParameters);
    return pathname + search;
  }

  get #target(): string | undefined {
    const { url, hideSecrets = asItIs } = this.#parts;
    return url === undefined ? undefined : hideSecrets(url);
  }

  /** One header by its lower-case name, without a copy of all headers. */
  header(name: string): string | undefined {
    const { headers, secretHeaders, hideSecrets = asItIs } = this.#parts;
    if (secretHeaders === undefined) return readHeader(this.headers, name);
    const value = isHidden(name, secretHeaders) ? undefined : readHeader(headers, name);
    return value === undefined ? undefined : hideSecrets(value);
  }

  get headers(): HeaderRecord {
    const { headers, secretHeaders, hideSecrets = asItIs } = this.#parts;
    this.#cache.headers ??=
      secretHeaders === undefined
        ? lowerHeaderNames(headers)
        : withoutSecrets(headers, secretHeaders, hideSecrets);
    return this.#cache.headers;
  }

  get query(): QueryRecord {
    const { query, secretHeaders, secretParameters = [], hideSecrets = asItIs } = this.#parts;
    this.#cache.query ??=
      secretHeaders === undefined
        ? query
        : withoutSecrets(query, [...SECRET_PARAMETERS, ...secretParameters], hideSecrets);
    return this.#cache.query;
  }

  /** Whether the resolution is no longer needed. */
  isOver(): boolean {
    return this.#parts.isOver?.() === true;
  }

  /** The same value for all reads of an event. */
  now(): string {
    this.#cache.now ??= new Date(this.receivedAt).toISOString();
    return this.#cache.now;
  }

  transformContext(basePath: string): TransformContext {
    const { payload, headers, query, path } = this;
    const target = this.#target;
    const url =
      target === undefined
        ? createUrlFromParts({ basePath, path, query })
        : createTransformUrl(target, this.#parts.secretParameters);
    return { payload, body: payload, headers, query, path, url, now: this.now() };
  }
}

/** Hidden even if `?token=` is switched off, because some senders still send the real token. */
const SECRET_PARAMETERS = ["token"];

/** `__proto__` is hidden, too, as everywhere in a payload. */
function isHidden(name: string, secret: readonly string[]): boolean {
  return name === "__proto__" || secret.includes(name);
}

/** Secrets in names are hidden, too: a sender may write `?the-token`. */
function withoutSecrets<Value extends HeaderRecord[string]>(
  record: Readonly<Record<string, Value>>,
  secret: readonly string[],
  hideSecrets: HideSecrets,
): Readonly<Record<string, Value>> {
  const hide = (value: Value): Value =>
    (Array.isArray(value) ? value.map(hideSecrets) : value && hideSecrets(String(value))) as Value;
  const shown = Object.entries(record).filter(([name]) => !isHidden(name, secret));
  return Object.fromEntries(shown.map(([name, value]) => [hideSecrets(name), hide(value)]));
}

function asItIs(text: string): string {
  return text;
}

/** The proof of an event whose request had the hook token. */
export const TOKEN_PROOF = "token";
