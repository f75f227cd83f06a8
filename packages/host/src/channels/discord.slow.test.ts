// A local fake of the platform → what the channel discord sends, and how it reads each answer.
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
  DISCORD_CASES,
  DISCORD_CHANNEL,
  DISCORD_TOKEN,
  DISCORD_USER,
  discordError,
  startDiscord,
} from "../../test/fakes/discord.ts";

const { signal } = new AbortController();

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

testAnswers({
  id: "discord",
  to: `channel:${DISCORD_CHANNEL}`,
  cases: DISCORD_CASES,
  settings: (url) => ({ token: DISCORD_TOKEN, baseUrl: url }),
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
    expect(lastBodyOf(fake)).toEqual({
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

  test.each([DISCORD_CHANNEL, `user:${DISCORD_USER}`])(
    "send() replies to the message that `to` names: %s",
    { tags: "DEL-3" },
    async (recipient) => {
      const { fake, channel } = await start();
      const parsed = channel.parseRecipient(`${recipient}:thread:423456789012345678`);
      if (!parsed.ok) throw new Error(parsed.hint);
      await channel.send({ ...part, to: parsed.to }, signal);
      expect(lastBodyOf(fake)).toMatchObject({
        message_reference: { message_id: "423456789012345678", fail_if_not_exists: false },
        allowed_mentions: { parse: [] },
      });
      expect(fake.messages.length).toBe(1);
    },
  );

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

  test.each([
    "general",
    "#general",
    "123",
    "user:ann",
    "1".repeat(30),
    `${DISCORD_CHANNEL}:thread:1`,
  ])("parseRecipient() refuses %s", { tags: "DEL-4" }, async (written) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
  });

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
