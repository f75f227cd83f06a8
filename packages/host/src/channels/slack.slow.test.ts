// A local fake of the platform → what the channel slack sends, and how it reads each answer.
import { describe, expect, test } from "vitest";
import {
  createOne,
  part,
  rigOf,
  started,
  testAnswers,
  testHttpChannel,
} from "../../test/channel-suite.ts";
import { SLACK_CASES, SLACK_TOKEN, slackError, startSlack } from "../../test/fakes/slack.ts";

const { signal } = new AbortController();

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

testAnswers({
  id: "slack",
  to: "channel:C1",
  cases: SLACK_CASES,
  settings: (url) => ({ botToken: SLACK_TOKEN, baseUrl: `${url}/api` }),
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

  test.each([
    ["C1:thread:1503435956.000247", "C1"],
    ["#alerts:thread:1503435956.000247", "#alerts"],
    ["U1:thread:1503435956.000247", "D1"],
  ])(
    "send() answers in the thread that `to` names: %s",
    { tags: "DEL-3" },
    async (written, room) => {
      const { fake, channel } = await start();
      const parsed = channel.parseRecipient(written);
      if (!parsed.ok) throw new Error(parsed.hint);
      await channel.send({ ...part, to: parsed.to }, signal);
      const body = Object.fromEntries(new URLSearchParams(fake.requests.at(-1)?.text));
      expect(body).toMatchObject({ channel: room, thread_ts: "1503435956.000247" });
    },
  );

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
    ["C1:thread:1503435956.000247", "channel:C1:thread:1503435956.000247"],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
  });

  test.each(["alerts", "@ann", "c1", "user:C1", "channel:U1", "#a b", "C1:thread:1"])(
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
