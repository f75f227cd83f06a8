// What the rules of channels assert, with Node's own assertions: authors use any test runner.
import assert from "node:assert/strict";

/** Every member of `expected` is in `actual`; a pattern must match a text. */
export function assertMatches(actual: unknown, expected: object): void {
  const found: unknown = Object.fromEntries(
    Object.entries(expected).map(([key, wanted]) => {
      const value = (actual as Readonly<Record<string, unknown>>)[key];
      return [key, wanted instanceof RegExp && wanted.test(String(value)) ? wanted : value];
    }),
  );
  assert.deepEqual(found, expected);
}

const MAX_WAIT_MS = 5_000;
const STEP_MS = 5;

/** Waits until a condition holds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += STEP_MS) {
    assert.ok(waited < MAX_WAIT_MS, `${what} within ${MAX_WAIT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
