// An event and one mapping, or one element of the event → the roots that the mapping's templates read.
import type { Scope } from "../language/render/scope.ts";
import type { HeaderRecord, QueryRecord } from "../model/event.ts";
import type { EventScope } from "./event-scope.ts";

/** The element that a scope is for, with the payload in which it stands alone. */
export interface Element {
  readonly item: unknown;
  readonly index: number;
  readonly payload: unknown;
}

export class ElementScope implements Scope {
  readonly payload: unknown;
  readonly path: string;
  readonly item: unknown;
  readonly index: number | undefined;
  readonly mapping: string;
  readonly event: EventScope;

  constructor(event: EventScope, mapping: string, element?: Element) {
    this.payload = element === undefined ? event.payload : element.payload;
    this.path = event.path;
    this.item = element?.item;
    this.index = element?.index;
    this.mapping = mapping;
    this.event = event;
  }

  get headers(): HeaderRecord {
    return this.event.headers;
  }

  get query(): QueryRecord {
    return this.event.query;
  }

  now(): string {
    return this.event.now();
  }
}
