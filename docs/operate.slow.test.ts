// docs/operate.md, typed: its commands in order, against `serve --dispatch host` with a local platform.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { hookwright } from "../packages/cli/test/support/hookwright.ts";
import { createHosted, TOKEN } from "../packages/cli/test/support/hosted.ts";
import { type ServeRun, startServe } from "../packages/cli/test/support/start-serve.ts";
import { refusal, startTelegram, TELEGRAM_TOKEN } from "../packages/host/test/fakes/telegram.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { type Fence, readFences } from "./tools/fences.ts";
import { startShell } from "./tools/follow-page.ts";

const page = readFileSync(new URL("operate.md", import.meta.url), "utf8");

function fencesBelow(heading: string): readonly Fence[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  return readFences(section.split("\n## ")[0] ?? "");
}

const PERSON = "42";
const GROUP = "-100123";

const mapping = (id: string, to: string) => ({
  ...{ id, match: { path: id }, sessionKey: "hook:{{service}}", channel: "telegram", to },
  messageTemplate: "{{service}}: {{result}}",
});

/** Where the page's commands are typed. */
interface Desk {
  readonly folder: string;
  readonly stateFolder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The page's addresses and folders, and what they are here. */
  readonly places: Readonly<Record<string, string>>;
}

/** The output of all lines; a command of ours runs in this process. */
async function type(code: string, desk: Desk): Promise<string> {
  let output = "";
  for (const line of code.trimEnd().split("\n")) {
    const here = Object.entries(desk.places).reduce(
      (text, [written, real]) => text.replaceAll(written, real),
      line,
    );
    output += await (here.startsWith("hookwright ") ? operate(here, desk) : runShell(here, desk));
  }
  return output;
}

async function operate(line: string, { stateFolder }: Desk): Promise<string> {
  const args = [...line.split(" ").slice(1), "--state-folder", stateFolder];
  const { exitCode, stdout, stderr } = await hookwright(args);
  expect([line, stderr, exitCode]).toEqual([line, "", 0]);
  return stdout;
}

async function runShell(line: string, { folder, env }: Desk): Promise<string> {
  const values = Object.entries(env).map(([name, value]) => `${name}='${value}'; `);
  const shell = startShell(`${values.join("")}${line}`, folder);
  expect([line, await shell.ended, shell.output()]).toEqual([line, 0, expect.any(String)]);
  return `${shell.output()}\n`;
}

/** The output has the lines of the page in their order. Ids, times and the width of columns may differ. */
function expectLines(printed: string, written: string): void {
  const lines = printed.split("\n").map(normalize);
  const wanted = written.trimEnd().split("\n").map(normalize);
  let at = 0;
  for (const line of wanted.filter((one) => one !== "…")) {
    const found = lines.indexOf(line, at);
    expect(found, `${line}\nis not in\n${printed}`).not.toBe(-1);
    at = found + 1;
  }
}

function normalize(line: string): string {
  return line
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(/\bfor \d+ (?:s|min)\b/g, "for <age>")
    .replace(/(?<=the message, as )\d+/, "<number>")
    .replaceAll(/(?<=the oldest for )\d+ \w+/g, "<age>")
    .replaceAll(/ {2,}/g, "  ")
    .replace(/\S*\/(?=hooks\.yaml)/, "")
    .trim();
}

async function serve(folder: string, config: object): Promise<ServeRun & { readonly desk: Desk }> {
  const file = join(folder, "hooks.yaml");
  writeFileSync(file, stringify(config));
  const stateFolder = join(folder, "state");
  const args = ["--config", file, "--dispatch", "host", "--state-folder", stateFolder];
  const served = await startServe([...args, "--admin", "0"]);
  const [, admin = ""] = await served.io.stderr.find(/Its state is at (\S+)\/healthz/);
  const places = { "http://127.0.0.1:9090": admin, "/var/lib/hookwright": stateFolder };
  return { ...served, desk: { folder, stateFolder, env: {}, places } };
}

