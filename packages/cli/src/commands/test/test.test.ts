import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { createTestIo, type TestInput } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";

const CONFIG = `hooks:
  enabled: true
  token: \${HOOK_TOKEN_OF_NOBODY}
  mappings:
    - id: review
      match: { path: github, headers: { x-github-event: pull_request_review } }
      messageTemplate: "{{who}} reviewed"
    - id: push
      match: { path: github, headers: { x-github-event: push } }
      sessionKey: "hook:github:{{repo}}"
      messageTemplate: |
        {{pusher}} pushed
        - {{count}} commits to {{ref}}
`;

const PUSH =
  "event: { path: github, headers: { x-github-event: push }, payload: { ref: refs/heads/main, pusher: ann, repo: a, count: 2 } }";

const SNAPSHOT = `cases:
  - { name: "a push", ${PUSH}, expect: { snapshot: true } }
`;

const FAILING = `cases:
  - name: a review
    event: { path: github, payload: { who: ann } }
    expect: { mapping: review, text: { contains: ann } }
  - name: the text of a push
    ${PUSH}
    expect: { text: "ann pushed\\n- 2 commits to main\\n" }
  - name: other events
    ${PUSH}
    remove: [headers]
    expect: { becomes: unmatched }
`;

const BROKEN = "hooks: { mappings: [{ match: { path: x }, messageTemplate: '{{#if}}' }] }";

function createFiles(test: string, others: Readonly<Record<string, string>> = {}): string {
  return createTempDir({ "hooks.yaml": CONFIG, "hooks.test.yaml": test, ...others });
}

async function runTest(args: readonly string[], input?: TestInput) {
  const io = createTestIo(input);
  const exitCode = await run(["test", ...args], io);
  return { exitCode, out: io.stdout.text(), err: io.stderr.text() };
}

/** The output without the folder and the time. */
const tidy = (text: string, dir: string): string =>
  text.replaceAll(`${dir}/`, "").replaceAll(/\d+\.\d s/g, "0.0 s");

test("test() prints expected and actual for every wrong field of a failed case, and why", async () => {
  const dir = createFiles(FAILING);
  const { exitCode, out } = await runTest([dir]);
  expect(exitCode).toBe(1);
  expect(tidy(out, dir).split("\n")).toEqual([
    "✗ hooks.test.yaml:2  a review",
    "    mapping     expected review   seen (none)",
    '    nearest     review: headers.x-github-event is missing; it would match if header "x-github-event" were "pull_request_review"',
    "✗ hooks.test.yaml:5  the text of a push",
    "    text          ann pushed",
    "                - - 2 commits to main",
    "                + - 2 commits to refs/heads/main          hooks.yaml:13:32 {{ref}} ← payload.ref",
    "2 of 3 cases failed · 0.0 s",
    "",
  ]);
});

test("test() colors differences on a terminal", async () => {
  const { out } = await runTest([createFiles(FAILING)], { isTTY: true });
  expect(out).toContain("\u001B[1;31m- - 2 commits to main\u001B[0m");
  expect(out).toContain("\u001B[32m+ - 2 commits to refs/heads/main\u001B[0m");
});

test("test() returns 0, 1 for a failed case or a broken config, and 2 for unreadable input", async () => {
  const exit = async (files: Readonly<Record<string, string>>) =>
    (await runTest([createTempDir(files)], { env: { CI: "" } })).exitCode;
  expect(await exit({ "hooks.yaml": CONFIG, "hooks.test.yaml": SNAPSHOT })).toBe(0);
  expect(await exit({ "hooks.yaml": CONFIG, "hooks.test.yaml": FAILING })).toBe(1);
  expect(await exit({ "hooks.yaml": BROKEN, "hooks.test.yaml": SNAPSHOT })).toBe(1);
  expect(await exit({ "hooks.yaml": CONFIG, "hooks.test.yaml": "cases: []" })).toBe(2);
  expect(await exit({ "hooks.yaml": CONFIG })).toBe(2);
  const none = await runTest(["/none"]);
  expect([none.exitCode, none.err]).toEqual([2, 'error There is no file or folder "/none".\n']);
  const file = join(createTempDir({ "hooks.yaml": CONFIG }), "hooks.yaml");
  expect((await runTest([file])).err).toContain("is not the name of a test file.\n  Name it after");
  expect((await runTest([".", "--watch", "--update"])).exitCode).toBe(2);
});

