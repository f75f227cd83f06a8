// Configs and events in files → the output and the exit code of hookwright diff.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { noProgram, skipTitle } from "../../../../../tools/test-support/skip-title.mjs";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { hookwright } from "../../../test/support/hookwright.ts";
import { listConfigChanges } from "./config-changes.ts";
import "./diff.ts";

const OLD = `hooks:
  enabled: true
  token: \${OLD_TOKEN}
  mappings:
    - id: mail
      match: { path: postmark }
      messageTemplate: "{{Subject}}"
    - id: review
      match: { path: github, headers: { x-github-event: pull_request_review } }
      instructions: Read the review, and never merge.
      messageTemplate: |
        {{review.body}}
        by {{sender.login}}
    - id: ci
      match:
        path: github
        when: { and: [{ "==": [{ var: payload.state }, red] }, { "==": [{ var: payload.branch }, main] }] }
      messageTemplate: "{{branch}} is red"
    - id: stripe
      match: { path: stripe }
      sessionKey: "hook:stripe:{{customer}}"
      messageTemplate: "{{type}}"
      transform: { module: stripe.ts }
    - id: kuma
      match: { path: kuma }
      action: wake
      textTemplate: "{{msg}}"
`;

const NEW = OLD.replace("path: postmark", "path: post-mark")
  .replace("Read the review, and never merge.", "Read it.")
  .replace(', { "==": [{ var: payload.branch }, main] }', "")
  .replace("hook:stripe:{{customer}}", "hook:stripe")
  .replace("action: wake\n      textTemplate", "messageTemplate")
  .replace("by {{sender.login}}", "by {{sender.name}}")
  .replace("OLD_TOKEN", "NEW_TOKEN");

const event = (path: string, payload: object, more: object = {}) =>
  JSON.stringify({ path, payload, ...more });

const FILES = {
  "old.yaml": OLD,
  "new.yaml": NEW,
  "events/mail.event.json": event("postmark", { Subject: "Hi" }),
  "events/github/review.event.json": event(
    "github",
    { review: { body: "No." }, sender: { login: "ann", name: "Ann" } },
    { headers: { "x-github-event": "pull_request_review" } },
  ),
  "events/github/red.event.yaml": "path: github\npayload: { state: red, branch: x }\n",
  "events/stripe.ndjson": ["cus_1", "cus_2"]
    .map((customer) => event("stripe", { customer, type: "t" }))
    .join("\n"),
  "events/kuma.event.json5": "{ path: 'kuma', payload: { msg: 'down' } }",
  "events/.git/x.event.json": "no event",
  "events/bare.json": "{}",
};

async function diff(args: readonly string[], files: Readonly<Record<string, string>> = FILES) {
  const folder = createTempDir(files);
  const named = args.map((arg) => (/^-|^[\w:,-]+$/.test(arg) ? arg : join(folder, arg)));
  const { exitCode, stdout, stderr } = await hookwright(["diff", ...named]);
  const clean = (text: string) => text.replaceAll(`${folder}/`, "");
  return { exitCode, stdout: clean(stdout), stderr: clean(stderr), folder };
}

const BOTH = ["./old.yaml", "./new.yaml"];
const ALL = [...BOTH, "--events", "./events"];

