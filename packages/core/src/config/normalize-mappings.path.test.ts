import { expect, test } from "vitest";
import { withProblems } from "../../test/reporting.ts";
import { normalizeBasePath } from "./normalize-mappings.ts";

const normalize = (written: string | undefined) =>
  withProblems((report) => normalizeBasePath(written, report));

test.each([
  [undefined, "/hooks"],
  ["", "/hooks"],
  ["  ", "/hooks"],
  ["/hooks", "/hooks"],
  ["hooks", "/hooks"],
  ["/hooks/", "/hooks"],
  [" hooks// ", "/hooks"],
  ["//hooks", "/hooks"],
  ["/openclaw/hooks", "/openclaw/hooks"],
  ["/a-b_c.d~e%20f", "/a-b_c.d~e%20f"],
])("normalizeBasePath() makes of %j %s", (written, path) => {
  expect(normalize(written)).toEqual({ result: path, problems: [] });
});

test.each(["/", "//", " / ", "/a b", "/a?b", "/a#b", "/a//b", "/a\nb"])(
  "normalizeBasePath() refuses %j",
  (written) => {
    expect(normalize(written)).toMatchObject({
      result: "/hooks",
      problems: [{ code: "path_invalid" }],
    });
  },
);
