// The small configs of docs/deliver.md and docs/host.md: each is served with the events of its page, and does what
// the page says.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parseConfigText } from "@hookwright/config";
import { expect, onTestFinished, test, vi } from "vitest";
import { hookwright } from "../packages/cli/test/support/hookwright.ts";
import { createHosted, type HostedOptions, TOKEN } from "../packages/cli/test/support/hosted.ts";
import { startServe } from "../packages/cli/test/support/start-serve.ts";
import { startTelegram, TELEGRAM_TOKEN } from "../packages/host/test/fakes/telegram.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { type Fence, readFences } from "./tools/fences.ts";

const CHAT = "42";
/** The recipients of the pages, in place of which the local platform has one. */
const CHATS = /-?\b1001234567890\b|\b123456789\b/g;
const SECRET = `whsec_${Buffer.from("a secret of the docs' endpoint").toString("base64")}`;
const ENV = { HOOK_TOKEN: TOKEN, TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN, CI_SECRET: SECRET };
const WAIT = { timeout: 60_000, interval: 20 };

/** The fences of a page, or of one of its sections. */
function fencesOf(page: string, heading?: string): readonly Fence[] {
  const text = readFileSync(new URL(page, import.meta.url), "utf8");
  if (heading === undefined) return readFences(text);
  const [, section = ""] = text.split(`\n## ${heading}\n`);
  return readFences(section.split("\n## ")[0] ?? "");
}

function find(fences: readonly Fence[], text: string): Fence {
  return fences.find(({ code }) => code.includes(text)) ?? expect.fail(`No fence has ${text}.`);
}

interface Shown {
  /** The config of the page; a fence of one mapping is put into one. */
  readonly fence: Fence;
  /** Added to its mappings. */
  readonly mappings?: readonly object[];
  readonly hosted?: HostedOptions;
  /** Address of the endpoint for lifecycle events. */
  readonly endpoint?: string;
}

interface ShownConfig {
  readonly hooks: { readonly mappings?: readonly object[] };
  readonly channels?: { readonly telegram: object };
  readonly host?: object;
}

/** Serves the config of a page, with the local model and the local platform in place of the real ones. */
async function serve({ fence, mappings = [], hosted, endpoint = "" }: Shown) {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  const text = fence.code.replace(CHATS, CHAT).replace("https://ci.example/done", endpoint);
  const filename = `hooks.${fence.language}`;
  const document = await parseConfigText(text, { filename });
  if (!document.ok) throw new Error("The fence cannot be parsed.");
  const written = document.config as ShownConfig | object;
  const shown: ShownConfig = "hooks" in written ? written : { hooks: { mappings: [written] } };
  const { agents, host } = JSON.parse((await createHosted(hosted)).config);
  agents.defaults.heartbeat = { every: "0m", target: "none" };
  const config = {
    ...shown,
    agents,
    channels: {
      telegram: { ...shown.channels?.telegram, botToken: TELEGRAM_TOKEN, baseUrl: telegram.url },
    },
    host: { ...host, ...shown.host },
    hooks: {
      ...{ enabled: true, token: TOKEN, ...shown.hooks },
      mappings: [...(shown.hooks.mappings ?? []), ...mappings],
    },
  };
  const folder = createTempDir({ "hooks.json": JSON.stringify(config) });
  const state = join(folder, "state");
  const args = ["--config", join(folder, "hooks.json"), "--dispatch", "host"];
  const { url } = await startServe([...args, "--state-folder", state], { env: ENV });
  return {
    telegram,
    post: async (hook: string, payload: object) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const body = JSON.stringify(payload);
      const answer = await fetch(`${url}/${hook}`, { method: "POST", headers, body });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
    type: async (line: string) => {
      const words = line.trim().split(" ").slice(1);
      const { exitCode, stdout, stderr } = await hookwright([...words, "--state-folder", state]);
      expect([line, stderr, exitCode]).toEqual([line, "", 0]);
      return stdout;
    },
  };
}

test("the first config of docs/deliver.md sends its event to the channel", async () => {
  const fences = fencesOf("deliver.md");
  const { payload } = JSON.parse(find(fences, '"path": "deploys"').code);
  const { post, telegram, type } = await serve({ fence: find(fences, "defaultTo") });
  const { status, body } = await post("deploys", payload);
  expect([status, body]).toEqual([202, { ok: true, delivery: expect.any(String) }]);
  const text = "Deploy of shop to production: done";
  await vi.waitFor(() => expect(telegram.messages).toMatchObject([{ to: CHAT, text }]), WAIT);
  await vi.waitFor(
    async () => expect(await type(`hookwright show ${body["delivery"]}`)).toMatch(/sent/),
    WAIT,
  );
});

