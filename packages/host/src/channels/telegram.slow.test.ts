// A local fake of the platform → what the channel telegram sends, and how it reads each answer.
import { GrammyError } from "grammy";
import { describe, expect, test } from "vitest";
import {
  createOne,
  lastBodyOf,
  part,
  rigOf,
  started,
  testAnswers,
  testHttpChannel,
} from "../../test/channel-suite.ts";
import {
  refusal,
  startTelegram,
  TELEGRAM_CASES,
  TELEGRAM_TOKEN,
} from "../../test/fakes/telegram.ts";

const { signal } = new AbortController();

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

testAnswers({
  id: "telegram",
  to: "42",
  cases: TELEGRAM_CASES,
  settings: (url) => ({ botToken: TELEGRAM_TOKEN, baseUrl: url }),
});

describe("telegram", () => {
  const start = async () => {
    const fake = await started(startTelegram);
    return {
      fake,
      channel: await createOne("telegram", { botToken: TELEGRAM_TOKEN, baseUrl: `${fake.url}/` }),
    };
  };

  test("send() sends HTML without a preview, into a topic where one is named", {
    tags: "DEL-15",
  }, async () => {
    const { fake, channel } = await start();
    await channel.send({ ...part, to: "-100123:topic:7", text: "**now** & `a<b`" }, signal);
    expect(fake.requests[0]?.path).toBe(`/bot${TELEGRAM_TOKEN}/sendMessage`);
    expect(lastBodyOf(fake)).toEqual({
      chat_id: -100123,
      message_thread_id: 7,
      text: "<b>now</b> &amp; <code>a&lt;b</code>",
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    });
  });

  test("send() sends no parse mode for plain text", { tags: "DEL-15" }, async () => {
    const { fake, channel } = await start();
    await channel.send({ ...part, to: "@news", text: "**now**", plain: true }, signal);
    expect(lastBodyOf(fake)).toEqual({
      chat_id: "@news",
      text: "**now**",
      link_preview_options: { is_disabled: true },
    });
  });

  test.each([
    ["123", "123"],
    ["-1001234567890", "-1001234567890"],
    ["tg:-100123:topic:7", "-100123:topic:7"],
    ["telegram:@news_1", "@news_1"],
    ["@news:topic:12", "@news:topic:12"],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
  });

  test.each(["news", "@a", "12.5", "+49123", "123:topic:x", "slack:C1", "-", "C1"])(
    "parseRecipient() refuses %s",
    { tags: "DEL-4" },
    async (written) => {
      const { channel } = await start();
      expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
    },
  );

  test("measure() counts code points, and the characters that break a mention", {
    tags: "DEL-6",
  }, async () => {
    const { channel } = await start();
    expect(channel.measure?.("\u{1f600}a@b.example @c")).toBe(16);
  });

  test("the fake is one that grammy itself can talk to", async () => {
    const fake = await started(startTelegram);
    const { Api } = await import("grammy");
    const api = new Api(TELEGRAM_TOKEN, { apiRoot: fake.url });
    expect(await api.sendMessage(42, "Hello")).toMatchObject({ message_id: 1 });
    await expect(api.sendMessage(1, "Hello")).rejects.toThrow(GrammyError);
    await expect(api.sendMessage(42, "<x>", { parse_mode: "HTML" })).rejects.toThrow(
      "can't parse entities",
    );
    await expect(api.sendMessage(42, "<b>a", { parse_mode: "HTML" })).rejects.toThrow("end tag");
    await expect(api.sendMessage(42, "a</b>", { parse_mode: "HTML" })).rejects.toThrow("end tag");
    await expect(api.sendMessage(42, "x".repeat(4097))).rejects.toThrow("too long");
    await expect(api.sendMessage(42, " ")).rejects.toThrow("empty");
    expect((await api.sendMessage(42, "@admin https://a.example/")).message_id).toBe(2);
    expect(fake.messages.at(-1)).toMatchObject({
      pings: ["@admin"],
      previews: ["https://a.example/"],
    });
  });
});
