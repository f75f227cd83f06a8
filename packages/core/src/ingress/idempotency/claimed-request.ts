// What a request with a claim is done with so far: the results of its elements, and what is still awaited.
import type { ElementAnswer } from "../dispatch/element-answer.ts";
import type { IngressAnswer } from "../request.ts";

/** What becomes of an action whose sender was told 503: the answer that it would have had, or none. */
export type LateAnswer = Promise<IngressAnswer | undefined>;

export class ClaimedRequest {
  /** Of the body, so that results are never those of another one. */
  readonly #fingerprint: () => string;
  readonly #before: Progress | undefined;
  readonly #results = new Map<number, ElementAnswer>();
  readonly lateAnswers: LateAnswer[] = [];
  #mappingId: string | undefined;

  constructor(progress: string | undefined, fingerprint: () => string) {
    this.#fingerprint = fingerprint;
    this.#before = progress === undefined ? undefined : (JSON.parse(progress) as Progress);
  }

  /** The results of an earlier attempt at the same list, by index. */
  begin(mappingId: string): ReadonlyMap<number, ElementAnswer> {
    this.#mappingId = mappingId;
    const { mappingId: before, body, results = [] } = this.#before ?? {};
    if (before === mappingId && body === this.#fingerprint()) {
      for (const result of results) this.#results.set(result.index, result);
    }
    return new Map(this.#results);
  }

  /** An element that was dispatched. */
  add(result: ElementAnswer): void {
    this.#results.set(result.index, result);
  }

  /** For the next attempt; undefined where nothing was done. */
  progress(): string | undefined {
    const { size } = this.#results;
    if (size === 0 || this.#mappingId === undefined) return undefined;
    const progress: Progress = {
      mappingId: this.#mappingId,
      body: this.#fingerprint(),
      results: [...this.#results.values()],
    };
    return JSON.stringify(progress);
  }
}

interface Progress {
  readonly mappingId: string;
  readonly body: string;
  readonly results: readonly ElementAnswer[];
}
