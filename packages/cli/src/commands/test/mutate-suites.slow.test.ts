import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noProgram, skipTitle } from "../../../../../tools/test-support/skip-title.mjs";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";

const CONFIG = `hooks:
  mappings:
    - id: ci
      match: { path: ci, headers: { X-Event: push } }
      messageTemplate: |
        Read this.
        {{title}} {{truncate body 20}}
    - { id: other, match: { path: other }, transform: { module: own.mjs }, messageTemplate: m }
`;

const CASES = `ignore:
  - { mutant: helper-arg, at: ci, why: one character is nothing }
  - { mutant: clause-drop, at: ci.headers, why: nobody else sends to it }
transforms: { own.mjs: { returns: { message: stubbed } } }
cases:
  - name: a push
    event: { path: ci, headers: { x-event: push }, payload: { title: T, body: "a text of more than twenty letters" } }
    expect: { text: { contains: [T, a text] } }
  - { name: other, event: { path: other }, expect: { text: stubbed } }
`;

const noGit = noProgram("git");

function createFolder(cases = CASES): string {
  return createTempDir({ "hooks.yaml": CONFIG, "hooks.test.yaml": cases });
}

async function runIn(dir: string, ...args: readonly string[]) {
  const io = createTestIo();
  const exitCode = await run(["test", dir, ...args], io);
  const out = io.stdout.text().replaceAll(`${dir}/`, "");
  return { exitCode, out, err: io.stderr.text().replaceAll(`${dir}/`, "") };
}

function commitAll(cwd: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "all");
}

test("test --mutate reports what no case notices, its position, and which case to add", async () => {
  const { exitCode, out, err } = await runIn(createFolder(), "--mutate");
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toContain("2 cases passed");
  expect(out).toContain(
    'survived  hooks.yaml:7:19  helper-drop  ci messageTemplate: truncate body 20 → body\n          No case checks it. Add to "a push": expect: { snapshot: true }',
  );
  expect(out).toMatch(
    /^killed \d+ · survived \d+ · not covered 0 · invalid \d+ · same 0 · ignored 2 · score \d+ %$/m,
  );
});

test("test --mutate reports an exception that matches no mutant", async () => {
  const dir = createFolder(CASES.replace("at: ci.headers", "at: ci.header"));
  const { exitCode, err, out } = await runIn(dir, "--mutate");
  expect(exitCode).toBe(1);
  expect(err).toBe(
    'hooks.test.yaml: no mutant is clause-drop at ci.header. Remove this exception from "ignore".\n',
  );
  expect(out).toContain(
    'No case shows it. Add, from "a push": remove: [headers.x-event] → becomes: unmatched',
  );
});

test("test --min-mutation fails below a score, and --mutate=text drops lines of text", async () => {
  const dir = createFolder();
  const { exitCode, err } = await runIn(dir, "--min-mutation", "100");
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^hooks\.yaml: mutation score is \d+ %, and must be 100 %\.\n$/);
  expect((await runIn(dir, "--min-mutation", "1")).exitCode).toBe(0);
  const { out } = await runIn(dir, "--mutate=text");
  expect(out).toContain('text-drop  ci messageTemplate: without the line "Read this."');
  expect((await runIn(dir, "--mutate=all")).exitCode).toBe(2);
  expect((await runIn(dir, "--max-mutants", "some")).exitCode).toBe(2);
});

test("test --max-mutants draws a sample, and prints the seed that repeats it", async () => {
  const dir = createFolder(CASES.replace(/ignore:\n.*\n.*\n/, ""));
  const first = await runIn(dir, "--mutate", "--max-mutants", "3");
  const [, seed = ""] = /^3 of \d+ mutants; repeat with --seed (\d+)$/m.exec(first.out) ?? [];
  expect(seed).not.toBe("");
  const again = await runIn(dir, "--mutate", "--max-mutants", "3", "--seed", seed);
  const withoutTime = (text: string) => text.replace(/ · [\d.]+ s$/m, "");
  expect(withoutTime(again.out)).toBe(withoutTime(first.out));
  const all = await runIn(dir, "--mutate", "--max-mutants", "1000");
  expect(all.out).not.toContain("--seed");
});

