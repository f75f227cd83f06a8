// Each answer that a platform is known to give → the result that its channel reports.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SEND_CODES } from "../src/channel/send-codes.ts";
import type { Channel } from "../src/model/channel.ts";
import { createOne } from "./channel-suite.ts";
import { DISCORD_CASES, DISCORD_CHANNEL, DISCORD_TOKEN } from "./fakes/discord.ts";
import { type AnswerCase, type FakePlatform, startFakePlatform } from "./fakes/fake-platform.ts";
import { SLACK_CASES, SLACK_TOKEN } from "./fakes/slack.ts";
import { TELEGRAM_CASES, TELEGRAM_TOKEN } from "./fakes/telegram.ts";
import { WEBHOOK_CASES, WEBHOOK_TOKEN } from "./fakes/webhook.ts";
import { WHATSAPP_CASES, WHATSAPP_NUMBER_ID, WHATSAPP_TOKEN } from "./fakes/whatsapp.ts";

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

  test.each(cases)("DEL-9 DEL-10 send() reads $name ($mark)", async ({ reply, result }) => {
    const before = fake.requests.length;
    fake.script({ kind: "reply", reply });
    const part = { key: "delivery-1/1", to, text: "Hello", plain: false };
    const sent = await channel.send(part, signal);
    expect(sent).toMatchObject(result);
    expect(Object.hasOwn(sent, "afterMs")).toBe(Object.hasOwn(result, "afterMs"));
    if (sent.kind !== "sent") expect(SEND_CODES).toHaveProperty(sent.code);
    expect(fake.requests.length).toBe(before + 1);
  });
});
