// What each channel sends → the fields, the flags and the texts that a platform sees.
import { GrammyError } from "grammy";
import { afterEach, describe, expect, test } from "vitest";
import { createOne } from "./channel-suite.ts";
import {
  DISCORD_CHANNEL,
  DISCORD_TOKEN,
  DISCORD_USER,
  discordError,
  startDiscord,
} from "./fakes/discord.ts";
import { type FakePlatform, parseJson } from "./fakes/fake-platform.ts";
import { SLACK_TOKEN, slackError, startSlack } from "./fakes/slack.ts";
import { startTelegram, TELEGRAM_TOKEN } from "./fakes/telegram.ts";
import { startWebhook, WEBHOOK_TOKEN } from "./fakes/webhook.ts";
import {
  startWhatsApp,
  WHATSAPP_NUMBER_ID,
  WHATSAPP_TOKEN,
  whatsappStatus,
} from "./fakes/whatsapp.ts";

const { signal } = new AbortController();
const open: FakePlatform[] = [];
afterEach(() => Promise.all(open.splice(0).map((fake) => fake.close())));

async function started(start: () => Promise<FakePlatform>): Promise<FakePlatform> {
  const fake = await start();
  open.push(fake);
  return fake;
}

const part = { key: "delivery-1/1", text: "Hello", plain: false };

