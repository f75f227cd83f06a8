// An event → what templates and transforms read of it.
import { stripOuterSlashes } from "../data/strip-outer-slashes.ts";
import type { HeaderRecord, HookEvent, QueryRecord } from "../model/event.ts";
import type { Clock } from "../model/ports.ts";
import type { TransformContext } from "../model/transform.ts";
import type { Scope } from "../template/scope.ts";

const NONE = {};

export class EventScope implements Scope {
  readonly path: string;
  readonly payload: unknown;
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
  readonly #url: string | undefined;
  readonly #receivedAt: number;
  #now: string | undefined;

  constructor(event: HookEvent, clock: Clock) {
    this.path = stripOuterSlashes(event.path);
    this.payload = event.payload ?? NONE;
    this.headers = event.headers ?? NONE;
    this.query = event.query ?? NONE;
    this.#url = event.url;
    this.#receivedAt = event.receivedAt ?? clock();
  }

  /** One value per event, formatted when it is first asked for. */
  now(): string {
    this.#now ??= new Date(this.#receivedAt).toISOString();
    return this.#now;
  }

  transformContext(): TransformContext {
    const { payload, headers, query, path } = this;
    return {
      payload,
      body: payload,
      headers,
      query,
      path,
      url: this.#url ?? path,
      now: this.now(),
    };
  }
}
