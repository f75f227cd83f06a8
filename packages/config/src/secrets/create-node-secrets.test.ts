// Secrets from a real environment and real files.
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import type { Problem } from "@hookwright/core";
import { system } from "@hookwright/node-kit/system";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createNodeSecrets, type NodeSecretsOptions } from "./create-node-secrets.ts";
import { findFileNames } from "./find-file-names.ts";

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

const ENV_FILE = [
  "\uFEFF# secrets",
  "PLAIN=one",
  "export EXPORTED=two",
  "export   SPACED = three",
  'DOUBLE="four # five"',
  "SINGLE='six'",
  "BACKTICK=`seven`",
  "COMMENT=eight # nine",
  'LINES="-----BEGIN KEY-----',
  "ten",
  '-----END KEY-----"',
  "REFERENCE=$PLAIN-${PLAIN}",
  "EMPTY=",
  'QUOTED=""',
  "BASE64=QUJD==",
  "SET=of-the-file",
  "BLANK=of-the-file",
  "NODE_OPTIONS=--require ./x.cjs",
  "__proto__=eleven",
  "PLAIN=last",
].join("\r\n");

test.each([
  ["PLAIN", "last"],
  ["EXPORTED", "two"],
  ["SPACED", "three"],
  ["DOUBLE", "four # five"],
  ["SINGLE", "six"],
  ["BACKTICK", "seven"],
  ["COMMENT", "eight"],
  ["LINES", "-----BEGIN KEY-----\nten\n-----END KEY-----"],
  ["REFERENCE", "$PLAIN-${PLAIN}"],
  ["EMPTY", undefined],
  ["QUOTED", undefined],
  ["BASE64", "QUJD=="],
  ["NODE_OPTIONS", "--require ./x.cjs"],
  ["constructor", undefined],
  ["MISSING", undefined],
  // A variable of the environment takes precedence, even if it is empty.
  ["SET", "of-the-environment"],
  ["BLANK", ""],
])("createNodeSecrets() reads %s of an env file", (name, value) => {
  const dir = createTempDir({ ".env": ENV_FILE });
  const env = { SET: "of-the-environment", BLANK: "" };
  const before = { ...process.env };
  const secrets = createNodeSecrets({ env, envFile: { path: join(dir, ".env") } });
  expect(secrets({ env: name })).toBe(value);
  expect(secrets({ source: "env", id: name })).toBe(value);
  expect(process.env).toEqual(before);
});

test("createNodeSecrets() says how to set a variable that is missing, and never a value", () => {
  const dir = createTempDir({ ".env": "EMPTY=\nGITHUB_SECERT=of-the-file\n", note: "" });
  const hint = (envFile: NodeSecretsOptions["envFile"], name: string) =>
    createNodeSecrets({ env: { BLANK: "" }, envFile }).hintFor?.({ env: name });
  const beside = { path: join(dir, ".env"), isOptional: true };
  const none = { path: join(dir, "none/.env"), isOptional: true };
  mkdirSync(join(dir, "venv/.env"), { recursive: true });
  const folder = { path: join(dir, "venv/.env"), isOptional: true };
  mkdirSync(join(dir, "circle"));
  symlinkSync(".env", join(dir, "circle/.env"));
  const circle = { path: join(dir, "circle/.env"), isOptional: true };
  expect(hint(beside, "EMPTY")).toBe(
    "EMPTY is empty in .env beside the config: write its value there.",
  );
  expect(hint(beside, "GITHUB_SECRET")).toBe(
    'Set the environment variable GITHUB_SECRET, or write GITHUB_SECRET=… into .env beside the config, which does not have it. Did you mean "GITHUB_SECERT"?',
  );
  expect(hint(none, "A")).toBe(
    "Set the environment variable A, or write A=… into .env beside the config.",
  );
  expect(hint({ ...none, beside: "plan" }, "A")).toBe(
    "Set the environment variable A, or write A=… into .env beside the plan.",
  );
  expect(hint(folder, "A")).toContain("(there is a folder of that name)");
  expect(hint(circle, "A")).toBe(
    "Set the environment variable A, or write A=… into .env beside the config.",
  );
  expect(hint(beside, "BLANK")).toBe(
    "BLANK is set but empty in the environment, which takes precedence over .env: set it there, or unset it.",
  );
  expect(hint(undefined, "A")).toBe(undefined);
  expect(createNodeSecrets({ envFile: beside }).hintFor?.({ source: "file", id: "/a" })).toBe(
    undefined,
  );
});

test.each([
  ["a file that is missing", {}, "there is no such file"],
  [
    "UTF-16, as PowerShell writes it",
    { ".env": Buffer.from("\uFEFFA=b", "utf16le") },
    "it is not UTF-8 text",
  ],
  [
    "a file that is too large",
    { ".env": `A=${"b".repeat(256 * 1024)}` },
    "it is larger than 262144 bytes",
  ],
])("createNodeSecrets() reports %s once", (_, files, reason) => {
  const path = join(createTempDir(files), ".env");
  const problems: Problem[] = [];
  const onProblem = (problem: Problem) => void problems.push(problem);
  const named = createNodeSecrets({ env: {}, envFile: { path }, onProblem });
  expect(named({ env: "A" })).toBe(undefined);
  expect(named({ env: "B" })).toBe(undefined);
  expect(problems).toMatchObject([{ code: "env_file_unreadable", severity: "error" }]);
  expect(problems[0]?.message).toContain(reason);
  expect(named.hintFor?.({ env: "A" })).toContain(reason);
  problems.length = 0;
  createNodeSecrets({ env: {}, envFile: { path, isOptional: true }, onProblem })({ env: "A" });
  const isMissing = Object.keys(files).length === 0;
  expect(problems.map(({ severity }) => severity)).toEqual(isMissing ? [] : ["warning"]);
});

test.runIf(system.hasModes)(
  "createNodeSecrets() warns where others can read the env file from which a secret is taken",
  () => {
    const dir = createTempDir({ ".env": "A=b\nC=d\n" });
    const path = join(dir, ".env");
    const codes = (mode: number, ...names: readonly string[]) => {
      chmodSync(path, mode);
      const problems: Problem[] = [];
      const envFile = { path, isOptional: true };
      const onProblem = (problem: Problem) => void problems.push(problem);
      const secrets = createNodeSecrets({ env: {}, envFile, onProblem });
      for (const env of names) secrets({ env });
      return problems.map(({ code, severity }) => `${severity} ${code}`);
    };
    expect(codes(0o600, "A")).toEqual([]);
    expect(codes(0o640, "A", "C")).toEqual(["warning env_file_exposed"]);
    expect(codes(0o604, "A")).toEqual(["warning env_file_exposed"]);
    expect(codes(0o644, "NONE")).toEqual([]);
  },
);

const folder = () => createTempDir({ "hook.key": "a", "keys/two": "b" });

const find = (hooks: unknown, reported: Parameters<typeof findFileNames>[2] = []) =>
  findFileNames({ hooks }, folder(), reported).map(({ code, path }) => [
    code,
    path.slice(1).join("."),
  ]);

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

test("findFileNames() finds nothing in values that are not file names, or if no file is exposed", () => {
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
