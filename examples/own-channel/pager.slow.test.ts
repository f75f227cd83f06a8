// The channel of this example → the rules of every channel, and a served config that sends through it.
import { fileURLToPath } from "node:url";
import { createOwnChannel } from "@hookwright/host/kit";
import { type ChannelSuite, channelRules, startFakePlatform } from "@hookwright/host/testing";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../packages/cli/src/commands/serve.ts";
import { createTestIo } from "../../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../../tools/test-support/temp-dir.ts";
import pager from "./pager.ts";

const TOKEN = "pager-secret-token";

/** The service, as its documentation describes it. */
const startPager = () =>
  startFakePlatform(({ headers, text = "" }, sequence) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { reply: { status: 401 } };
    const { team, text: shown } = JSON.parse(text) as Record<"team" | "text", string>;
    if (team !== "on-call") return { reply: { status: 404, body: { error: "no_such_team" } } };
    const id = `page-${sequence}`;
    const message = { id, to: team, text: shown, pings: [], previews: [] };
    return { reply: { status: 201, body: { id } }, message };
  });

const createAt = (url: string, ports = {}) =>
  createOwnChannel(pager, { id: "pager", settings: { url, token: TOKEN }, ...ports });

const suite: ChannelSuite = {
  id: "pager",
  to: "on-call",
  secret: TOKEN,
  createAt,
  start: async (ports) => {
    const fake = await startPager();
    const channel = await createAt(fake.url, ports);
    return { ...fake, channel, requests: () => fake.requests.length };
  },
  replies: {
    credential: { status: 401 },
    recipient: { status: 404, body: { error: "no_such_team" } },
    limited: { status: 429, headers: { "retry-after": "7" } },
    absurd: [{ status: 429, headers: { "retry-after": "0" } }, { status: 429 }],
    fault: { status: 503 },
  },
  loud: "@everyone https://example.com/",
  needsId: true,
};

for (const { name, run } of channelRules(suite)) test(name, run);

test("serve() sends the answer of the own runner through the own channel", async () => {
  const fake = await startPager();
  onTestFinished(() => fake.close());
  const env = { ...process.env, HOOK_TOKEN: "hook-token", PAGER_URL: fake.url, PAGER_TOKEN: TOKEN };
  const io = createTestIo({ env });
  const config = fileURLToPath(new URL("hooks.yaml", import.meta.url));
  const address = { host: "127.0.0.1", port: 0, dispatch: "host" } as const;
  const serving = serve({ ...address, config, stateFolder: createTempDir() } as never, io);
  await expect.poll(() => io.stderr.text(), { timeout: 20_000 }).toMatch(/Listening on/);
  const [, url] = /Listening on (\S+)/.exec(io.stderr.text()) ?? [];
  const answer = await fetch(`${url}/ci`, {
    method: "POST",
    headers: { authorization: "Bearer hook-token" },
    body: JSON.stringify({ job: "tests", state: "red" }),
  });
  expect(answer.status).toBe(202);
  await expect.poll(() => fake.messages, { timeout: 20_000 }).toHaveLength(1);
  expect(fake.messages[0]).toMatchObject({
    to: "on-call",
    text: expect.stringMatching(/^CI says: \[Hook /),
  });
  io.signals.emit("SIGTERM");
  expect(await serving).toBe(0);
}, 60_000);
