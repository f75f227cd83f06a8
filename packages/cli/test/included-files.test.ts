// The contents of an included file → its name and place, in every report of `hookwright test`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { createSuiteLoader } from "../../testing/src/files/load-suite.ts";
import { runSuite } from "../../testing/src/files/run-suite.ts";
import { coverSuites } from "../src/commands/test/cover/cover-suites.ts";
import { run } from "../src/run.ts";
import { createTestIo } from "./support/test-io.ts";

const CONFIG = `hooks:
  include: ["hooks.d/*.yaml"]
  mappings:
    - { id: own, match: { path: own }, messageTemplate: "{{a}}" }
`;

const INCLUDED = `partials:
  row: "<{{name}}>"
mappings:
  - id: ci
    match: { path: ci, headers: { X-Event: push } }
    messageTemplate: |
      {{title}}
      {{#if url}}{{> row}}{{else}}none{{/if}}
`;

const CASES = `cases:
  - name: a push
    event: { path: ci, headers: { x-event: push }, payload: { title: T, url: u, name: n } }
    expect: { mapping: ci, text: { contains: <n> } }
  - name: a wrong title
    event: { path: ci, headers: { x-event: push }, payload: { title: T, url: u } }
    expect: { text: "S\\n<>\\n" }
`;

let dir: string;

beforeEach(() => {
  dir = createTempDir({
    "hooks.yaml": CONFIG,
    "hooks.d/ci.yaml": INCLUDED,
    "hooks.test.yaml": CASES,
  });
});

async function runTest(...args: readonly string[]): Promise<string> {
  const io = createTestIo();
  await run(["test", dir, ...args], io);
  return io.stdout.text().replaceAll(`${dir}/`, "");
}

async function coverageIn(form: "html" | "lcov" | "json", file: string): Promise<string> {
  const loader = createSuiteLoader({ env: {}, warn: () => undefined });
  const loaded = await loader.load(join(dir, "hooks.test.yaml"));
  if (!loaded.ok) throw new Error("no suite");
  const coverageDir = join(dir, "out");
  await coverSuites([await runSuite(loaded)], { coverage: form, coverageDir }, createTestIo());
  await loader.close();
  return readFileSync(join(coverageDir, file), "utf8").replaceAll(`${dir}/`, "");
}

const AT = { file: "hooks.d/ci.yaml", line: 7, column: 7 };

test("test() reports in each format the position in an included file of the expression that made a wrong text", async () => {
  expect(await runTest()).toContain("hooks.d/ci.yaml:7:7 {{title}} ← payload.title");
  const { files } = JSON.parse(await runTest("--json"));
  expect(files[0].cases[1].wrong[0]).toMatchObject({ field: "text", at: AT });
  expect(await runTest("--reporter", "tap")).toContain(
    `"at":{"file":"hooks.d/ci.yaml","line":7,"column":7}`,
  );
  expect(await runTest("--reporter", "junit")).toContain(
    "{{title}} ← payload.title&#10;    hooks.d/ci.yaml:7:7",
  );
});

test("test() names the file without a line if the expression occurs twice", async () => {
  const twice = INCLUDED.replace("{{title}}", "{{title}} {{title}}");
  dir = createTempDir({
    "hooks.yaml": CONFIG,
    "hooks.d/ci.yaml": twice,
    "hooks.test.yaml": CASES,
  });
  expect(await runTest()).toContain("hooks.d/ci.yaml {{title}} ← payload.title");
});

test("test --coverage reports the units of included files at their positions", async () => {
  const text = await runTest("--coverage");
  expect(text).toMatch(/\n {2}hooks\.d\/ci\.yaml:8:7 ci {2}arm not taken: \{\{else\}\} of/);
  expect(text).toMatch(/\n {2}4:7 +own {2}never tried/);
  const { configs } = JSON.parse(await coverageIn("json", "coverage.json"));
  const units: readonly { label: string; file?: string; range: { start: { line: number } } }[] =
    configs[0].units;
  const places = units.map(({ label, file, range }) => [label, file, range.start.line]);
  expect(places).toContainEqual(["{{title}}", "hooks.d/ci.yaml", 7]);
  expect(places).toContainEqual(["{{name}}", "hooks.d/ci.yaml", 2]);
  expect(places).toContainEqual(["{{a}}", undefined, 4]);
  const lcov = await coverageIn("lcov", "lcov.info");
  const [own, included] = lcov.split("end_of_record\n");
  expect(own).toContain("SF:hooks.yaml\nBRDA:4,0,0,0\n");
  expect(included).toContain("SF:hooks.d/ci.yaml\nBRDA:2,0,0,1\n");
  const page = await coverageIn("html", "index.html");
  expect(page).toContain("<h3>hooks.d/ci.yaml</h3>");
  expect(page).toContain(`{{else}}<span class="bad">none</span>{{/if}}`);
  expect(page).toContain("<li>arm not taken: {{else}} of {{#if url}}</li>");
  expect(page).toContain(`<a href="#line-0-1-8">hooks.d/ci.yaml:8:7</a> <strong>ci</strong>`);
});

interface ListedMutant {
  readonly operator: string;
  readonly mapping: string;
  readonly path: readonly unknown[];
  readonly file?: string;
  readonly range: unknown;
}

test("test --mutate names an included file and the position of its mutants", async () => {
  expect(await runTest("--mutate")).toContain("survived  hooks.d/ci.yaml:7:7  expr-blank  ci");
  const { mutation } = JSON.parse(await runTest("--mutate", "--json"));
  const mutants: readonly ListedMutant[] = mutation[0].mutants;
  const dropped = mutants.find(({ operator }) => operator === "clause-drop");
  expect(dropped).toMatchObject({ mapping: "ci", range: { start: { line: 5 } } });
  expect(dropped?.file).toBe("hooks.d/ci.yaml");
  expect(mutants.find(({ mapping }) => mapping === "own")).not.toHaveProperty("file");
  const ofPartial = mutants.find(({ path }) => path[1] === "partials");
  expect(ofPartial).toMatchObject({ file: "hooks.d/ci.yaml", range: { start: { line: 2 } } });
});
