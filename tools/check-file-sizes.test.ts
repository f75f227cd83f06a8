import { expect, test } from "vitest";
import { checkFileSizes } from "./check-file-sizes.mjs";
import { writeFixture } from "./shared/write-fixture.ts";

const fetchHandler = "packages/adapter-fetch/src/create-fetch-handler.ts";
const nodeHandler = "packages/adapter-node/src/index.ts";

const lines = (count: number): string => "// line\n".repeat(count);

function check(files: Readonly<Record<string, string>>): ReturnType<typeof checkFileSizes> {
  return checkFileSizes(
    writeFixture({ [fetchHandler]: lines(50), [nodeHandler]: lines(50), ...files }),
  );
}

test("checkFileSizes() accepts 200 lines, and counts files above the soft limit", () => {
  const { problems, summary } = check({ "packages/core/src/a.ts": lines(200) });
  expect(problems).toEqual([]);
  expect(summary).toContain("3 files, median 50, 1 above 120");
});

const short = Object.fromEntries([1, 2].map((name) => [`docs/${name}.mjs`, lines(10)]));

test("checkFileSizes() refuses a source file of 201 lines in any folder", () => {
  const { problems } = check({
    ...short,
    "packages/core/src/a.ts": lines(201),
    "tools/b.mjs": lines(201),
    "examples/c.mjs": `${lines(200)}// the last line has no end`,
  });
  expect(problems).toEqual([
    "packages/core/src/a.ts has 201 lines, more than 200",
    "tools/b.mjs has 201 lines, more than 200",
    "examples/c.mjs has 201 lines, more than 200",
  ]);
});

test("checkFileSizes() ignores tests and generated code", () => {
  const { problems, summary } = check({
    "packages/core/src/a.test.ts": lines(900),
    "packages/core/test/cases.ts": lines(900),
    "packages/core/src/generated/a.ts": lines(900),
    "packages/core/dist/a.js": lines(900),
  });
  expect(problems).toEqual([]);
  expect(summary).toContain("2 files");
});

test("checkFileSizes() refuses a folder of 21 files, not counting their tests", () => {
  const folder = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `packages/core/src/data/${index}.ts`,
        lines(10),
      ]),
    );
  const { problems } = check({ ...folder(21), "packages/core/src/data/1.test.ts": lines(10) });
  expect(problems).toEqual(["packages/core/src/data has 21 files, more than 20"]);
  expect(check({ ...folder(20), "packages/core/src/data/1.test.ts": "" }).problems).toEqual([]);
});

test("checkFileSizes() refuses a median of 80", () => {
  const { problems } = check({ [fetchHandler]: lines(80), [nodeHandler]: lines(80) });
  expect(problems).toEqual(["the median is 80 lines, not under 80"]);
});

test("checkFileSizes() adds up the imports of a handler, and no other files of its package", () => {
  const { problems, summary } = check({
    [fetchHandler]: `import "./body.ts";\n${lines(69)}`,
    "packages/adapter-fetch/src/body.ts": lines(41),
    [nodeHandler]: `import "./data/body.ts";\n${lines(59)}`,
    "packages/adapter-node/src/data/body.ts": lines(41),
    "packages/adapter-node/src/config/load.ts": lines(200),
  });
  expect(problems).toEqual([`${fetchHandler} and its imports: 111 lines, not 110`]);
  expect(summary).toContain("adapter-fetch 111, adapter-node 101");
});
