// esbuild's errors → problems.

import { spawn, spawnSync } from "node:child_process";
import { constants, readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { skipTitle } from "../../../../tools/test-support/skip-title.mjs";
import { describeBuildErrors, wantsDefineOnly } from "./bundle-module.ts";
import { findForeignImports } from "./foreign-imports.ts";
import { TRANSFORM } from "./module-problem.ts";
import { restoreBlockingMode } from "./start-build.ts";

test("describeBuildErrors() describes errors without a position, and at most ten", () => {
  const errors = Array.from({ length: 12 }, () => ({ text: "The disk is full", location: null }));
  const problems = describeBuildErrors({ errors }, { name: "a.js", terms: TRANSFORM });
  expect(problems).toHaveLength(10);
  expect(problems[0]).toEqual({
    code: "transform_syntax",
    message: 'The transform module "a.js" cannot be built: The disk is full.',
  });
});

function isNonBlocking(fd: number): boolean {
  const info = readFileSync(`/proc/self/fdinfo/${fd}`, "latin1");
  const flags = Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? "", 8);
  return (flags & constants.O_NONBLOCK) !== 0;
}

const noLinux = process.platform === "linux" ? undefined : "this is not Linux";

test.skipIf(noLinux !== undefined)(
  skipTitle("restoreBlockingMode() undoes the mode that an inheriting process has set", noLinux),
  () => {
    const { stdin } = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
    onTestFinished(() => void stdin.destroy());
    const { fd } = (stdin as unknown as { _handle: { fd: number } })._handle;
    spawnSync("true", { stdio: ["ignore", "ignore", fd] });
    expect(isNonBlocking(fd)).toBe(false);
    restoreBlockingMode(stdin);
    expect(isNonBlocking(fd)).toBe(true);
  },
);

test("restoreBlockingMode() leaves terminals and files alone", () => {
  const setBlocking = vi.fn();
  restoreBlockingMode({ isTTY: true, _handle: { setBlocking } });
  restoreBlockingMode({ _handle: {} });
  restoreBlockingMode({});
  expect(setBlocking).not.toHaveBeenCalled();
});

test.each([
  ['import { defineTransform } from "@hookwright/core";', true],
  ["import {defineTransform,} from '@hookwright/core'", true],
  [
    'import {\n  defineTransform as define,\n  type Transform,\n  TransformContext,\n} from "@hookwright/core";',
    true,
  ],
  ['import { defineTransform } from "@hookwright/core";\nimport { x } from "y";', true],
  ['import { defineTransform, problemToText } from "@hookwright/core";', false],
  [
    'import { defineTransform } from "@hookwright/core";\nimport { compileHooks } from "@hookwright/core";',
    false,
  ],
  ['import * as core from "@hookwright/core";', false],
  ['const { defineTransform } = require("@hookwright/core");', false],
])("wantsDefineOnly() looks at what is imported by name: %j is %s", (text, expected) => {
  expect(wantsDefineOnly(text)).toBe(expected);
});

test("findForeignImports() ignores files that esbuild reports no imports of", () => {
  const module = { name: "a.js", file: "/t/a.js", folder: "/t", terms: TRANSFORM };
  expect(findForeignImports({ inputs: {} }, module)).toEqual([]);
  const imports = [{ path: "runtime", kind: "import-statement" as const }];
  expect(findForeignImports({ inputs: { "a.js": { bytes: 1, imports } } }, module)).toEqual([]);
});
