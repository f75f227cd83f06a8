// The checks of requests and results against what Ajv makes of their schemas.
import fc from "fast-check";
import { expect, test } from "vitest";
import { checksFromSchemas } from "../../../test/check-from-schema.ts";
import * as schemas from "../../../tools/generate/schemas-from-fields.mjs";
import { findSchemaErrors } from "../../authoring/schema/find-schema-errors.ts";
import {
  AGENT_REQUEST_FIELDS,
  RESULT_FIELDS,
  WAKE_REQUEST_FIELDS,
} from "../../generated/field-lists.ts";
import { ACTION_FIELDS } from "../../model/index.ts";
import { findWrongFields } from "./find-wrong-fields.ts";

const WORDS = ["", " \u2003", "x", "now", "next-heartbeat", "wake", "agent", "isolated"];

const values = fc.oneof(
  fc.constantFrom<unknown>(...WORDS, undefined, null, true, {}, ["now"], 1n, 0, 0.5, 1, 30),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.anything(),
);

const made = await checksFromSchemas({
  wake: schemas.wakeRequestSchema(ACTION_FIELDS),
  agent: schemas.agentRequestSchema(ACTION_FIELDS),
  result: schemas.transformResultSchema(ACTION_FIELDS),
});

test.each([
  ["wake", { known: WAKE_REQUEST_FIELDS, required: "text" }],
  ["agent", { known: AGENT_REQUEST_FIELDS, required: "message" }],
  ["result", { known: RESULT_FIELDS }],
] as const)("findWrongFields() finds what Ajv finds in the fields of a %s", (name, checks) => {
  const fields = fc.dictionary(fc.constantFrom(...checks.known, "other"), values);
  fc.assert(
    fc.property(fields, (value) => {
      const issues = findWrongFields(value, checks);
      const expected = findSchemaErrors(value, made[name]).map(({ steps, message }) => ({
        path: `/${steps.join("/")}`,
        message,
      }));
      expect(issues).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});
