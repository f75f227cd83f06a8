import { expect, test } from "vitest";
import { compileHooks, safeCompileHooks } from "../engine.ts";

const problemsOf = (throttle: object) => {
  const result = safeCompileHooks({ hooks: { throttle } });
  return result.ok ? [] : result.problems;
};

test("compileThrottle() forgives 20 failures a minute and trusts no proxy by default", () => {
  const { throttle, isTrustedProxy } = compileHooks({ hooks: {} });
  expect(throttle).toEqual({ maxFailures: 20, windowMs: 60_000 });
  expect(isTrustedProxy).toBe(undefined);
});

test("compileThrottle() takes what the config says", () => {
  const written = { failures: 3, windowSeconds: 10, trustedProxies: ["10.0.0.0/8", "::1"] };
  const { throttle, isTrustedProxy } = compileHooks({ hooks: { throttle: written } });
  expect(throttle).toEqual({ maxFailures: 3, windowMs: 10_000 });
  expect(["10.9.9.9", "::1", "192.0.2.1"].map((address) => isTrustedProxy?.(address))).toEqual([
    true,
    true,
    false,
  ]);
});

test("compileThrottle() refuses what is no network, and a network of everybody", () => {
  const trustedProxies = ["10.0.0.0/8", "proxy.example", "0.0.0.0/0", "::/0"];
  expect(problemsOf({ trustedProxies })).toMatchObject([
    {
      code: "invalid_value",
      path: ["hooks", "throttle", "trustedProxies", 1],
      message: '"proxy.example" is neither an IP address nor a network.',
    },
    { code: "invalid_value", path: ["hooks", "throttle", "trustedProxies", 2] },
    { code: "invalid_value", path: ["hooks", "throttle", "trustedProxies", 3] },
  ]);
});

test.each([{ failures: 0 }, { windowSeconds: 0 }, { windowSeconds: 86_401 }, { failure: 3 }])(
  "compileThrottle() refuses %j",
  (throttle) => {
    expect(problemsOf(throttle)).toHaveLength(1);
  },
);
