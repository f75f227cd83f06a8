// An event and one element of a list in it → what conditions and templates of the element read.

import type { HeaderRecord, QueryRecord } from "@hookwright/base";
import { type Budget, COST } from "@hookwright/template/internal";
import type { EventView } from "../base/index.ts";
import type { ElementSubject } from "../match/index.ts";
import { cutBody, type FoundElement, type Way } from "./find-elements.ts";

/** Its payload is copied when something reads it: most rules read the element only. */
export class ListElement implements ElementSubject {
  readonly index: number;
  readonly item: unknown;
  readonly way: Way;
  readonly #event: EventView;
  readonly #budget: Budget;
  #payload: unknown;
  #hasPayload = false;

  constructor(
    found: FoundElement,
    index: number,
    { event, budget }: { readonly event: EventView; readonly budget: Budget },
  ) {
    this.index = index;
    this.item = found.item;
    this.way = found.way;
    this.#event = event;
    this.#budget = budget;
  }

  get payload(): unknown {
    if (!this.#hasPayload) {
      this.#budget.spend(this.way.copied * COST.copiedFields);
      this.#payload = cutBody(this.#event.payload, this);
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

  now(): string {
    return this.#event.now();
  }

  header(name: string): string | undefined {
    return this.#event.header(name);
  }
}
