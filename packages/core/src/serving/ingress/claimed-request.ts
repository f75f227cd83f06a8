// What a request with a claim is done with so far: the results of its elements, and what is still awaited.
import type { IngressAnswer } from "./request.ts";

/** What the answer to a batch says of one element, by its place in the list. */
export type ElementAnswer =
  | { readonly index: number; readonly ok: true; readonly runId: string | undefined }
  | { readonly index: number; readonly ok: true; readonly mode: string }
  | { readonly index: number; readonly ok: false; readonly error: string; readonly code: string };

/** What becomes of an action whose sender was told 503: the answer that it would have had, or none. */
type LateAnswer = Promise<IngressAnswer | undefined>;

export class ClaimedRequest {
  /** Of the body, so that results are never those of another one. */
  readonly #fingerprint: () => number;
  readonly #before: Progress | undefined;
  /** Made when the first comes: most events are no batch. */
  #results: Map<number, ElementAnswer> | undefined;
  #lateAnswers: LateAnswer[] | undefined;
  #mappingId: string | undefined;

  constructor(progress: string | undefined, fingerprint: () => number) {
    this.#fingerprint = fingerprint;
    this.#before = progress === undefined ? undefined : (JSON.parse(progress) as Progress);
  }

  /** The results of an earlier attempt at the same list, by index. */
  begin(mappingId: string): ReadonlyMap<number, ElementAnswer> {
    this.#mappingId = mappingId;
    const { mappingId: before, body, results = [] } = this.#before ?? {};
    if (before === mappingId && body === this.#fingerprint()) {
      for (const result of results) this.add(result);
    }
    return new Map(this.#results);
  }

  /** What is still awaited, when the request has its answer. */
  get lateAnswers(): readonly LateAnswer[] {
    return this.#lateAnswers ?? NONE;
  }

  addLate(answer: LateAnswer): void {
    this.#lateAnswers ??= [];
    this.#lateAnswers.push(answer);
  }

  /** An element that was dispatched. */
  add(result: ElementAnswer): void {
    this.#results ??= new Map();
    this.#results.set(result.index, result);
  }

  /** For the next attempt; undefined where nothing was done. */
  progress(): string | undefined {
    if (this.#results === undefined || this.#mappingId === undefined) return undefined;
    const progress: Progress = {
      mappingId: this.#mappingId,
      body: this.#fingerprint(),
      results: [...this.#results.values()],
    };
    return JSON.stringify(progress);
  }
}

const NONE: readonly LateAnswer[] = [];

interface Progress {
  readonly mappingId: string;
  readonly body: number;
  readonly results: readonly ElementAnswer[];
}
