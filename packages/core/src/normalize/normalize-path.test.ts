import { expect, test } from "vitest";
import { normalizeBasePath } from "./normalize-path.ts";

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
  expect(normalizeBasePath(written)).toBe(path);
});

test.each(["/", "//", " / ", "/a b", "/a?b", "/a#b", "/a//b", "/a\nb"])(
  "normalizeBasePath() refuses %j",
  (written) => {
    expect(normalizeBasePath(written)).toBe(undefined);
  },
);