test("docs/deliver.md: a text is sent with the runner for people without a model", async () => {
  const fences = fencesOf("deliver.md");
  const page = readFileSync(join(import.meta.dirname, "deliver.md"), "utf8");
  const [, runner = ""] = /`(host: \{ runner: .*?\})`/.exec(page) ?? [];
  expect(runner).toContain("command");
  const config = find(fences, "defaultTo");
  const fence = { ...config, code: `${runner}\n${config.code}` };
  const { post, telegram } = await serve({ fence });
  const { status } = await post("deploys", { service: "shop", environment: "x", status: "done" });
  expect(status).toBe(202);
  await vi.waitFor(() => expect(telegram.messages).toHaveLength(1), WAIT);
});

test("explain, test and diff print what docs/deliver.md says", async () => {
  const fences = fencesOf("deliver.md");
  const config = find(fences, "defaultTo").code;
  const folder = createTempDir({
    "hooks.yaml": config,
    "next.yaml": config.replace(
      /( +)channel: telegram\n/,
      (line, indent) => `${line}${indent}to: "123456789"\n`,
    ),
    "deploy.event.json": find(fences, '"path": "deploys"').code,
    "hooks.test.yaml": find(fences, "cases:").code,
  });
  // The others serve and install.
  const commands = fences.filter(({ language, output }) => language === "sh" && output);
  expect(commands).toHaveLength(3);
  for (const { code, output = "" } of commands) {
    const words = code.trim().split(" ").slice(1);
    const isFile = (word: string) => /\.(?:yaml|json)$/.test(word);
    const args = words.map((word) => (isFile(word) ? join(folder, word) : word));
    if (words[0] === "test") args.push(join(folder, "hooks.test.yaml"));
    const { stdout, stderr } = await hookwright(args, { env: ENV });
    const printed = stdout.replaceAll(`${folder}/`, "").replace(/\d\.\d s/, "0.1 s");
    expect([code, stderr, printed]).toEqual([code, "", output]);
  }
});

test("a recipient of docs/deliver.md that an event chooses has to be in allowFrom", async () => {
  const fence = find(fencesOf("deliver.md"), "allowFrom: [");
  const { post, telegram, type } = await serve({ fence });
  await post("alerts", { chat: CHAT, title: "Disk full" });
  const { body } = await post("alerts", { chat: "-100123", title: "To others" });
  await vi.waitFor(() => expect(telegram.messages).toHaveLength(1), WAIT);
  expect(await type(`hookwright show ${body["delivery"]}`)).toContain("recipient_not_allowed");
});

test("the limit and the pause of docs/host.md hold runs back, as its status says", async () => {
  const section = fencesOf("host.md", "Pause, and limits");
  let isSilent = true;
  const fault = () => (isSilent ? ({ kind: "silence", after: "nothing" } as const) : undefined);
  const { post, type } = await serve({ fence: find(section, "maxConcurrent"), hosted: { fault } });
  for (const number of [7, 8]) expect((await post("github", { number })).status).toBe(202);
  const status = async () => (await type("hookwright status")).replace(/ +/g, " ");
  await vi.waitFor(
    async () => expect(await status()).toMatch(/mapping review 1 of 1 runs at work, 1 waiting/),
    WAIT,
  );
  const [pause = "", resume = ""] = find(section, "hookwright pause").code.trim().split("\n");
  await type(pause);
  isSilent = false;
  const { runs } = JSON.parse(await type("hookwright runs --state running --json"));
  await type(`hookwright runs cancel ${runs[0].id}`);
  expect(await status()).toMatch(/paused mapping review for \d+ s, 1 waiting/);
  await type(resume);
  await vi.waitFor(
    async () => expect(JSON.parse(await type("hookwright runs --json")).runs[0].state).toBe("done"),
    WAIT,
  );
});

test("the alert of docs/host.md is the message that the page shows", async () => {
  const section = fencesOf("host.md", "Alerts");
  const { code } = find(section, "Hookwright: A run");
  const { post, telegram } = await serve({
    fence: find(section, "alerts:"),
    mappings: [{ id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}", timeoutSeconds: 1 }],
    hosted: { fault: () => ({ kind: "silence", after: "nothing" }) },
  });
  await post("ci", { job: "tests" });
  await vi.waitFor(
    () => expect(telegram.messages.map(({ text }) => text)).toEqual([code.trim()]),
    WAIT,
  );
});

test("the endpoint of docs/host.md gets the facts of a run, signed as the page says", async () => {
  const section = fencesOf("host.md", "Lifecycle events");
  const posted: { readonly headers: Record<string, unknown>; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    posted.push({ headers: request.headers, body });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const ci = { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}", deliver: false };
  const { post } = await serve({
    fence: find(section, "notify:"),
    mappings: [{ ...ci, onCompletion: "ci" }],
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`,
  });
  const { body } = await post("ci", { job: "tests" });
  await vi.waitFor(() => expect(posted).toHaveLength(1), WAIT);
  const [{ headers, body: text } = expect.fail()] = posted;
  const shown = JSON.parse(find(section, 'run.completed","timestamp').code);
  const event = JSON.parse(text);
  expect(event).toEqual({
    ...{ ...shown, timestamp: expect.any(String) },
    data: { ...shown.data, runId: body["runId"], durationMs: expect.any(Number) },
  });
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
});
