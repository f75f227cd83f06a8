// Modules that are built and not run → their problems, and functions that fail.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { safeCompileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { configOf, createTestLoader, modulesDir } from "./support/load-modules.ts";

const WRITE =
  'import { writeFileSync } from "node:fs"; writeFileSync(new URL("ran", import.meta.url), "");';

test("createTransformLoader() runs no module with `runs: false`, and still reports problems", async () => {
  const dir = modulesDir({
    "fine.js": `${WRITE} throw new Error("This must not run."); export default () => null;`,
    "other.cjs":
      'require("node:fs").writeFileSync(__dirname + "/ran", ""); module.exports = () => null;',
    "bare.js": `${WRITE} export default (push) => ({ message: push.ref });`,
    "none.js": WRITE,
    "broken.ts": "export default () => { const = 1; };",
  });
  for (const isolation of ["worker", "inline"]) {
    const names = ["fine.js", "other.cjs", "bare.js", "none.js", "broken.ts", "missing.js"];
    const config = configOf(names, { transforms: { isolation } });
    const loaded = await createTestLoader(dir, { runs: false }).load(config);
    expect(loaded.problems.map(({ code, path }) => [code, path[2]])).toEqual([
      ["transform_bare_payload", 2],
      ["transform_syntax", 4],
      ["transform_missing", 5],
    ]);
    const compiled = safeCompileHooks(config, { transforms: loaded.transforms });
    const problems = compiled.ok ? [] : compiled.problems;
    expect(problems.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "transform_export_missing", path: ["hooks", "mappings", 3, "transform", "module"] },
    ]);
    for (const name of ["fine.js", "other.cjs"]) {
      const module = loaded.transforms[name] as { default?: () => Promise<unknown> };
      const call = module.default ?? (module as () => Promise<unknown>);
      await expect(call()).rejects.toThrow("was built and not run");
    }
    await loaded.close(0);
  }
  expect(existsSync(join(dir, "hooks/transforms/ran"))).toBe(false);
});
