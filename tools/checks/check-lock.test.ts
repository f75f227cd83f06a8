import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { checkLock } from "./check-lock.mjs";

function problemsOf(packages: object, manifest: object = {}): readonly string[] {
  const root = writeFixture({
    "package.json": manifest,
    "package-lock.json": { lockfileVersion: 3, packages: { "": {}, ...packages } },
  });
  return checkLock(root).problems;
}

test("checkLock() accepts optional dependencies that Node can resolve", () => {
  const problems = problemsOf({
    "node_modules/a": { optionalDependencies: { "@a/linux": "1.0.0", "@a/mac": "1.0.0" } },
    "node_modules/a/node_modules/@a/linux": { version: "1.0.0" },
    "node_modules/@a/mac": { version: "1.0.0" },
  });
  expect(problems).toEqual([]);
});

test("checkLock() reports an optional dependency that only another package has", () => {
  const problems = problemsOf({
    "node_modules/a": { optionalDependencies: { "@a/mac": "1.0.0" } },
    "node_modules/b/node_modules/@a/mac": { version: "1.0.0" },
  });
  expect(problems).toEqual([
    'package-lock.json: "node_modules/a" wants "@a/mac", which the lock does not have',
  ]);
});

test.each(["https://npm.example.com/a.tgz", "http://registry.npmjs.org/a.tgz", "file:../a.tgz"])(
  "checkLock() refuses an entry resolved from %s, and does not quote it",
  (resolved) => {
    const problems = problemsOf({ "node_modules/a": { resolved } });
    expect(problems).toEqual([expect.stringContaining('"node_modules/a" was not resolved from')]);
    expect(problems.join()).not.toContain(resolved);
  },
);

test("checkLock() accepts the public registry, workspaces, and a missing address", () => {
  const problems = problemsOf({
    "node_modules/a": { resolved: "https://registry.npmjs.org/a/-/a-1.0.0.tgz" },
    "node_modules/b": { resolved: "packages/b", link: true },
    "node_modules/c": {},
  });
  expect(problems).toEqual([]);
});

test.each(["^1.0.0", "~1.0.0", "*", "latest", "1", ">=1.0.0", "npm:a@^1.0.0"])(
  "checkLock() refuses the version %s",
  (version) => {
    const problems = problemsOf({}, { devDependencies: { a: version } });
    expect(problems).toEqual([
      `package.json: devDependencies.a is "${version}", not an exact version`,
    ]);
  },
);

test("checkLock() accepts exact versions and aliases, and ranges of peers", () => {
  const problems = problemsOf(
    {},
    {
      dependencies: { a: "1.2.3", b: "1.2.3-beta.4", c: "npm:@x/c@1.2.3" },
      peerDependencies: { d: ">=4" },
    },
  );
  expect(problems).toEqual([]);
});

test("checkLock() reports a manifest that the lock names and that does not exist", () => {
  const problems = problemsOf({ "packages/gone": { version: "0.1.0" } });
  expect(problems).toEqual([
    "package-lock.json names packages/gone/package.json, which does not exist",
  ]);
});
