// Outcomes → errors.
import { expect, test } from "vitest";
import { createFailure, TransformFailure, thrownToText } from "./describe-failure.ts";

const LABEL = { name: "a.js", folder: "/t" };

test("createFailure() names the module if no frame does", () => {
  const thrown = { isError: true, name: "RangeError", message: "no", stack: "" } as const;
  const failure = createFailure({ kind: "threw", thrown }, LABEL);
  expect(`${failure}`).toBe('RangeError: no (module "a.js")');
  expect(failure).not.toBeInstanceOf(TransformFailure);
  expect(thrownToText(thrown, LABEL)).toBe('RangeError: no (module "a.js")');
});

test("createFailure() returns a TransformFailure unless the module threw an Error", () => {
  const failed = createFailure({ kind: "failed", reason: "did not answer" }, LABEL);
  expect(failed).toBeInstanceOf(TransformFailure);
  expect(`${failed}`).toBe('TransformFailure: did not answer (module "a.js")');
  const thrown = { isError: false, type: "string" } as const;
  expect(createFailure({ kind: "threw", thrown }, LABEL)).toBeInstanceOf(TransformFailure);
});
