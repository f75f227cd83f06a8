// What a request says of an event → the same without the hook token, for templates and transforms.
import type { HeaderRecord, HookEvent, QueryRecord } from "../model/event.ts";
import { toOriginForm } from "./find-route.ts";

export interface EventSource {
  readonly name: string;
  readonly payload: unknown;
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
  readonly target: string;
  readonly receivedAt: number;
}

/** Secrets by their nature, whoever they are for. */
const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

/**
 * The gateway's own secrets would otherwise reach the agent through `{{headers}}`, or a transform.
 * They are taken out when something asks: most mappings read nothing but the payload.
 */
export class IngressEvent implements HookEvent {
  readonly path: string;
  readonly payload: unknown;
  readonly receivedAt: number;
  readonly #source: EventSource;
  readonly #tokenHeaders: readonly string[];

  /** `tokenHeaders`: lower-case names of the headers that may carry the hook token. */
  constructor(source: EventSource, tokenHeaders: readonly string[]) {
    this.path = source.name;
    this.payload = source.payload;
    this.receivedAt = source.receivedAt;
    this.#source = source;
    this.#tokenHeaders = tokenHeaders;
  }

  get headers(): HeaderRecord {
    return omit(this.#source.headers, [...SECRET_HEADERS, ...this.#tokenHeaders]);
  }

  /** Where `?token=` is switched off, senders that have not heard of it still send the real token. */
  get query(): QueryRecord {
    return omit(this.#source.query, ["token"]);
  }

  /** Without the query, which may carry the token. */
  get url(): string {
    const target = toOriginForm(this.#source.target);
    const queryAt = target.indexOf("?");
    return queryAt === -1 ? target : target.slice(0, queryAt);
  }
}

/** A name that objects mistake for their prototype goes too, as it does everywhere in a payload. */
function omit<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  const isKept = (name: string) => name !== "__proto__" && !names.includes(name);
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
}
