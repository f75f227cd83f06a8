// A test → what tests beside it need to know of it: vitest's own functions know one test at a time.
import { AsyncLocalStorage } from "node:async_hooks";
import { onTestFinished as ofOnlyTest, type TestContext } from "vitest";

const tests = new AsyncLocalStorage<Pick<TestContext, "onTestFinished">>();

/** For `aroundEach` of tests that run beside each other. */
export function asCurrentTest(
  run: () => Promise<void>,
  context: Pick<TestContext, "onTestFinished">,
): Promise<void> {
  return tests.run(context, run);
}

export function onTestFinished(end: () => void | Promise<void>): void {
  const register = tests.getStore()?.onTestFinished ?? ofOnlyTest;
  register(end);
}
