// The facts about one call of `dispatch` → its context, whose id and signal are made when something asks for them.
import type { RandomId } from "../../model/ports.ts";
import type { DispatchContext } from "../options.ts";
import { type AbortCode, DispatchAbort, type DispatchSignal } from "./dispatch-signal.ts";

/** Every supported runtime has it. */
declare class AbortController {
  readonly signal: DispatchSignal;
  abort(reason: unknown): void;
}

export interface CallFacts {
  readonly mappingId?: string | undefined;
  readonly index?: number | undefined;
}

/** An AbortController costs as much as the rest of a small request, and most dispatches never look at it. */
export class DispatchCall implements DispatchContext {
  readonly mappingId: string | undefined;
  readonly index: number | undefined;
  readonly #randomId: RandomId;
  #runId: string | undefined;
  #controller: AbortController | undefined;
  #abortCode: AbortCode | undefined;

  constructor({ mappingId, index }: CallFacts, randomId: RandomId) {
    this.#randomId = randomId;
    this.mappingId = mappingId;
    this.index = index;
  }

  get runId(): string {
    this.#runId ??= this.#randomId();
    return this.#runId;
  }

  get signal(): DispatchSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortCode !== undefined) this.#controller.abort(new DispatchAbort(this.#abortCode));
    }
    return this.#controller.signal;
  }

  /** Static, so that a `dispatch` cannot abort itself by its context. The first code stays. */
  static abort(call: DispatchCall, code: AbortCode): void {
    call.#abort(code);
  }

  static abortCodeOf(call: DispatchCall): AbortCode | undefined {
    return call.#abortCode;
  }

  #abort(code: AbortCode): void {
    if (this.#abortCode !== undefined) return;
    this.#abortCode = code;
    this.#controller?.abort(new DispatchAbort(code));
  }
}
