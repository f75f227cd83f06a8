import { expect, test } from "vitest";
import { WorkLimitError } from "./budget.ts";
import { failureFromError } from "./render-failure.ts";
import { TooDeepError } from "./text-from-value.ts";

test("failureFromError() names the limit of work", () => {
  const failure = failureFromError(new WorkLimitError("too much"));
  expect(failure).toEqual({ code: "work_limit", message: "too much" });
});

test("failureFromError() rethrows what no payload can cause", () => {
  expect(() => failureFromError(new TypeError("a fault"))).toThrow("a fault");
});

test("failureFromError() names a value that is too deep", () => {
  const failure = failureFromError(new TooDeepError("deep"));
  expect(failure).toEqual({ code: "payload_too_deep", message: "deep" });
});
