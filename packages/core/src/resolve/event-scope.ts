// An event → what matching, templates and transforms read of it.
import { lowerHeaderNames } from "../data/read-header.ts";
import { readOwn } from "../data/read-own.ts";
import { stripOuterSlashes } from "../data/strip-outer-slashes.ts";
import type { MatchSubject } from "../match/match-rule.ts";
import type { HeaderRecord, HookEvent, QueryRecord } from "../model/event.ts";
import type { Clock } from "../model/ports.ts";
import type { TransformContext } from "../model/transform.ts";

const NONE = {};

export class EventScope implements MatchSubject {
  readonly path: string;
  readonly payload: unknown;
  readonly #event: HookEvent;
  readonly #receivedAt: number;
  #headers: HeaderRecord | undefined;
  #query: QueryRecord | undefined;
  #now: string | undefined;

  constructor(event: HookEvent, clock: Clock) {
    this.path = stripOuterSlashes(event.path);
    this.payload = event.payload === undefined ? NONE : event.payload;
    this.#event = event;
    this.#receivedAt = event.receivedAt ?? clock();
  }

  get source(): string | undefined {
    const source = readOwn(this.payload, "source");
    return typeof source === "string" ? source : undefined;
  }

  /** Most events are resolved without a look at their headers and query. */
  get headers(): HeaderRecord {
    this.#headers ??= lowerHeaderNames(this.#event.headers ?? NONE);
    return this.#headers;
  }

  get query(): QueryRecord {
    this.#query ??= this.#event.query ?? NONE;
    return this.#query;
  }

  /** One value per event, formatted when it is first asked for. */
  now(): string {
    this.#now ??= new Date(this.#receivedAt).toISOString();
    return this.#now;
  }

  transformContext(payload: unknown): TransformContext {
    const { headers, query, path } = this;
    const url = this.#event.url ?? path;
    return { payload, body: payload, headers, query, path, url, now: this.now() };
  }
}
