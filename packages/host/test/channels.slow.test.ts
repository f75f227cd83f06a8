// The fakes of all platforms that are reached by HTTP, each with its channel → the shared suite.

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SEND_CODES } from "../src/channel/send-codes.ts";
import { CHANNEL_KINDS } from "../src/channel/settings/channel-kinds.ts";
import { type Channel, KNOWN_CHANNELS } from "../src/model/channel.ts";
import { type ChannelSuite, createOne, testHttpChannel } from "./channel-suite.ts";
import {
  DISCORD_CASES,
  DISCORD_CHANNEL,
  DISCORD_TOKEN,
  discordError,
  startDiscord,
} from "./fakes/discord.ts";
import { type AnswerCase, type FakePlatform, startFakePlatform } from "./fakes/fake-platform.ts";
import { SLACK_CASES, SLACK_TOKEN, slackError, startSlack } from "./fakes/slack.ts";
import { refusal, startTelegram, TELEGRAM_CASES, TELEGRAM_TOKEN } from "./fakes/telegram.ts";
import { startWebhook, WEBHOOK_CASES, WEBHOOK_TOKEN } from "./fakes/webhook.ts";
import {
  startWhatsApp,
  WHATSAPP_CASES,
  WHATSAPP_NUMBER_ID,
  WHATSAPP_TOKEN,
  whatsappError,
} from "./fakes/whatsapp.ts";

/** A rig is a fake and the channel that its address goes into. */
function rigOf(
  id: string,
  startFake: () => Promise<FakePlatform>,
  settingsOf: (url: string) => Readonly<Record<string, unknown>>,
): Pick<ChannelSuite, "id" | "start" | "createAt"> {
  return {
    id,
    start: async (options) => {
      const fake = await startFake();
      const channel = await createOne(id, settingsOf(fake.url), options);
      const { url, messages, requests, script, close } = fake;
      return { channel, url, messages, requests: () => requests.length, script, close };
    },
    createAt: (url) => createOne(id, settingsOf(url)),
  };
}

const telegramLimit = (wait: unknown) => ({
  status: 429,
  body: {
    ok: false,
    error_code: 429,
    description: "Too Many Requests",
    parameters: { retry_after: wait },
  },
});

testHttpChannel({
  ...rigOf("telegram", startTelegram, (url) => ({ botToken: TELEGRAM_TOKEN, baseUrl: url })),
  to: "-100123",
  secret: TELEGRAM_TOKEN,
  replies: {
    credential: refusal(401, "Unauthorized"),
    recipient: refusal(403, "Forbidden: bot was blocked by the user"),
    limited: refusal(429, "Too Many Requests: retry after 7", { retry_after: 7 }),
    absurd: [
      telegramLimit(0),
      telegramLimit(-5),
      telegramLimit("soon"),
      refusal(429, "Too Many Requests"),
    ],
    fault: refusal(500, "Internal Server Error: restart"),
    markup: refusal(400, `Bad Request: can't parse entities: Unsupported start tag "Hello"`),
  },
  loud: "Ask @admin, **@admin**, [@admin](https://a.example/) or look at https://evil.example/?q=1",
  needsId: true,
});

const slackLimit = (headers: Readonly<Record<string, string>>) => ({
  status: 429,
  headers,
  body: { ok: false, error: "ratelimited" },
});

testHttpChannel({
  ...rigOf("slack", startSlack, (url) => ({ botToken: SLACK_TOKEN, baseUrl: `${url}/api` })),
  to: "C1",
  secret: SLACK_TOKEN,
  replies: {
    credential: slackError("invalid_auth"),
    recipient: slackError("channel_not_found"),
    limited: slackLimit({ "retry-after": "7" }),
    absurd: [
      slackLimit({ "retry-after": "0" }),
      slackLimit({ "retry-after": "-1" }),
      slackLimit({ "retry-after": "soon" }),
      slackLimit({}),
      slackError("rate_limited"),
    ],
    fault: slackError("service_unavailable"),
  },
  loud: "<!channel> <!here|x> <@U1> **<!subteam^S1>** `<!everyone>` @here https://evil.example/?q=1",
  needsId: true,
});

const discordLimit = (wait: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  status: 429,
  headers,
  body: { message: "You are being rate limited.", retry_after: wait, global: false },
});

testHttpChannel({
  ...rigOf("discord", startDiscord, (url) => ({ token: DISCORD_TOKEN, baseUrl: url })),
  to: DISCORD_CHANNEL,
  secret: DISCORD_TOKEN,
  replies: {
    credential: discordError(401, 0, "401: Unauthorized"),
    recipient: discordError(403, 50007, "Cannot send messages to this user"),
    limited: discordLimit(7, {
      "retry-after": "7",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset-after": "7",
    }),
    absurd: [discordLimit(0), discordLimit(-1), discordLimit(undefined), discordLimit("soon")],
    fault: { status: 500, body: "" },
  },
  loud: "@everyone @here <@223456789012345678> <@&1> https://evil.example/?q=1",
  needsId: true,
});

