import { expect, test } from "vitest";
import { compileHooks } from "../../core/src/engine.ts";
import { event } from "./event.ts";
import { snapshotText } from "./snapshot-text.ts";
import { stubTransforms } from "./stub-transforms.ts";

const stubs = {
  "a.js": { returns: { message: "stubbed" } },
  "b.js": { returns: null },
  "c.js": { throws: "broken" },
};

test("T6: a stub stands in for a module, and a module without one is noted when it is called", async () => {
  const modules = ["a.js", "b.js", "c.js", "d.js"];
  const { transforms, takeUnstubbed } = stubTransforms(modules, stubs);
  const mappings = modules.map((module) => ({
    match: { path: module },
    messageTemplate: "own",
    transform: { module },
  }));
  const hooks = compileHooks({ hooks: { mappings } }, { transforms });
  const texts = await Promise.all(
    modules.map(async (path) => snapshotText(await hooks.resolve(event(path)))),
  );
  expect(texts[0]).toMatch(/\nstubbed$/);
  expect(texts[1]).toBe("handled by mapping-2");
  expect(texts[2]).toContain("500 transform_failed");
  expect(texts[3]).toMatch(/\nown$/);
  expect(takeUnstubbed()).toEqual(["d.js"]);
  expect(takeUnstubbed()).toEqual([]);
});
