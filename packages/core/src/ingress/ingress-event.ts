// What a request says of an event → the same without the hook token, for templates and transforms.
import type { HeaderRecord, HookEvent, QueryRecord } from "../model/event.ts";
import type { TokenCarriers } from "./read-token.ts";

export interface EventSource {
  readonly name: string;
  readonly payload: unknown;
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
  readonly target: string;
  readonly receivedAt: number;
}

/**
 * The gateway's own secrets would otherwise reach the agent through `{{headers}}`, or a transform.
 * They are taken out when something asks: most mappings read nothing but the payload.
 */
export class IngressEvent implements HookEvent {
  readonly path: string;
  readonly payload: unknown;
  readonly receivedAt: number;
  readonly #source: EventSource;
  readonly #carriers: TokenCarriers;

  constructor(source: EventSource, carriers: TokenCarriers) {
    this.path = source.name;
    this.payload = source.payload;
    this.receivedAt = source.receivedAt;
    this.#source = source;
    this.#carriers = carriers;
  }

  get headers(): HeaderRecord {
    return omit(this.#source.headers, ["authorization", "cookie", ...this.#carriers.headers]);
  }

  get query(): QueryRecord {
    const { query } = this.#source;
    return this.#carriers.query ? omit(query, ["token"]) : query;
  }

  /** Without the query, which may carry the token. */
  get url(): string {
    const { target } = this.#source;
    const queryAt = target.indexOf("?");
    return queryAt === -1 ? target : target.slice(0, queryAt);
  }
}

function omit<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
