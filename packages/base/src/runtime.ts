// What comes from the runtime: random ids and timers, which the language does not have, and promises of any maker.

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** An unpredictable id of at least 122 random bits, in letters, digits and hyphens. */
export type RandomId = () => string;

/** Runs `task` after `milliseconds` unless the returned function is called before. */
export type Timer = (task: () => void, milliseconds: number) => () => void;

/** A value, or a promise of it where a port or a transform is asynchronous. `await` accepts both. */
export type PromiseOrValue<T> = T | Promise<T>;

interface Runtime {
  readonly DecompressionStream?: unknown;
  readonly crypto: { readonly randomUUID: () => string; readonly subtle?: object };
  readonly setTimeout: (task: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timeout: unknown) => void;
}

const runtime = globalThis as unknown as Runtime;

export const runtimeRandomId: RandomId = () => runtime.crypto.randomUUID();

export const runtimeTimer: Timer = (task, milliseconds) => {
  const timeout = runtime.setTimeout(task, milliseconds);
  return () => runtime.clearTimeout(timeout);
};

/** WebCrypto; nothing to call where the runtime has none, so that only what needs it fails. */
export function runtimeSubtle(): object {
  return runtime.crypto?.subtle ?? {};
}

/** The web's class; undefined where the runtime has none. */
export function runtimeDecompressionStream<Class>(): Class | undefined {
  return runtime.DecompressionStream as Class | undefined;
}

/** The one test for promises: any object or function with a `then` to call. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  const isObject = typeof value === "object" ? value !== null : typeof value === "function";
  return isObject && typeof (value as { readonly then?: unknown }).then === "function";
}

/** Maps a value at once, and a promise when it is settled: a value costs no turn of the event loop. */
export function mapPromise<From, To>(
  value: PromiseOrValue<From>,
  map: (value: From) => PromiseOrValue<To>,
): PromiseOrValue<To> {
  return isPromiseLike(value) ? Promise.resolve(value).then(map) : map(value);
}

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
