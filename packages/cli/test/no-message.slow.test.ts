// Eight reasons why no message came → `hookwright show` with an id that the sender or the log has, also after kill -9.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTelegram } from "../../host/test/fakes/telegram.ts";
import { type Bin, runBin, serveBin } from "./support/bin.ts";
import { createHosted, TOKEN } from "./support/hosted.ts";

const mapping = (id: string, fields: object = {}) => ({
  ...{ id, match: { path: id }, sessionKey: `hook:${id}`, messageTemplate: `${id}: {{text}}` },
  ...{ deliver: true, channel: "webhook", to: "team", wakeMode: "next-heartbeat" },
  ...fields,
});

const MAPPINGS = [
  mapping("push"),
  mapping("issues", { match: { path: "issues", headers: { "x-github-event": "issues" } } }),
  { id: "quiet", match: { path: "quiet" }, skip: true },
  mapping("paused", { channel: "telegram", to: "42" }),
  mapping("nobody", { to: undefined }),
  mapping("dead"),
  mapping("calm"),
];

async function createServer() {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  const { config, messages } = await createHosted({
    answer: ({ text }) => (text.includes("calm: ") ? "HEARTBEAT_OK" : "Look at this."),
    fault: ({ text }) => (text.includes("dead: ") ? { kind: "refuse", status: 403 } : undefined),
  });
  const { agents, channels, host, hooks } = JSON.parse(config);
  agents.defaults.heartbeat = { every: "0m", target: "none" };
  channels.telegram = { botToken: "111:revoked", baseUrl: telegram.url };
  const kept = MAPPINGS.map((one) => Object.fromEntries(Object.entries(one).filter(([, v]) => v)));
  // The path of a socket is short, so the folder is directly below the temporary one.
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "hooks.json5");
  const state = join(folder, "state");
  const all = { agents, channels, host, hooks: { ...hooks, mappings: kept } };
  writeFileSync(file, JSON.stringify(all));
  const args = ["--config", file, "--dispatch", "host", "--state-folder", state, "--json"];
  const start = (): Promise<Bin & { readonly url: string }> => serveBin(args);
  return { start, state, messages };
}

/** What an answer and the log say of the request. */
interface Sent {
  readonly status: number;
  readonly runId: string | undefined;
  readonly requestId: string;
}

async function send(
  { url, stderr }: Bin & { readonly url: string },
  hook: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const before = requestsOf(stderr.text()).length;
  const answer = await fetch(`${url}/${hook}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    body: JSON.stringify({ text: "red" }),
  });
  const { runId } = (await answer.json().catch(() => ({}))) as { readonly runId?: string };
  const logged = await vi.waitFor(() => {
    const lines = requestsOf(stderr.text());
    expect(lines.length).toBeGreaterThan(before);
    return lines[before];
  });
  return { status: answer.status, runId, requestId: logged?.requestId ?? "" };
}

function requestsOf(log: string): readonly { readonly requestId: string }[] {
  return log
    .split("\n")
    .filter((line) => line.includes('"type":"request"'))
    .map((line) => JSON.parse(line));
}

test("show() finds each reason for no message by an id of the sender or the log, also after kill -9", {
  tags: ["OPS-1", "REC-1"],
}, async () => {
  const { start, state, messages } = await createServer();
  const server = await start();
  const wrong = await send(server, "push", { authorization: "Bearer of-somebody-else" });
  const other = await send(server, "issues", {
    "x-github-event": "star",
    "x-github-delivery": "d1",
  });
  const first = await send(server, "push", { "idempotency-key": "k1", "x-github-delivery": "d2" });
  const again = await send(server, "push", { "idempotency-key": "k1", "x-github-delivery": "d3" });
  expect(again.runId).toBe(first.runId);
  const skipped = await send(server, "quiet", { "x-request-id": "from-the-sender-1" });
  const paused = await send(server, "paused");
  const nobody = await send(server, "nobody");
  const dead = await send(server, "dead");
  const calm = await send(server, "calm");
  expect([wrong, other, again, skipped].map(({ status }) => status)).toEqual([401, 404, 202, 204]);

  const show = async (id: string | undefined): Promise<string> => {
    const { stdout, stderr } = await runBin(["show", `${id}`, "--state-folder", state]);
    return `${stdout}${stderr}`;
  };
  const reasons: readonly (readonly [id: string | undefined, reason: RegExp])[] = [
    [wrong.requestId, /request +refused, unauthorized\n.* answered 401\n/],
    [
      "d1",
      /no mapping takes the event.*\n[\s\S]*the nearest mapping is issues, and its match\.headers/,
    ],
    ["d3", /request +repeat\n.*which got the first answer, answered 202\n.*delivery d3, /],
    [
      "from-the-sender-1",
      /request +skipped\n.*its mapping asked for no action[\s\S]*mapping quiet/,
    ],
    [paused.runId, /part +queued, unauthorized\n/],
    [nobody.runId, /part +dead, no_recipient\n/],
    [dead.runId, /answer +none, forbidden\n +no answer: /],
    [calm.runId, /answer +ack\n +only an acknowledgment, so nothing is delivered\n/],
  ];
  const expectReasons = async (): Promise<void> => {
    for (const [id, reason] of reasons) expect(await show(id)).toMatch(reason);
  };
  await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 60_000 });
  await vi.waitFor(expectReasons, { timeout: 60_000, interval: 500 });
  expect(await show(paused.requestId)).toContain("the channel is paused (unauthorized)");

  // What made nothing is stored within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  server.child.kill("SIGKILL");
  await server.ended;
  await expectReasons();
  const restarted = await start();
  await expectReasons();
  const { stdout } = await runBin(["requests", "--mapping", "issues", "--state-folder", state]);
  expect(stdout).toMatch(/unmatched +404 .* issues .* d1\n/);
  restarted.child.kill("SIGTERM");
  await restarted.ended;
});
