import { expect, test } from "vitest";
import { requestOf } from "../../core/test/auth/requests.ts";
import type { Verifier } from "./model.ts";
import { runVerifier } from "./verify-alternatives.ts";

const run = async (verifier: unknown) => await runVerifier(verifier as Verifier, requestOf({}));

test("runVerifier() accepts what the check answers with true, at once or later", async () => {
  const accepted = { ok: true, keyIndex: 0 };
  expect(runVerifier(() => true, requestOf({}))).toEqual(accepted);
  expect(await run(async () => true)).toEqual(accepted);
});

test("runVerifier() hands the request on", async () => {
  const request = requestOf({ text: "x" });
  expect(await runVerifier((one) => one === request, request)).toMatchObject({ ok: true });
});

test.each<[string, unknown]>([
  ["false", () => false],
  ["false later", async () => false],
  ["a value that only looks like yes", () => "yes"],
  ["an object", async () => ({ ok: true })],
  ["nothing", () => undefined],
  [
    "an error",
    () => {
      throw new Error("x");
    },
  ],
  ["an error later", () => Promise.reject(new Error("x"))],
])("runVerifier() refuses what the check answers with %s", async (_what, verifier) => {
  expect(await run(verifier)).toEqual({ ok: false, code: "verifier_refused" });
});