test("diff prints groups, an example, the config lines that differ and a diff of one text", async () => {
  const { stdout, stderr, exitCode } = await diff(ALL);
  expect(stderr).toBe("");
  expect(stdout).toBe(`6 events, 0 same
lost            1  agent mail → unmatched  mail.event.json
                   new.yaml:6  match.path "postmark" → "post-mark"
unsafe          1  review: instructions are shorter  github/review.event.json
                   new.yaml:10  instructions "Read the review, and never merge." → "Read it."
new             1  unmatched → agent ci  github/red.event.yaml
                   old.yaml:17  match.when.and {"==":[{"var":"payload.branch"},"main"]} is gone
kind            1  kuma: wake → agent  kuma.event.json5
                   old.yaml:26  action is gone
                   old.yaml:27  textTemplate is gone
                   new.yaml:26  messageTemplate is new
session-merged  2  stripe: hook:stripe:cus_1 → hook:stripe  (2 sessions → 1)  stripe.ndjson:1
                   new.yaml:21  sessionKey "hook:stripe:{{customer}}" → "hook:stripe"
text            1  review: message  github/review.event.json
                   new.yaml:10  instructions "Read the review, and never merge." → "Read it."
                   new.yaml:11  messageTemplate "{{review.body}}\\nby {{sender.login}}\\n" → "{{review.body}}\\nby {{sender.name}}\\n"
                   -Read the review, and never merge.
                   +Read it.
                    
                    No.
                   -by ann
                   +by Ann
Hook names that appear: post-mark
Hook names that vanish: postmark
Exit 1: lost, unsafe, new, kind, session-merged, text are not allowed.
`);
  expect(exitCode).toBe(1);
});

test("diff exits with 0 if --allow names every difference, by class or by mapping", async () => {
  const most = ["--allow", "unsafe,session-merged,text", "--allow", "lost:mail,new:ci"];
  expect(await diff([...ALL, ...most, "--allow", "kind:kuma"])).toMatchObject({ exitCode: 0 });
  const other = await diff([...ALL, ...most, "--allow", "kind:mail"]);
  expect(other.exitCode).toBe(1);
  expect(other.stdout).toContain("Exit 1: kind is not allowed.");
});

test("diff exits with 2 for wrong arguments and for files that it cannot read", async () => {
  const unknown = await diff([...BOTH, "--allow", "txt"]);
  expect(unknown).toMatchObject({ exitCode: 2, stdout: "" });
  expect(unknown.stderr).toContain('"text"');
  expect(await diff([...BOTH, "--events", "./nothing"])).toMatchObject({ exitCode: 2 });
  expect(await diff([...BOTH, "--events", "./events/bare.json"])).toMatchObject({ exitCode: 2 });
  expect(await diff([...BOTH, "--report", "./no/folder.html"])).toMatchObject({ exitCode: 2 });
  const files = { ...FILES, "new.yaml": "hooks: { mappings: 1 }", "events/mail.event.json": "{}" };
  const config = await diff(BOTH, files);
  expect(config).toMatchObject({ exitCode: 2, stdout: "" });
  expect(config.stderr).toContain("new.yaml");
  const wrong = await diff(["./old.yaml", "./old.yaml", "--events", "./events", "--json"], files);
  expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
  expect(JSON.parse(wrong.stderr)).toMatchObject({ ok: false });
});

test("diff prints one object with --json, and the same bytes each time", async () => {
  const args = [...ALL, "--json"];
  const [one, other] = [await diff(args), await diff(args)];
  const report = JSON.parse(one.stdout.replaceAll(one.folder, ""));
  expect(report).toMatchObject({
    schema: "hookwright.diff/1",
    ok: false,
    events: 6,
    same: 0,
    notAllowed: ["lost", "unsafe", "new", "kind", "session-merged", "text"],
  });
  expect(report.groups[4]).toMatchObject({
    class: "session-merged",
    count: 2,
    events: ["stripe.ndjson:1", "stripe.ndjson:2"],
    config: [{ file: "new.yaml", line: 21 }],
  });
  expect(one.stdout).toBe(other.stdout);
});

test("diff works without secrets, and shows none", async () => {
  const secret = (name: string) =>
    FILES["old.yaml"].replace("${OLD_TOKEN}", `${name}-is-the-token-of-us`);
  const files = { ...FILES, "old.yaml": secret("abcdef"), "new.yaml": secret("uvwxyz") };
  const { stdout, exitCode } = await diff(ALL, files);
  expect(stdout).toBe("6 events, 6 same\nExit 0.\n");
  expect(exitCode).toBe(0);
});

