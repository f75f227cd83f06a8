// An event and one element of a list in it → what conditions and templates of the element read.
import type { ElementSubject } from "../condition/condition.ts";
import type { EventView } from "../data/event-view.ts";
import type { HeaderRecord, QueryRecord } from "../model/event.ts";
import { cutBody, type FoundElement, type Way } from "./find-elements.ts";

/** What is left to copy of the fields that stand beside elements, for all elements together. */
export interface CopyAllowance {
  left: number;
}

/** Its payload is copied when something reads it: most rules read the element only. */
export class ListElement implements ElementSubject {
  readonly index: number;
  readonly item: unknown;
  readonly way: Way;
  readonly #event: EventView;
  readonly #allowance: CopyAllowance;
  #payload: unknown;
  #hasPayload = false;

  constructor(
    found: FoundElement,
    index: number,
    { event, allowance }: { readonly event: EventView; readonly allowance: CopyAllowance },
  ) {
    this.index = index;
    this.item = found.item;
    this.way = found.way;
    this.#event = event;
    this.#allowance = allowance;
  }

  get payload(): unknown {
    if (!this.#hasPayload) {
      this.#allowance.left -= this.way.copied;
      if (this.#allowance.left >= 0) this.#payload = cutBody(this.#event.payload, this);
      this.#hasPayload = true;
    }
    return this.#payload;
  }

  get path(): string {
    return this.#event.path;
  }

  get query(): QueryRecord {
    return this.#event.query;
  }

  get headers(): HeaderRecord {
    return this.#event.headers;
  }

  header(name: string): string | undefined {
    return this.#event.header(name);
  }
}
