// Law: the tree of a template, written as JSON and read back, renders what the template renders.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../tools/test-support/runs.ts";
import { payloads } from "./generate-payload.ts";
import { PARTIALS, templates } from "./generate-template.ts";
import { showBoth } from "./tree-as-data.ts";

test.each(["keep", "drop"] as const)(
  "linkTemplate() of a tree read from JSON renders, explains and reads the same, with empty lines: %s",
  (emptyLines) => {
    fc.assert(
      fc.property(templates, payloads, (source, payload) => {
        const shown = showBoth(source, payload, { partials: PARTIALS, emptyLines });
        expect(shown?.linked).toEqual(shown?.compiled);
      }),
      { numRuns: runs(1000) },
    );
  },
);