test("diff runs no transform", async () => {
  const files = {
    ...FILES,
    "hooks/transforms/stripe.ts": "throw new Error('ran');",
  };
  const { stdout } = await diff(["./old.yaml", "./old.yaml", "--events", "./events"], files);
  expect(stdout).toContain("6 events, 6 same");
});

test("diff --report writes a page without scripts, and escapes texts of senders", async () => {
  const files = {
    ...FILES,
    "events/mail.event.json": event("postmark", { Subject: "<script>alert(1)</script>" }),
    "new.yaml": OLD.replace("{{Subject}}", "Mail: {{Subject}}").replace("{{type}}", "{{type}}!"),
  };
  const args = [...ALL, "--allow", "text:stripe"];
  const { folder } = await diff([...args, "--report", "./diff.html"], files);
  const path = join(folder, "diff.html");
  const html = readFileSync(path, "utf8");
  expect(html).not.toMatch(/<script/i);
  expect(html).toContain("&lt;script>alert(1)");
  expect(html).toContain("text (allowed)");
  expect(html).toContain("default-src 'none'");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("diff without events compares the mappings, and exits by that", async () => {
  const moved = {
    "old.yaml": OLD,
    "new.yaml": OLD.replace(/ {4}- id: mail[\s\S]*?(?= {4}- id: review)/, ""),
  };
  const { stdout, exitCode } = await diff(BOTH, moved);
  expect(stdout).toBe(`Mappings removed: mail
Hook names that vanish: postmark
Exit 1: static is not allowed.
`);
  expect(exitCode).toBe(1);
  expect(await diff([...BOTH, "--allow", "static"], moved)).toMatchObject({
    exitCode: 0,
  });
});

test("diff without events compares what the host does with the mappings, and its own settings", async () => {
  const config = (seconds: number, minutes: number, botToken: string) => `hooks:
  mappings:
    - id: ci
      match: { path: ci }
      maxConcurrent: 1
      coalesce: { key: "{{repo}}", seconds: ${seconds}, maxSeconds: 90 }
      messageTemplate: "{{job}}"
host:
  alerts: { channel: telegram, to: 1, everyMinutes: ${minutes} }
  channels: { telegram: { botToken: "${botToken}" } }
`;
  const files = {
    "old.yaml": config(30, 60, "1:old"),
    "new.yaml": config(45, 5, "1:new").replace("maxConcurrent: 1", "maxConcurrent: 2"),
    "token.yaml": config(30, 60, "1:new"),
  };
  const { stdout, exitCode } = await diff(BOTH, files);
  expect(stdout).toBe(`Setting of ci: maxConcurrent 1 → 2
Setting of ci: coalesce.seconds 30 → 45
Host: new.yaml:9  host.alerts.everyMinutes 60 → 5
Exit 1: static is not allowed.
`);
  expect(exitCode).toBe(1);
  const json = JSON.parse((await diff([...BOTH, "--json"], files)).stdout);
  expect(json).toMatchObject({
    static: { settings: [{ mapping: "ci", before: 1, after: 2 }, { setting: "coalesce.seconds" }] },
    host: [{ line: 9, text: "host.alerts.everyMinutes 60 → 5" }],
  });
  expect(await diff(["./old.yaml", "./token.yaml"], files)).toMatchObject({
    exitCode: 0,
    stdout: "Exit 0.\n",
  });
  const events = { ...files, "ci.event.json": event("ci", { repo: "shop", job: "lint" }) };
  const compared = await diff([...BOTH, "--events", "./ci.event.json"], events);
  expect(compared.stdout).toContain("fields          1  ci: coalesce, maxConcurrent");
  expect(compared.stdout).toContain("new.yaml:5  maxConcurrent 1 → 2");
  expect(compared.stdout).toContain("new.yaml:6  coalesce.seconds 30 → 45");
  expect(compared.exitCode).toBe(1);
});

test("diff names mappings that were removed, added or moved, and changed settings", async () => {
  const config = (hooks: object) =>
    JSON.stringify({ hooks: { enabled: true, token: "${T}", ...hooks } });
  const mapping = (id: string, more: object = {}) => ({
    id,
    match: { path: "p", ...more },
    messageTemplate: id,
  });
  const [a, b] = [mapping("a"), mapping("b", { headers: { h: "1" } })];
  const compare = async (before: object, after: object) => {
    const files = {
      "old.json": config(before),
      "new.json": config(after),
      "e.event.json": event("p", { user: "ann" }, { headers: { h: "1" } }),
    };
    return (await diff(["./old.json", "./new.json", "--events", "./e.event.json"], files)).stdout;
  };
  const gone = await compare({ mappings: [b, a] }, { mappings: [a] });
  expect(gone).toContain("agent b → agent a");
  expect(gone).toContain("old.json:1  mapping b is gone");
  expect(await compare({ mappings: [a] }, { mappings: [b, a] })).toContain(
    "new.json:1  mapping b is new",
  );
  const moved = await compare({ mappings: [b, a] }, { mappings: [a, b] });
  expect(moved).toContain("has another place");
  const agent = { mappings: [{ ...a, agentId: "ops" }] };
  const refused = await compare(agent, { ...agent, allowedAgentIds: ["main"], token: "${U}" });
  expect(refused).toContain("lost");
  expect(refused).toContain("new.json:1  hooks.allowedAgentIds is new");
  expect(refused).not.toContain("token");
});

test("diff reports an event as undecided if a redacted value decides it", async () => {
  const recorded = { redacted: [{ path: "payload.customer", rule: "R5" }] };
  const files = {
    ...FILES,
    "one.event.json": event("stripe", { customer: "x", type: "t" }, { recorded }),
    "same.yaml": `# The same config.\n${FILES["old.yaml"]}`,
    "next.yaml": `${FILES["old.yaml"]}\n    - { id: behind, match: { path: other }, messageTemplate: x }\n`,
  };
  const compare = (next: string) =>
    diff(["./old.yaml", next, "--events", "./one.event.json"], files);
  for (const same of ["./old.yaml", "./same.yaml"]) {
    expect(await compare(same)).toMatchObject({ exitCode: 0 });
    expect((await compare(same)).stdout).toContain("1 event, 1 same");
  }
  const { stdout, exitCode } = await compare("./next.yaml");
  expect(stdout).toContain("1 event, 0 same");
  expect(stdout).toContain(
    "undecided       1  stripe: payload.customer is redacted  one.event.json",
  );
  expect(exitCode).toBe(1);
});

test("diff reports runs per day if the events span a day", async () => {
  const at = (receivedAt: string) => event("kuma", { msg: "m" }, { receivedAt });
  const files = {
    ...FILES,
    "all.ndjson": [at("2026-01-01T00:00:00Z"), at("2026-01-02T12:00:00Z")].join("\n"),
  };
  const { stdout } = await diff([...BOTH, "--events", "./all.ndjson"], files);
  expect(stdout).toContain("Runs: 0 a day → 1.3 a day. Exit 1: kind is not allowed.");
});

const compare = (before: unknown, after: unknown) =>
  listConfigChanges({ value: before, path: [] }, { value: after, path: [] }).map(
    ({ kind, path, text }) => [kind, path.join("."), text],
  );

test.each<[before: unknown, after: unknown, changes: readonly (readonly string[])[]]>([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, { a: "x" }, [["changed", "a", 'a 1 → "x"']]],
  [
    { a: { b: 1 } },
    { a: { c: 1 } },
    [
      ["gone", "a.b", "a.b is gone"],
      ["new", "a.c", "a.c is new"],
    ],
  ],
  [{ a: [1, 2] }, { a: [2, 1] }, [["changed", "a", "a has another order"]]],
  [{ a: [1, 2] }, { a: [2] }, [["gone", "a.0", "a 1 is gone"]]],
  [{ a: [1] }, { a: [1, { b: 2 }] }, [["new", "a.1", 'a {"b":2} is new']]],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, [["changed", "a.1.b", "a.b 2 → 3"]]],
  [
    { token: "a", auth: { secret: "a" }, password: "x" },
    { token: "b", auth: { secret: "b" }, clientSecret: "x" },
    [],
  ],
  [
    { a: [] },
    { a: [{ id: 1, secret: "s" }] },
    [["new", "a.0", 'a {"id":1,"secret":"(secret)"} is new']],
  ],
  [undefined, "x".repeat(60), [["changed", "", `nothing → "${"x".repeat(49)}…`]]],
])("listConfigChanges() of %j and %j", (before, after, changes) => {
  expect(compare(before, after)).toEqual(changes);
});

