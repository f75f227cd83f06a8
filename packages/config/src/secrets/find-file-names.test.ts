// Tokens and secrets that name a real file beside the config.
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { findFileNames } from "./find-file-names.ts";

const folder = () => createTempDir({ "hook.key": "a", "keys/two": "b" });

const find = (hooks: unknown, told: Parameters<typeof findFileNames>[2] = []) =>
  findFileNames({ hooks }, folder(), told).map(({ code, path }) => [code, path.slice(1).join(".")]);

test("findFileNames() finds the names of files in tokens, secrets and lists of them", () => {
  const auth = (keys: object) => ({ auth: keys });
  const mappings = [
    auth({ secret: "hook.key" }),
    auth({ secrets: ["none", " keys/two "], tokens: ["hook.key"] }),
    auth({ token: { file: "hook.key" } }),
    { auth: "none" },
    null,
  ];
  expect(find({ enabled: true, token: ["hook.key", "another"], mappings })).toEqual([
    ["token_placeholder", "token.0"],
    ["secret_placeholder", "mappings.0.auth.secret"],
    ["secret_placeholder", "mappings.1.auth.secrets.1"],
    ["secret_placeholder", "mappings.1.auth.tokens.0"],
  ]);
});

test("findFileNames() finds none in what is no name of a file, and where nothing is exposed", () => {
  for (const token of ["keys", "none", "", "a\0b", "x".repeat(256), 5, undefined]) {
    expect(find({ enabled: true, token })).toEqual([]);
  }
  expect(find({ token: "hook.key" })).toEqual([]);
  expect(find(undefined)).toEqual([]);
});

test("findFileNames() says nothing more of a token that has an error", () => {
  const problem = { code: "token_short", path: ["hooks", "token"], message: "" } as const;
  const hooks = { enabled: true, token: "hook.key" };
  expect(find(hooks, [{ ...problem, severity: "error" }])).toEqual([]);
  expect(find(hooks, [{ ...problem, severity: "warning" }])).toHaveLength(1);
});
