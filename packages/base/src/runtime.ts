// The parts of a runtime that the language lacks (random ids, timers), and helpers for promises and lazy values.

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** An unpredictable id of at least 122 random bits, in letters, digits and hyphens. */
export type RandomId = () => string;

/** Runs `task` after `milliseconds`, unless the returned function is called first. */
export type Timer = (task: () => void, milliseconds: number) => () => void;

/** A value, or a promise of it if a port or a transform is asynchronous. `await` accepts both. */
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

/** WebCrypto, or an empty object if the runtime has none, so that only code that needs it fails. */
export function runtimeSubtle(): object {
  return runtime.crypto?.subtle ?? {};
}

/** The web's class; undefined if the runtime has none. */
export function runtimeDecompressionStream<Class>(): Class | undefined {
  return runtime.DecompressionStream as Class | undefined;
}

/** Whether a value is an object or function with a `then` method. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  const isObject = typeof value === "object" ? value !== null : typeof value === "function";
  return isObject && typeof (value as { readonly then?: unknown }).then === "function";
}

/** Maps a value at once and a promise when it settles, so a plain value costs no turn of the event loop. */
export function mapPromise<From, To>(
  value: PromiseOrValue<From>,
  map: (value: From) => PromiseOrValue<To>,
): PromiseOrValue<To> {
  return isPromiseLike(value) ? Promise.resolve(value).then(map) : map(value);
}

/**
 * Calls a listener that must not fail the request: it is already answered, and an error would make the sender
 * try again.
 */
export function callListener(call: () => unknown, onFailure: () => void): void {
  try {
    const result = call();
    // An `async` listener type-checks as one that returns nothing; an unhandled rejection could end the
    // process.
    if (isPromiseLike(result)) result.then(undefined, onFailure);
  } catch {
    onFailure();
  }
}

export function createOnce(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
}

/** For tables that most processes do not need: work at import would slow down every start. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