function bodyOf(fake: FakePlatform): unknown {
  return parseJson(fake.requests.at(-1)?.text);
}

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
    expect(bodyOf(fake)).toEqual({
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
    expect(bodyOf(fake)).toEqual({
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

describe("slack", () => {
  const start = async () => {
    const fake = await started(startSlack);
    const settings = { botToken: SLACK_TOKEN, baseUrl: `${fake.url}/api` };
    return { fake, channel: await createOne("slack", settings) };
  };

  test("send() escapes the text, and switches names and previews off", {
    tags: "DEL-15",
  }, async () => {
    const { fake, channel } = await start();
    await channel.send(
      { ...part, to: "#alerts", text: "**now** <!channel> & [x](https://a.example/)" },
      signal,
    );
    expect(Object.fromEntries(new URLSearchParams(fake.requests[0]?.text))).toEqual({
      channel: "#alerts",
      text: "*now* &lt;!channel&gt; &amp; <https://a.example/|x>",
      mrkdwn: "true",
      parse: "none",
      link_names: "false",
      unfurl_links: "false",
      unfurl_media: "false",
    });
  });

  test("send() opens the conversation with a person once", { tags: "DEL-3" }, async () => {
    const { fake, channel } = await start();
    await channel.send({ ...part, to: "user:U1" }, signal);
    const again = await channel.send({ ...part, to: "user:U1" }, signal);
    expect(again).toEqual({ kind: "sent", id: "C1:1503435956.000002" });
    expect(fake.requests.map(({ path }) => path)).toEqual([
      "/api/conversations.open",
      "/api/chat.postMessage",
      "/api/chat.postMessage",
    ]);
    expect(fake.messages.map(({ to }) => to)).toEqual(["D1", "D1"]);
  });

  test("send() tries again where the conversation may or may not be open", {
    tags: "DEL-12",
  }, async () => {
    const { fake, channel } = await start();
    fake.script({ kind: "close" }, { kind: "reply", reply: slackError("user_not_found") });
    const results = [
      await channel.send({ ...part, to: "user:U1" }, signal),
      await channel.send({ ...part, to: "user:U1" }, signal),
    ];
    expect(results).toMatchObject([
      { kind: "retry", code: "connection_lost" },
      { kind: "refused", scope: "message", code: "recipient_unknown" },
    ]);
    expect(fake.messages).toEqual([]);
  });

  test.each([
    ["C0123456789", "channel:C0123456789"],
    ["slack:channel:C1", "channel:C1"],
    ["G1", "channel:G1"],
    ["U1", "user:U1"],
    ["user:W1", "user:W1"],
    ["#alerts", "#alerts"],
    ["channel:#größe-1", "#größe-1"],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
  });

  test.each(["alerts", "@ann", "c1", "user:C1", "channel:U1", "#a b"])(
    "parseRecipient() refuses %s",
    { tags: "DEL-4" },
    async (written) => {
      const { channel } = await start();
      expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
    },
  );

  test("measure() counts the escapes", { tags: "DEL-6" }, async () => {
    const { fake, channel } = await start();
    const text = "<&>".repeat(4000 / 13);
    expect(channel.measure?.(text)).toBe(3991);
    await channel.send({ ...part, to: "channel:C1", text }, signal);
    expect(new URLSearchParams(fake.requests[0]?.text).get("text")?.length).toBe(3991);
  });

  test("the fake is one that Slack's own client can talk to", async () => {
    const fake = await started(startSlack);
    const { LogLevel, WebClient } = await import("@slack/web-api");
    const slackApiUrl = `${fake.url}/api/`;
    const client = new WebClient(SLACK_TOKEN, { slackApiUrl, logLevel: LogLevel.ERROR });
    expect(
      await client.chat.postMessage({ channel: "C1", text: "<!here> https://a.example/" }),
    ).toMatchObject({
      ok: true,
      ts: "1503435956.000001",
    });
    expect(fake.messages[0]).toMatchObject({
      pings: ["<!here>"],
      previews: ["https://a.example/"],
    });
    await expect(client.chat.postMessage({ channel: "C2", text: "a" })).rejects.toThrow(
      "channel_not_found",
    );
    await expect(client.chat.postMessage({ channel: "C1", text: "" })).rejects.toThrow("no_text");
    const named = await client.chat.postMessage({ channel: "C1", text: "@ann", link_names: true });
    expect(named.ok).toBe(true);
    expect(fake.messages.at(-1)?.pings).toEqual(["@ann"]);
    const long = await client.chat.postMessage({ channel: "C1", text: "x".repeat(40_001) });
    expect(long.response_metadata?.warnings).toEqual(["message_truncated"]);
    const json = await fetch(`${slackApiUrl}chat.postMessage`, {
      method: "POST",
      headers: { authorization: `Bearer ${SLACK_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ channel: "C1", text: "a" }),
    });
    expect(await json.json()).toMatchObject({ ok: true });
    const nobody = new WebClient(undefined, { slackApiUrl, logLevel: LogLevel.ERROR });
    await expect(nobody.chat.postMessage({ channel: "C1", text: "a" })).rejects.toThrow(
      "not_authed",
    );
  });
});

describe("discord", () => {
  const start = async () => {
    const fake = await started(startDiscord);
    return {
      fake,
      channel: await createOne("discord", { token: DISCORD_TOKEN, baseUrl: fake.url }),
    };
  };

  test("send() sends a nonce of the key, no mentions and no embeds", {
    tags: ["DEL-11", "DEL-15"],
  }, async () => {
    const { fake, channel } = await start();
    await channel.send(
      { ...part, to: `channel:${DISCORD_CHANNEL}`, text: "**now** @everyone" },
      signal,
    );
    expect(bodyOf(fake)).toEqual({
      content: "**now** @everyone",
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      enforce_nonce: true,
      allowed_mentions: { parse: [] },
      flags: 4,
    });
    expect(fake.requests[0]?.headers["user-agent"]).toMatch(/^DiscordBot /);
  });

  test("keyWindowMs is within the time in which the platform recognises a nonce", {
    tags: "DEL-11",
  }, async () => {
    let now = 0;
    const fake = await started(() => startDiscord({ clock: () => now }));
    const channel = await createOne("discord", { token: DISCORD_TOKEN, baseUrl: fake.url });
    const to = `channel:${DISCORD_CHANNEL}`;
    const first = await channel.send({ ...part, to }, signal);
    now = channel.keyWindowMs;
    expect(await channel.send({ ...part, to }, signal)).toEqual(first);
    now = 3_600_000;
    expect(await channel.send({ ...part, to }, signal)).not.toEqual(first);
  });

  test("send() opens the conversation with a person once", { tags: "DEL-3" }, async () => {
    const { fake, channel } = await start();
    await channel.send({ ...part, to: `user:${DISCORD_USER}` }, signal);
    await channel.send({ ...part, to: `user:${DISCORD_USER}`, key: "delivery-1/2" }, signal);
    expect(fake.requests.length).toBe(3);
    expect(fake.messages.map(({ to }) => to)).toEqual(["323456789012345678", "323456789012345678"]);
  });

  test("send() reports why no conversation can be opened", { tags: "DEL-10" }, async () => {
    const { fake, channel } = await start();
    const reply = discordError(401, 0, "401: Unauthorized");
    fake.script({ kind: "reply", reply });
    const sent = await channel.send({ ...part, to: `user:${DISCORD_USER}` }, signal);
    expect(sent).toMatchObject({ kind: "refused", scope: "credential" });
  });

  test.each([
    [DISCORD_CHANNEL, `channel:${DISCORD_CHANNEL}`],
    [`discord:channel:${DISCORD_CHANNEL}`, `channel:${DISCORD_CHANNEL}`],
    [`user:${DISCORD_USER}`, `user:${DISCORD_USER}`],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
  });

  test.each(["general", "#general", "123", "user:ann", "1".repeat(30)])(
    "parseRecipient() refuses %s",
    { tags: "DEL-4" },
    async (written) => {
      const { channel } = await start();
      expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
    },
  );

  test("measure() counts code points", { tags: "DEL-6" }, async () => {
    const { channel } = await start();
    expect(channel.measure?.("\u{1f600}ab")).toBe(3);
  });

  test("the fake is one that Discord's own client can talk to", async () => {
    const fake = await started(startDiscord);
    const { REST } = await import("@discordjs/rest");
    const rest = new REST({ api: `${fake.url}/api`, retries: 0 }).setToken(DISCORD_TOKEN);
    const route = `/channels/${DISCORD_CHANNEL}/messages` as const;
    expect(
      await rest.post(route, { body: { content: "@everyone https://a.example/" } }),
    ).toHaveProperty("id");
    expect(fake.messages[0]).toMatchObject({
      pings: ["@everyone"],
      previews: ["https://a.example/"],
    });
    await expect(rest.post(route, { body: { content: "x".repeat(2001) } })).rejects.toThrow(
      "Must be 2000",
    );
    await expect(
      rest.post(route, { body: { content: "a", nonce: "n".repeat(26) } }),
    ).rejects.toThrow("nonce");
    await expect(rest.post(route, { body: { content: "" } })).rejects.toThrow("empty");
    await expect(rest.post("/channels/1/messages", { body: { content: "a" } })).rejects.toThrow(
      "Unknown Channel",
    );
    await expect(rest.post("/users/@me/channels", { body: { recipient_id: "1" } })).rejects.toThrow(
      "Invalid Form Body",
    );
  });
});

describe("whatsapp", () => {
  const start = async () => {
    const fake = await started(startWhatsApp);
    const settings = {
      phoneNumberId: WHATSAPP_NUMBER_ID,
      accessToken: WHATSAPP_TOKEN,
      baseUrl: fake.url,
    };
    return { fake, channel: await createOne("whatsapp", settings) };
  };

  test("send() sends text without marks and without a preview", { tags: "DEL-15" }, async () => {
    const { fake, channel } = await start();
    const text = "# Now\n**a** [b](https://a.example/)";
    const sent = await channel.send({ ...part, to: "+16505551234", text }, signal);
    expect(sent).toEqual({ kind: "sent", id: "wamid.HBgL1" });
    expect(bodyOf(fake)).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "+16505551234",
      type: "text",
      text: { preview_url: false, body: "Now\na b (https://a.example/)" },
    });
  });

  test.each([
    ["+16505551234", "+16505551234"],
    ["16505551234", "+16505551234"],
    ["whatsapp:+1 (650) 555-1234", "+16505551234"],
    ["+49 151.23456789", "+4915123456789"],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
  });

  test.each([
    "120363043968066561@g.us",
    "ann",
    "+0123456789",
    "123",
    "+1234567890123456",
    "+1650--------5551234",
  ])("parseRecipient() refuses %s", { tags: "DEL-4" }, async (written) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
  });

  test("the fake tells a failure that comes later, as Meta's webhook does", () => {
    expect(whatsappStatus("wamid.1", 131047)).toMatchObject({
      entry: [
        { changes: [{ value: { statuses: [{ id: "wamid.1", errors: [{ code: 131047 }] }] } }] },
      ],
    });
  });
});

describe("webhook", () => {
  test("send() posts the account where the action names one", { tags: "DEL-11" }, async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: fake.url, token: WEBHOOK_TOKEN });
    await channel.send({ ...part, to: "on-call", accountId: "work" }, signal);
    expect(bodyOf(fake)).toMatchObject({ to: "on-call", accountId: "work" });
  });

  test("send() posts the key, the recipient, the text and the run", {
    tags: "DEL-11",
  }, async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: `${fake.url}/in/`, token: WEBHOOK_TOKEN });
    await channel.send({ ...part, to: "on-call", runId: "run-1" }, signal);
    expect(bodyOf(fake)).toEqual({
      key: "delivery-1/1",
      to: "on-call",
      text: "Hello",
      runId: "run-1",
    });
    expect(fake.requests[0]).toMatchObject({
      method: "POST",
      path: "/in/",
      headers: { "idempotency-key": "delivery-1/1", "content-type": "application/json" },
    });
  });

  test("send() sends no Authorization without a token", async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: fake.url });
    expect(await channel.send({ ...part, to: "a" }, signal)).toMatchObject({ scope: "credential" });
    expect(fake.requests[0]?.headers).not.toHaveProperty("authorization");
  });
});
