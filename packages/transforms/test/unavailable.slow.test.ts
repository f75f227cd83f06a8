// An installation without esbuild, or a system without a folder for what is built.
import { afterEach, expect, test, vi } from "vitest";
import { configOf, createTestLoader, modulesDir } from "./support/load-modules.ts";

const FILES = { "a.ts": "export default () => null;", "b.ts": "export default () => null;" };

const MISSING = `The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.

If you are installing esbuild with npm, make sure that you don't specify the "--no-optional" flag.`;

afterEach(() => {
  vi.doUnmock("esbuild");
  vi.unstubAllEnvs();
});

const unavailable = {
  code: "transform_unavailable",
  severity: "error",
  path: ["hooks", "mappings", 0, "transform", "module"],
  message:
    'The transform modules cannot be loaded: The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.',
  hint: expect.stringContaining("npm install"),
};

test.each([
  ["worker", ["a.ts", "b.ts"]],
  ["inline", ["a.ts"]],
])(
  "createTransformLoader() reports a missing esbuild with isolation %s",
  async (isolation, names) => {
    vi.doMock("esbuild", () => ({ build: () => Promise.reject(new Error(MISSING)) }));
    const config = configOf(names, { transforms: { isolation } });
    const loaded = await createTestLoader(modulesDir(FILES)).load(config);
    expect(loaded.problems).toEqual([unavailable]);
    // The names are still defined, so that the core does not report them a second time.
    expect(Object.keys(loaded.transforms)).toEqual(names);
  },
);

test("createTransformLoader() reports that it cannot create a folder for built modules", async () => {
  const dir = modulesDir(FILES);
  vi.stubEnv("TMPDIR", "/nowhere");
  const loaded = await createTestLoader(dir).load(configOf(["a.ts"]));
  expect(loaded.problems).toEqual([
    {
      code: "transform_unavailable",
      severity: "error",
      path: ["hooks", "mappings", 0, "transform", "module"],
      message: expect.stringMatching(/cannot be loaded: ENOENT/),
    },
  ]);
});