function post(url: string, path: string, service: string): Promise<Response> {
  return fetch(`${url}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ service, result: "done" }),
  });
}

const WAIT = { timeout: 60_000, interval: 20 };

test("the incident of operate.md is ended by its commands alone", async () => {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  let isInGroup = false;
  const kicked = refusal(403, "Forbidden: bot is not a member of the supergroup chat");
  // As on Telegram, the token is checked first.
  telegram.breakBy(({ path, text = "" }) =>
    path.includes(TELEGRAM_TOKEN) && text.includes(GROUP) && !isInGroup
      ? { kind: "reply", reply: kicked }
      : undefined,
  );
  const fences = fencesBelow("An incident");
  const [config = expect.fail("The section has no config.")] = fences
    .filter(({ language }) => language === "yaml")
    .map(({ code }) => parse(code));
  config.channels.telegram.baseUrl = telegram.url;
  const folder = createTempDir({
    "secrets/hook-token": TOKEN,
    "secrets/telegram": "111:revoked",
  });
  const { agents, host } = JSON.parse((await createHosted()).config);
  const hooks = {
    ...{ enabled: true, token: { file: "secrets/hook-token" } },
    mappings: [mapping("deploys", PERSON), mapping("alerts", GROUP)],
  };
  agents.defaults.heartbeat = { every: "0m", target: "none" };
  const { url, io, desk } = await serve(folder, { ...config, agents, host, hooks });
  for (const service of ["a", "b", "c"]) {
    await post(url, "deploys", service);
    await post(url, "alerts", service);
  }
  const statesOf = async () => {
    const { deliveries } = JSON.parse(await operate("hookwright deliveries --json", desk));
    return deliveries.map(({ state }: { readonly state: string }) => state).sort();
  };
  await io.stderr.find(/channel telegram paused/);
  await vi.waitFor(async () => expect(await statesOf()).toEqual(Array(6).fill("queued")), WAIT);

  const env = { NEW_TOKEN: TELEGRAM_TOKEN };
  for (const { language, code, output } of fences) {
    if (language !== "sh") continue;
    const printed = await type(code, { ...desk, env });
    if (output !== undefined) expectLines(printed, output);
    if (code.includes("reload")) {
      await vi.waitFor(async () => expect(await statesOf()).not.toContain("queued"), WAIT);
      isInGroup = true;
    }
    if (code.includes("retry")) {
      await vi.waitFor(() => expect(telegram.messages).toHaveLength(7), WAIT);
      await vi.waitFor(async () => expect((await statesOf()).at(-1)).toBe("sent"), WAIT);
    }
  }
  const messages = telegram.messages.filter(({ text }) => !text.startsWith("This is a test"));
  expect(messages.map(({ to }) => to)).toEqual([PERSON, PERSON, PERSON, GROUP, GROUP, GROUP]);
});

/** What is posted for each row of the table, and its headers. */
const NO_MESSAGE: readonly (readonly [hook: string, headers?: Readonly<Record<string, string>>])[] =
  [
    ["push", { authorization: "Bearer of-somebody-else" }],
    ["issues", { "x-github-event": "star" }],
    ["push", { "idempotency-key": "k1" }],
    ["quiet"],
    ["paused"],
    ["nobody"],
    ["dead"],
    ["calm"],
  ];

test("hookwright show says what operate.md says for each reason of no message", async () => {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  const { config } = await createHosted({
    answer: ({ text }) => (text.includes("calm: ") ? "HEARTBEAT_OK" : "Look at this."),
    fault: ({ text }) => (text.includes("dead: ") ? { kind: "refuse", status: 403 } : undefined),
  });
  const { agents, channels, host, hooks } = JSON.parse(config);
  agents.defaults.heartbeat = { every: "0m", target: "none" };
  channels.telegram = { botToken: "111:revoked", baseUrl: telegram.url };
  const messageTo = (id: string, channel: string, to?: string) => ({
    ...{ id, match: { path: id }, sessionKey: `hook:${id}`, messageTemplate: `${id}: {{text}}` },
    ...{ channel, ...(to !== undefined && { to }) },
  });
  hooks.mappings = [
    messageTo("push", "webhook", "team"),
    {
      ...messageTo("issues", "webhook", "team"),
      match: { path: "issues", headers: { "x-github-event": "issues" } },
    },
    { id: "quiet", match: { path: "quiet" }, skip: true },
    messageTo("paused", "telegram", PERSON),
    messageTo("nobody", "webhook"),
    messageTo("dead", "webhook", "team"),
    messageTo("calm", "webhook", "team"),
  ];
  const folder = createTempDir({});
  const { url, desk } = await serve(folder, { agents, channels, host, hooks });
  const send = (hook: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${url}/${hook}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
      body: '{"text":"red"}',
    });
  await send("push", { "idempotency-key": "k1" });
  const [, section = ""] = page.split("\n## Why did I get no message?\n");
  const rows = [...section.matchAll(/^\| `(\w+)`, `([^`]+)` \|/gm)].slice(0, NO_MESSAGE.length);
  expect(rows).toHaveLength(NO_MESSAGE.length);
  for (const [index, [hook, headers = {}]] of NO_MESSAGE.entries()) {
    const [, kind = "", state = ""] = rows[index] ?? [];
    const id = `request-of-row-${index}`;
    await send(hook, { ...headers, "x-request-id": id });
    await vi.waitFor(async () => {
      const { stdout, stderr } = await hookwright(["show", id, "--state-folder", desk.stateFolder]);
      expect(`${stdout}${stderr}`).toMatch(new RegExp(`  ${kind} +${state}\\b`));
    }, WAIT);
  }
});

const hasSqlite = spawnSync("sqlite3", ["--version"]).status === 0;

test.skipIf(!hasSqlite)(
  "the backup of operate.md, made under load, is restored and goes on (skipped where there is no sqlite3)",
  { tags: "REC-2" },
  async () => {
    const { config } = await createHosted();
    const folder = createTempDir({});
    const first = await serve(folder, JSON.parse(config));
    const places = { ...first.desk.places, "/var/backups": folder };
    const desk = { ...first.desk, places };
    const accepted: string[] = [];
    let isOver = false;
    const sendAll = async (): Promise<void> => {
      while (!isOver) {
        const body = { pusher: { name: "ann" }, repository: { full_name: `${accepted.length}` } };
        accepted.push(await push(first.url, body));
      }
    };
    const senders = [sendAll(), sendAll()];
    await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(50), WAIT);
    const before = [...accepted];
    const [backup, restore] = fencesBelow("Backup").filter(({ language }) => language === "sh");
    await type(backup?.code ?? "", desk);
    isOver = true;
    await Promise.all(senders);
    expect(await first.stop()).toBe(0);

    await type(restore?.code ?? "", desk);
    const second = await serve(folder, JSON.parse(config));
    const later = await push(second.url, { pusher: {}, repository: { full_name: "later" } });
    const doneOf = async (): Promise<readonly string[]> => {
      const args = "hookwright runs --state done --limit 1000 --json";
      const { runs } = JSON.parse(await operate(args, second.desk));
      return runs.map(({ id }: { readonly id: string }) => id);
    };
    await vi.waitFor(async () => {
      expect(await doneOf()).toEqual(expect.arrayContaining([...before, later]));
    }, WAIT);
    expect(await second.stop()).toBe(0);
  },
);

async function push(url: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const answer = await fetch(`${url}/github`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { readonly runId: string }).runId;
}