test("test --mutate --json prints one object with the results of the mutants", async () => {
  const { out, err } = await runIn(createFolder(), "--json", "--mutate");
  const { schema, passed, mutation } = JSON.parse(out);
  expect({ schema, passed }).toEqual({ schema: "hookwright.test/1", passed: 2 });
  expect(mutation).toMatchObject([{ ignored: 2, unused: [], counts: { same: 0 } }]);
  expect(mutation[0].mutants[0]).toEqual({
    operator: "mapping-remove",
    mapping: "ci",
    path: ["hooks", "mappings", 0],
    range: expect.anything(),
    label: "is gone",
    verdict: "killed",
    killedBy: "a push",
  });
  expect(err).toContain("killed ");
  const sampled = await runIn(createFolder(), "--json", "--max-mutants=2", "--seed=1");
  expect(JSON.parse(sampled.out).mutation[0].sample).toMatchObject({ seed: 1 });
});

test.skipIf(noGit !== undefined)(
  skipTitle("test --mutate --since mutates only what changed since a commit", noGit),
  async () => {
    const dir = createFolder(CASES.replace(/ignore:\n.*\n.*\n/, ""));
    commitAll(dir);
    const none = await runIn(dir, "--since", "HEAD");
    expect(none.out).toContain("killed 0 · survived 0");
    const added = `${CONFIG}    - { match: { path: new }, messageTemplate: "{{x}}" }\n`;
    writeFileSync(join(dir, "hooks.yaml"), added.replace("truncate body 20", "truncate body 10"));
    const { mutation } = JSON.parse((await runIn(dir, "--since", "HEAD", "--json")).out);
    const changed = mutation[0].mutants.map(
      ({ operator, mapping }: Record<string, string>) => `${mapping} ${operator}`,
    );
    expect(changed).toEqual([
      "ci mapping-remove",
      "ci expr-blank",
      "ci expr-sibling",
      "ci expr-blank",
      "ci helper-drop",
      "ci helper-arg",
      "mapping-3 mapping-remove",
      "mapping-3 expr-blank",
    ]);
  },
);

test.skipIf(noGit !== undefined)(
  skipTitle(
    "test --mutate mutates a partial if it changed, and its mutants can be exceptions",
    noGit,
  ),
  async () => {
    const config = (row: string) =>
      `hooks:\n  partials:\n    row: "- {{name}}${row}"\n  mappings:\n    - { id: a, match: { path: a }, messageTemplate: "{{> row}}" }\n`;
    const dir = createTempDir({
      "hooks.yaml": config(" {{note}}"),
      "hooks.test.yaml": `ignore:
  - { mutant: expr-blank, at: partials.row, why: names and notes are shown elsewhere }
cases:
  - { name: a, event: { path: a, payload: { name: N } }, expect: { mapping: a } }
`,
    });
    commitAll(dir);
    expect((await runIn(dir, "--mutate")).out).toMatch(/^killed .+ · ignored 2 · score/m);
    const since = async () => (await runIn(dir, "--since", "HEAD")).out;
    expect(await since()).toContain("killed 0 · survived 0");
    writeFileSync(join(dir, "hooks.yaml"), config(" {{upper note}}"));
    expect(await since()).toContain(
      "survived  hooks.yaml:3:22  helper-drop  partials.row upper note → note",
    );
    const { mutation } = JSON.parse((await runIn(dir, "--since", "HEAD", "--json")).out);
    expect(mutation[0].mutants[0]).toMatchObject({
      operator: "helper-drop",
      partial: "row",
      path: ["hooks", "partials", "row"],
    });
  },
);

test("test --mutate shows the position of a mutant in an included file", async () => {
  const dir = createTempDir({
    "hooks.yaml": "hooks: { include: [more/*.yaml] }\n",
    "more/a.yaml": 'mappings: [{ id: a, match: { path: a }, messageTemplate: "m {{x}}" }]\n',
    "hooks.test.yaml":
      "cases: [{ name: a, event: { path: a, payload: { x: 1 } }, expect: { mapping: a } }]\n",
  });
  const { out } = await runIn(dir, "--mutate");
  expect(out).toContain("survived  more/a.yaml:1:61  expr-blank  a messageTemplate: without {{x}}");
});