test("test --json prints one object, and the same bytes for the same input", async () => {
  const dir = createFiles(FAILING);
  const [first, second] = [
    await runTest([dir, "--json"]),
    await runTest([dir, "--reporter", "json"]),
  ];
  expect(first.out).toBe(second.out);
  const { files, ...counts } = JSON.parse(first.out);
  expect(counts).toEqual({
    schema: "hookwright.test/1",
    ok: false,
    passed: 1,
    failed: 2,
    unusable: [],
  });
  expect(files[0].cases[1]).toMatchObject({
    name: "the text of a push",
    line: 5,
    column: 5,
    ok: false,
    wrong: [{ field: "text", from: { expression: "{{ref}}" } }],
  });
  expect(JSON.parse((await runTest([dir, "--json", "--verbose"])).out)).toHaveProperty(
    "durationMs",
  );
  const broken = createFiles("cases: []");
  expect(JSON.parse((await runTest([broken, "--json"])).out)).toMatchObject({
    ok: false,
    unusable: [
      {
        testFile: join(broken, "hooks.test.yaml"),
        isOfConfig: false,
        problems: [{ code: "wrong_type" }],
      },
    ],
  });
});

test("test() needs no secrets", async () => {
  const { exitCode, err } = await runTest([createFiles(SNAPSHOT)]);
  expect([exitCode, err]).toEqual([0, ""]);
});

test("test() writes a new snapshot, fails for a changed one until --update, and reports an orphan", async () => {
  const dir = createFiles(SNAPSHOT, { "__snapshots__/hooks.test.yaml/gone.md": "x\n" });
  const path = join(dir, "__snapshots__/hooks.test.yaml/a push.md");
  const first = tidy((await runTest([dir])).out, dir);
  expect(first.split("\n")).toEqual([
    "✓ hooks.test.yaml:2  a push  snapshot new",
    "orphan __snapshots__/hooks.test.yaml/gone.md: no case has this snapshot; --update removes it",
    "1 case passed · 0.0 s",
    "",
  ]);
  const text =
    'run by push\nname: Hook\nsessionKey: hook:github:a\n--- from outside: webhook "push" ---\nann pushed\n- 2 commits to refs/heads/main\n\n';
  expect(readFileSync(path, "utf8")).toBe(text);
  writeFileSync(path, text.replace("ann", "bob").replaceAll("\n", "\r\n"));
  const changed = await runTest([dir]);
  expect(changed.exitCode).toBe(1);
  expect(changed.out).toMatch(
    / {2}snapshot {6}…[\s\S]*- bob pushed\n +\+ ann pushed {10}\S+hooks\.yaml:12:9 \{\{pusher\}\} ← payload\.pusher\n/,
  );
  expect(readFileSync(path, "utf8")).toContain("bob");
  const updated = tidy((await runTest([dir, "--update"])).out, dir);
  expect(updated).toContain(
    "a push  snapshot updated\nremoved __snapshots__/hooks.test.yaml/gone.md: ",
  );
  expect(readFileSync(path, "utf8")).toBe(text);
  expect((await runTest([dir], { env: { CI: "true" } })).exitCode).toBe(0);
});

test("test() names some of many orphans, and counts the others", async () => {
  const names = ["a", "b", "c", "d", "e"].map((name) => `__snapshots__/hooks.test.yaml/${name}.md`);
  const dir = createFiles(SNAPSHOT, Object.fromEntries(names.map((name) => [name, "x\n"])));
  const reported = (await runTest([dir])).out;
  expect(reported.match(/^orphan .*$/gm)).toHaveLength(4);
  expect(reported).toContain(
    "/c.md: no case has this snapshot; --update removes it\norphan … and 2 more\n",
  );
  expect((await runTest([dir, "--update"])).out).toContain("removed … and 2 more\n");
  expect(names.some((name) => existsSync(join(dir, name)))).toBe(false);
});

test("test() fails for a new snapshot without writing it if CI is set", async () => {
  const dir = createFiles(SNAPSHOT);
  const { exitCode, out } = await runTest([dir], { env: { CI: "1" } });
  expect([exitCode, out]).toEqual([
    1,
    expect.stringContaining("snapshot    there is none, and none is written if CI is set"),
  ]);
  expect(existsSync(join(dir, "__snapshots__"))).toBe(false);
});

test("test() writes no snapshot of a case that fails another expectation", async () => {
  const dir = createFiles(SNAPSHOT.replace("snapshot: true", "snapshot: true, name: x"));
  expect((await runTest([dir, "--update"])).exitCode).toBe(1);
  expect(existsSync(join(dir, "__snapshots__"))).toBe(false);
});

test("test() keeps the snapshots of cases apart whose names are not valid file names", async () => {
  const names = ["a/b", "a:b", "..", "x".repeat(300)];
  const cases = names.map(
    (name) => `  - { name: ${JSON.stringify(name)}, ${PUSH}, expect: { snapshot: true } }\n`,
  );
  const dir = createFiles(`cases:\n${cases.join("")}`);
  expect((await runTest([dir])).out).toContain("4 cases passed");
  const again = await runTest([dir, "--verbose"], { env: { CI: "1" } });
  expect(again.out).toMatch(/^(?:✓ .+\n){4}4 cases passed · \d+\.\d s\n$/);
});

