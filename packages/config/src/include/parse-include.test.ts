import { expect, test } from "vitest";
import { parseInclude } from "./parse-include.ts";

test.each([
  ["hooks.d/*.yaml", "hooks.d", "*.yaml"],
  [" ./a//b/c?.json5 ", "a/b", "c?.json5"],
  ["github.yaml", "", "github.yaml"],
])("parseInclude() splits %s into folder and name", (entry, folder, name) => {
  expect(parseInclude(entry)).toEqual({ ok: true, folder, name });
});

test.each([
  ["/etc/hooks.d/*.yaml", "is not relative", '"hooks.d/*.yaml"'],
  ["~/hooks.d/*.yaml", "is not relative", '"hooks.d/*.yaml"'],
  ["C:/hooks.d/*.yaml", "is not relative", '"hooks.d/*.yaml"'],
  ["hooks.d\\*.yaml", "has a backslash", '"/"'],
  ["a/../../b.yaml", "leaves the folder of the config", '"hooks.d/*.yaml"'],
  ["hooks.d/*.{yaml,json}", "has brackets", "one entry for each"],
  ["hooks.d/[ab].yaml", "has brackets", "one entry for each"],
  ["hooks.d/", "names a folder", 'Write "hooks.d/*.yaml".'],
  [".", "names a folder", 'Write "*.yaml".'],
  ["hooks.d/**/*.yaml", "has * or ? in the name of a folder", "one entry for each folder"],
])("parseInclude() says why %s names no files", (entry, why, hint) => {
  expect(parseInclude(entry)).toEqual({
    ok: false,
    message: `This entry of hooks.include ${why}.`,
    hint: expect.stringContaining(hint),
  });
});
