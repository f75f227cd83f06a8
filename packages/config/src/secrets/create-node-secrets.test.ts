// Secrets from a real environment and real files.
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createNodeSecrets } from "./create-node-secrets.ts";

test("createNodeSecrets() reads variables in both forms", () => {
  const secrets = createNodeSecrets({ env: { A: "from-env", EMPTY: "" } });
  expect(secrets({ env: "A" })).toBe("from-env");
  expect(secrets({ source: "env", provider: "default", id: "A" })).toBe("from-env");
  expect(secrets({ env: "EMPTY" })).toBe("");
  expect(secrets({ env: "B" })).toBe(undefined);
  expect(secrets({ env: "constructor" })).toBe(undefined);
});

test("createNodeSecrets() reads the environment of the process by default", () => {
  process.env["HOOKWRIGHT_TEST_SECRET"] = "of the process";
  onTestFinished(() => {
    delete process.env["HOOKWRIGHT_TEST_SECRET"];
  });
  expect(createNodeSecrets()({ env: "HOOKWRIGHT_TEST_SECRET" })).toBe("of the process");
  expect(createNodeSecrets()({ env: "toString" })).toBe(undefined);
});

test("createNodeSecrets() reads files without their final newline", () => {
  const baseDir = createTempDir({ plain: "abc", unix: "abc\n", windows: "abc\r\n", two: "a\n\n" });
  const secrets = createNodeSecrets({ baseDir });
  expect(secrets({ file: "plain" })).toBe("abc");
  expect(secrets({ file: "./unix" })).toBe("abc");
  expect(secrets({ file: join(baseDir, "windows") })).toBe("abc");
  expect(secrets({ file: "two" })).toBe("a\n");
});

test("createNodeSecrets() expands ~ to the home directory", () => {
  const dir = createTempDir({ token: "abc" });
  const secrets = createNodeSecrets({ baseDir: "/nowhere" });
  expect(secrets({ file: `~/${relative(homedir(), join(dir, "token"))}` })).toBe("abc");
  expect(secrets({ file: "~" })).toBe(undefined);
});

test("createNodeSecrets() starts relative paths at the working directory by default", () => {
  const dir = createTempDir({ token: "abc" });
  expect(createNodeSecrets()({ file: relative(process.cwd(), join(dir, "token")) })).toBe("abc");
});

test("createNodeSecrets() returns undefined for files that are missing, too large, or not text", () => {
  const baseDir = createTempDir({
    limit: "a".repeat(64 * 1024),
    large: "a".repeat(64 * 1024 + 1),
    bytes: Buffer.from([0xff]),
  });
  mkdirSync(join(baseDir, "folder"));
  const secrets = createNodeSecrets({ baseDir });
  expect(secrets({ file: "limit" })).toHaveLength(64 * 1024);
  for (const file of ["large", "bytes", "folder", "missing", ""]) {
    expect(secrets({ file })).toBe(undefined);
  }
});

const VAULT = { hooks: { token: "deep", "a/b": { "~": "escaped" }, list: ["zero", "one"], n: 5 } };

function fromProviders() {
  const baseDir = createTempDir({
    "vault.json": JSON.stringify(VAULT),
    single: "whole\n",
    broken: "{",
  });
  return createNodeSecrets({
    baseDir,
    providers: {
      default: { source: "file", path: "vault.json" },
      explicit: { source: "file", path: "./vault.json", mode: "json" },
      single: { source: "file", path: "single", mode: "singleValue" },
      broken: { source: "file", path: "broken" },
      missing: { source: "file", path: "missing" },
      pathless: { source: "file" },
      exec: { source: "exec", path: "vault.json" },
      odd: "vault.json",
    },
  });
}

test.each([
  [undefined, "/hooks/token", "deep"],
  ["explicit", "/hooks/token", "deep"],
  ["default", "/hooks/a~1b/~0", "escaped"],
  ["default", "/hooks/list/1", "one"],
  ["default", "/hooks/n", undefined],
  ["default", "/hooks", undefined],
  ["default", "/hooks/none/deeper", undefined],
  ["default", "/constructor/name", undefined],
  ["default", "hooks/token", undefined],
  ["default", "", undefined],
  ["single", "value", "whole"],
  ["broken", "/hooks/token", undefined],
  ["missing", "/hooks/token", undefined],
  ["pathless", "/hooks/token", undefined],
  ["exec", "/hooks/token", undefined],
  ["odd", "/hooks/token", undefined],
  ["nobody", "/hooks/token", undefined],
  ["constructor", "/hooks/token", undefined],
])("createNodeSecrets() reads from the file provider %s at %s", (provider, id, secret) => {
  const secrets = fromProviders();
  const named = provider === undefined ? {} : { provider };
  expect(secrets({ source: "file", ...named, id })).toBe(secret);
});

test("createNodeSecrets() returns undefined for other sources, and without providers", () => {
  expect(fromProviders()({ source: "exec", provider: "default", id: "/hooks/token" })).toBe(
    undefined,
  );
  expect(createNodeSecrets()({ source: "file", id: "/hooks/token" })).toBe(undefined);
});

test("createNodeSecrets() tells each file that it looks for, also where there is none", () => {
  const baseDir = createTempDir({ token: "abc", "all.json": '{"a":"b"}' });
  const files: string[] = [];
  const providers = { vault: { source: "file", path: "all.json" } };
  const secrets = createNodeSecrets({ baseDir, providers, onFile: (path) => files.push(path) });
  secrets({ file: "token" });
  secrets({ file: "missing" });
  secrets({ source: "file", provider: "vault", id: "/a" });
  secrets({ env: "HOME" });
  expect(files).toEqual(["token", "missing", "all.json"].map((name) => join(baseDir, name)));
});