test("test --filter runs some cases, and --bail stops after the first failure", async () => {
  const dir = createFiles(FAILING, { "z.test.yaml": `config: hooks.yaml\n${FAILING}` });
  const file = join(dir, "hooks.test.yaml");
  expect((await runTest([file, "--filter", "OTHER"])).out).toMatch(/^1 case passed/);
  expect((await runTest([dir, "--bail"])).out).toMatch(/\n1 of 1 case failed/);
});

test("test --reporter tap prints a line for each case, and failures in YAML", async () => {
  const dir = createFiles(FAILING.replace("a review", '"a # \\\\ review"'), { "z.test.json": "{" });
  const { out } = await runTest([dir, "--reporter", "tap"]);
  expect(tidy(out, dir).split("\n")).toEqual([
    "TAP version 14",
    "1..4",
    "not ok 1 - hooks.test.yaml: a \\# \\\\ review",
    "  ---",
    "  line: 2",
    '  wrong: [{"field":"mapping","expected":"review","seen":null}]',
    expect.stringMatching(/^ {2}reasons: \[\{"label":"nearest"/),
    "  ...",
    "not ok 2 - hooks.test.yaml: the text of a push",
    "  ---",
    "  line: 5",
    expect.stringMatching(/^ {2}wrong: /),
    "  reasons: []",
    "  ...",
    "ok 3 - hooks.test.yaml: other events",
    "not ok 4 - z.test.json",
    expect.stringMatching(/^ {2}# z\.test\.json:1:/),
    "",
  ]);
});

test("test --reporter junit prints a suite for each file, and escapes what XML cannot hold", async () => {
  const dir = createFiles(FAILING.replace("a review", '"a <review> & \\u0001\\u009B\\uFFFE"'), {
    "z.test.json": "{",
  });
  const { out } = await runTest([dir, "--reporter", "junit"]);
  const xml = tidy(out, dir);
  expect(xml).toContain('<testsuites name="hookwright" tests="4" failures="2" errors="1">');
  expect(xml).toContain('<testsuite name="hooks.test.yaml" tests="3" failures="2" errors="0">');
  expect(xml).toContain(
    'name="a &lt;review&gt; &amp; \\u0001\\u009b\ufffd" classname="hooks.test.yaml" file="hooks.test.yaml" line="2">',
  );
  expect(xml).toContain('<failure message="mapping: expected &quot;review&quot;, seen (none)">');
  expect(xml).toMatch(/<error message="z\.test\.json:1:\d+ /);
});

test("test() needs a stub for a mapping with a transform, or transforms: run", async () => {
  const config = CONFIG.replace("id: push\n", "id: push\n      transform: { module: own.js }\n");
  const files = (head: string, expected: string) => ({
    "hooks.yaml": config,
    "hooks/transforms/own.js":
      "export default () => ({ name: process.env.OF_TEST + process.env.HOME });",
    "hooks.test.yaml": `${head}\ncases:\n  - { name: a, ${PUSH}, expect: ${expected} }\n`,
  });
  const runWith = (head: string, expected: string, ...args: string[]) =>
    runTest([createTempDir(files(head, expected)), ...args]);
  const missing = await runWith("strict: false", "{ becomes: agent }");
  expect([missing.exitCode, missing.out]).toEqual([
    1,
    expect.stringContaining('transform_unstubbed "own.js" has no stub'),
  ]);
  const stubbed = "transforms: { own.js: { returns: { name: Stubbed } } }";
  expect((await runWith(stubbed, "{ name: Stubbed }")).exitCode).toBe(0);
  const thrown = "transforms: { own.js: { throws: broken } }";
  expect((await runWith(thrown, "{ becomes: refused, code: transform_failed }")).exitCode).toBe(0);
  expect(
    (await runWith("transforms: { own.js: { returns: null } }", "{ becomes: handled }")).exitCode,
  ).toBe(0);
  const ran = await runWith("transforms: run\nenv: { OF_TEST: x }", "{ name: xundefined }");
  expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining("1 case passed")]);
});

test("test() runs a case that nobody reviewed, and counts it separately", async () => {
  const dir = createFiles(FAILING.replace("name: a review", "name: a review\n    reviewed: false"));
  const { out } = await runTest([dir]);
  expect(out).toContain("a review  (not reviewed)");
  expect(out).toContain("2 of 3 cases failed · 1 not reviewed");
  expect(JSON.parse((await runTest([dir, "--json"])).out).files[0].cases[0].reviewed).toBe(false);
});

test("test --watch runs again after a change, until a signal", async () => {
  const dir = createFiles(FAILING);
  const io = createTestIo();
  const ended = run(["test", dir, "--watch"], io);
  const until = async (text: string) => {
    while (!io.stdout.text().includes(text)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await until("2 of 3 cases failed");
  while (!io.stderr.text().includes("Waiting"))
    await new Promise((resolve) => setTimeout(resolve, 5));
  writeFileSync(join(dir, "hooks.test.yaml"), SNAPSHOT);
  await until("1 case passed");
  io.signals.emit("SIGINT");
  expect(await ended).toBe(0);
});