test("test --mutate writes each mutant as a test in JUnit and TAP, which fails only if the score is too low", async () => {
  const dir = createFolder();
  const fine = await runIn(dir, "--mutate", "--reporter", "junit");
  expect(fine.exitCode).toBe(0);
  const [, total, killed, skipped] =
    /<testsuite name="mutation of hooks\.yaml" tests="(\d+)" failures="(0)" errors="0" skipped="(\d+)">/.exec(
      fine.out,
    ) ?? [];
  expect(Number(total)).toBeGreaterThan(Number(skipped));
  expect(killed).toBe("0");
  expect(fine.out).toContain(
    `<testsuites name="hookwright" tests="${Number(total) + 2}" failures="0"`,
  );
  expect(fine.out).toContain(
    '    <testcase name="hooks.yaml:7:19 helper-drop  ci messageTemplate: truncate body 20 → body" classname="mutation of hooks.yaml" file="hooks.yaml" line="7">\n      <skipped message="survived: No case checks it. Add to &quot;a push&quot;: expect: { snapshot: true }"/>\n',
  );
  const low = await runIn(dir, "--min-mutation", "100", "--reporter", "junit");
  expect(low.exitCode).toBe(1);
  expect(low.out).toContain('<failure message="survived: No case checks it.');
  const tap = await runIn(dir, "--mutate", "--reporter", "tap");
  expect(tap.out).toContain(`\n1..${Number(total) + 2}\n`);
  expect(tap.out).toMatch(/^ok 3 - mutant hooks\.yaml:\d+:\d+ mapping-remove {2}ci is gone$/m);
  expect(tap.out).toMatch(
    /^not ok \d+ - mutant .+ helper-drop .+ # TODO survived: No case checks/m,
  );
  const lowTap = await runIn(dir, "--min-mutation", "100", "--reporter", "tap");
  expect(lowTap.out).toMatch(
    /^not ok \d+ - mutant .+ helper-drop [^#]+\n {2}# survived: No case checks/m,
  );
});

test("test --mutate skips a mutant that no case reaches, and names the included file of another", async () => {
  const dir = createTempDir({
    "hooks.yaml": "hooks: { include: [more/*.yaml] }\n",
    "more/a.yaml":
      "mappings: [{ id: a, match: { path: a }, messageTemplate: m }, { id: b, match: { path: b }, messageTemplate: m }]\n",
    "hooks.test.yaml": "cases: [{ name: a, event: { path: a }, expect: { snapshot: true } }]\n",
  });
  const { out } = await runIn(dir, "--mutate", "--reporter", "junit");
  expect(out).toContain('classname="mutation of hooks.yaml" file="more/a.yaml" line="1"/>');
  expect(out).toContain('<skipped message="not covered: no case reaches the mapping"/>');
});

test("test --mutate reports two mappings whose order no event shows", async () => {
  const when = (state: number) => `when: { "==": [{ var: payload.state }, ${state}] }`;
  const dir = createTempDir({
    "hooks.yaml": `hooks:
  mappings:
    - { id: up, match: { path: a, ${when(1)} }, messageTemplate: up }
    - { id: down, match: { path: a, ${when(0)} }, messageTemplate: down }
`,
    "hooks.test.yaml": `cases:
  - { name: up, event: { path: a, payload: { state: 1 } }, expect: { mapping: up } }
  - { name: down, event: { path: a, payload: { state: 0 } }, expect: { mapping: down } }
`,
  });
  const { out } = await runIn(dir, "--mutate");
  expect(out).toMatch(
    /mapping-swap .*\n +No known event shows it, .* Their order may not matter\.\n/,
  );
});

test("test() reports progress on standard error, and none in its JSON", async () => {
  const io = createTestIo();
  let at = 0;
  const slow = { ...io, now: () => (at += 6_000) };
  expect(await run(["test", createFolder(), "--mutate", "--json"], slow)).toBe(0);
  const [{ mutants }] = JSON.parse(io.stdout.text()).mutation;
  const lines = io.stderr.text().split("\n");
  expect(lines).toContain("2 of 2 cases");
  expect(lines).toContain(`${mutants.length} of ${mutants.length} mutants`);
});