testHttpChannel({
  ...rigOf("whatsapp", startWhatsApp, (url) => ({
    phoneNumberId: WHATSAPP_NUMBER_ID,
    accessToken: WHATSAPP_TOKEN,
    baseUrl: url,
  })),
  to: "+16505551234",
  secret: WHATSAPP_TOKEN,
  replies: {
    credential: whatsappError(401, 190),
    recipient: whatsappError(400, 131026),
    // The platform itself sends no wait; a server in front of it may.
    limited: { ...whatsappError(429, 130429), headers: { "retry-after": "7" } },
    absurd: [whatsappError(429, 130429), whatsappError(400, 131056)],
    fault: whatsappError(500, 131000),
  },
  loud: "@16505551234 https://evil.example/?q=1",
  needsId: true,
});

for (const keys of [false, true]) {
  testHttpChannel({
    ...rigOf(
      "webhook",
      () => startWebhook({ keys }),
      (url) => ({ url: `${url}/in/`, token: WEBHOOK_TOKEN, keyWindowSeconds: keys ? 60 : 0 }),
    ),
    to: "on-call",
    secret: WEBHOOK_TOKEN,
    replies: {
      credential: { status: 401, body: "no" },
      recipient: { status: 404, body: "no" },
      limited: { status: 429, headers: { "retry-after": "7" }, body: "" },
      absurd: [
        { status: 429, headers: { "retry-after": "0" }, body: "" },
        { status: 429, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" }, body: "" },
        { status: 429, body: "" },
      ],
      fault: { status: 503, body: "" },
    },
    loud: "@everyone https://evil.example/?q=1",
    needsId: false,
  });
}

const page = await readFile(new URL("../../../docs/channels.md", import.meta.url), "utf8");

test("docs/channels.md lists the codes that there are, with their meanings", {
  tags: "DEL-14",
}, () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| [\w ]+ \| (.+) \|$/gm)].map(
    ([, code, meaning]) => [code, meaning],
  );
  expect(rows).toEqual(Object.entries(SEND_CODES).map(([code, { meaning }]) => [code, meaning]));
});

test("docs/channels.md has a section for each channel that is built, and names the others", () => {
  for (const { id, create } of CHANNEL_KINDS) {
    expect(page).toMatch(
      create === "not_built"
        ? new RegExp(`^\\| .*\\b${id}\\b.*not built yet`, "m")
        : new RegExp(`^## ${id}$`, "m"),
    );
  }
});

test("CHANNEL_KINDS has each channel whose name may stand before a recipient", {
  tags: "DEL-4",
}, () => {
  expect(CHANNEL_KINDS.map(({ id }) => id)).toEqual([...KNOWN_CHANNELS]);
});

const platforms: readonly {
  readonly id: string;
  readonly to: string;
  readonly cases: readonly AnswerCase[];
  readonly settings: (url: string) => Readonly<Record<string, unknown>>;
}[] = [
  {
    id: "telegram",
    to: "42",
    cases: TELEGRAM_CASES,
    settings: (url) => ({ botToken: TELEGRAM_TOKEN, baseUrl: url }),
  },
  {
    id: "slack",
    to: "channel:C1",
    cases: SLACK_CASES,
    settings: (url) => ({ botToken: SLACK_TOKEN, baseUrl: `${url}/api` }),
  },
  {
    id: "discord",
    to: `channel:${DISCORD_CHANNEL}`,
    cases: DISCORD_CASES,
    settings: (url) => ({ token: DISCORD_TOKEN, baseUrl: url }),
  },
  {
    id: "whatsapp",
    to: "+16505551234",
    cases: WHATSAPP_CASES,
    settings: (url) => ({
      phoneNumberId: WHATSAPP_NUMBER_ID,
      accessToken: WHATSAPP_TOKEN,
      baseUrl: url,
    }),
  },
  {
    id: "webhook",
    to: "on-call",
    cases: WEBHOOK_CASES,
    settings: (url) => ({ url, token: WEBHOOK_TOKEN }),
  },
];

const { signal } = new AbortController();

describe.each(platforms)("answers of $id", ({ id, to, cases, settings }) => {
  let fake: FakePlatform;
  let channel: Channel;
  beforeAll(async () => {
    fake = await startFakePlatform(() => ({ reply: { status: 500 } }));
    channel = await createOne(id, settings(fake.url), { clock: () => 10_000 });
  });
  afterAll(() => fake.close());

  test.each(cases)(
    "send() reads $name ($mark)",
    { tags: ["DEL-9", "DEL-10"] },
    async ({ reply, result }) => {
      const before = fake.requests.length;
      fake.script({ kind: "reply", reply });
      const part = { key: "delivery-1/1", to, text: "Hello", plain: false };
      const sent = await channel.send(part, signal);
      expect(sent).toMatchObject(result);
      expect(Object.hasOwn(sent, "afterMs")).toBe(Object.hasOwn(result, "afterMs"));
      if (sent.kind !== "sent") expect(SEND_CODES).toHaveProperty(sent.code);
      expect(fake.requests.length).toBe(before + 1);
    },
  );
});
