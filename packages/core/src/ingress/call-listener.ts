// A call of something that the integrator listens with → its failure, now or later, told and not thrown.
import { isPromiseLike } from "../data/promise.ts";

/** The request is answered by then: a listener that fails must not make its sender try again. */
export function callListener(call: () => unknown, onFailure: () => void): void {
  try {
    const result = call();
    // An `async` listener passes for one that returns nothing; unwatched, it could end the process.
    if (isPromiseLike(result)) result.then(undefined, onFailure);
  } catch {
    onFailure();
  }
}
