// A value or a promise, and what to do with the value → the result in the same form: no needless turn of the loop.
import type { PromiseOrValue } from "../model/resolution.ts";

export function mapPromise<From, To>(
  value: PromiseOrValue<From>,
  map: (value: From) => PromiseOrValue<To>,
): PromiseOrValue<To> {
  return value instanceof Promise ? value.then(map) : map(value);
}