const MAIN = "hooks: { enabled: true, token: '${T}', include: [hooks.d/*.yaml], mappings: [] }\n";
const part = (text: string) =>
  `mappings: [{ id: ci, match: { path: ci }, messageTemplate: "${text}" }]\n`;

function createRepository(): string {
  const folder = createTempDir({
    "config/hooks.yaml": MAIN,
    "config/hooks.d/ci.yaml": part("{{job}}"),
    "config/hooks.d/notes.txt": "notes",
    "ci.event.json": '{ "path": "ci", "payload": { "job": "lint" } }',
    "elsewhere.yaml": part("outside"),
  });
  symlinkSync(join(folder, "elsewhere.yaml"), join(folder, "config/hooks.d/link.yaml"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("tag", "v1");
  rmSync(join(folder, "config/hooks.d/link.yaml"));
  writeFileSync(join(folder, "config/hooks.d/ci.yaml"), part("{{job}}!"));
  return folder;
}

const showDiff = (...args: readonly string[]) => hookwright(["diff", ...args]);

const noGit = noProgram("git");

test.skipIf(noGit !== undefined)(
  skipTitle("diff compares with a commit, including its included files", noGit),
  async () => {
    const folder = createRepository();
    const file = join(folder, "config/hooks.yaml");
    const events = ["--events", join(folder, "ci.event.json")];
    // Other tests have folders of their own there.
    const temporary = createTempDir({});
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const old of ["git:v1", `git:HEAD:${file}`]) {
      const { stdout, stderr } = await showDiff(old, file, ...events);
      expect(stderr).toBe("");
      expect(stdout.replaceAll(folder, "")).toContain(
        '/config/hooks.d/ci.yaml:1  messageTemplate "{{job}}" → "{{job}}!"',
      );
    }
    const both = await showDiff("git:v1", `git:HEAD:${file}`, ...events);
    expect(both.stderr).toContain("git:v1");
    expect(readdirSync(temporary)).toEqual([]);
  },
);

test.skipIf(noGit !== undefined)(
  skipTitle("diff reads a config of a commit whose folder was removed", noGit),
  async () => {
    const folder = createRepository();
    rmSync(join(folder, "config"), { recursive: true });
    writeFileSync(join(folder, "hooks.yaml"), MAIN.replace("include: [hooks.d/*.yaml], ", ""));
    const old = `git:HEAD:${join(folder, "config/hooks.yaml")}`;
    const { stdout } = await showDiff(old, join(folder, "hooks.yaml"));
    expect(stdout).toContain("Mappings removed: ci");
  },
);

test.skipIf(noGit !== undefined)(
  skipTitle("diff exits with 2 if git does not know the commit or the file", noGit),
  async () => {
    const folder = createRepository();
    const file = join(folder, "config/hooks.yaml");
    for (const old of ["git:", "git:nothing", "git:--output=x", `git:HEAD:${folder}/none.yaml`]) {
      const { exitCode, stderr } = await showDiff(old, file);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/^error (?:Git knows no commit|There is no file|".*" does not name)/);
    }
  },
);
