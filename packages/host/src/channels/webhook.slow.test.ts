// A local fake of the platform → what the channel webhook sends, and how it reads each answer.
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
import { startWebhook, WEBHOOK_CASES, WEBHOOK_TOKEN } from "../../test/fakes/webhook.ts";
import { WEBHOOK_SERVICES } from "../../test/fakes/webhook-services.ts";
import { splitText } from "../plan/split-text.ts";
import { createChannels } from "./shared/create-channels.ts";

const { signal } = new AbortController();

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

testAnswers({
  id: "webhook",
  to: "on-call",
  cases: WEBHOOK_CASES,
  settings: (url) => ({ url, token: WEBHOOK_TOKEN }),
});

for (const [preset, { start, path, token, to, cases }] of Object.entries(WEBHOOK_SERVICES)) {
  const settings = (url: string) => ({ preset, url: `${url}${path}`, ...(token && { token }) });
  const needsId = !["teams", "homeassistant"].includes(preset);
  describe(`preset ${preset}`, () => {
    testHttpChannel({
      ...rigOf("webhook", start, settings),
      to,
      secret: token ?? "secret",
      replies: {
        credential: { status: 401, body: "" },
        recipient: { status: 422, body: "" },
        limited: { status: 429, headers: { "retry-after": "7" }, body: "" },
        absurd: [{ status: 429, headers: { "retry-after": "0" }, body: "" }],
        fault: { status: 500, body: "" },
      },
      loud: "@everyone <users/all> <@U1> https://evil.example/?q=1",
      needsId,
    });
    testAnswers({ id: "webhook", to, cases, settings });
  });
}

describe("webhook", () => {
  test("send() posts the account where the action names one", { tags: "DEL-11" }, async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: fake.url, token: WEBHOOK_TOKEN });
    await channel.send({ ...part, to: "on-call", accountId: "work" }, signal);
    expect(lastBodyOf(fake)).toMatchObject({ to: "on-call", accountId: "work" });
  });

  test("send() posts the key, the recipient, the text and the run", {
    tags: "DEL-11",
  }, async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: `${fake.url}/in/`, token: WEBHOOK_TOKEN });
    await channel.send({ ...part, to: "on-call", runId: "run-1" }, signal);
    expect(lastBodyOf(fake)).toEqual({
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

  const full = {
    ...part,
    to: "on-call",
    accountId: "work",
    runId: "run-1",
    mappingId: "ci",
    sessionKey: "hook:ci",
    part: 2,
    parts: 3,
  };

  test("send() renders each text of a body, and quotes it as JSON", async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", {
      url: fake.url,
      method: "PUT",
      body: {
        say: '{{text}} "{{part}}/{{parts}}"',
        tags: ["{{run}}", "{{mapping}}", "{{session}}", 1, null],
        nested: { to: "{{to}}", account: "{{accountId}}", key: "{{key}}", flash: false },
      },
    });
    await channel.send({ ...full, text: 'a "b"\n</script>{{to}}' }, signal);
    expect(lastBodyOf(fake)).toEqual({
      say: 'a "b"\n</script>{{to}} "2/3"',
      tags: ["run-1", "ci", "hook:ci", 1, null],
      nested: { to: "on-call", account: "work", key: "delivery-1/1", flash: false },
    });
    expect(fake.requests[0]).toMatchObject({
      method: "PUT",
      headers: { "content-type": "application/json" },
    });
  });

  test.each([
    ["{{text}}!", {}, "text/plain; charset=utf-8"],
    ["<p>{{text}}</p>", { "Content-Type": "text/html" }, "text/html"],
  ])("send() sends the text %s as it renders", async (body, headers, type) => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: fake.url, body, headers });
    await channel.send({ ...full, text: "a < b" }, signal);
    expect(fake.requests[0]).toMatchObject({
      text: body.replace("{{text}}", "a < b"),
      headers: { "content-type": type },
    });
  });

  test("send() keeps each header on one line, and leaves out an empty one", async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", {
      url: fake.url,
      headers: { "X-Title": "{{text}}", "X-Run": "{{#if run}}run {{run}}{{/if}}" },
    });
    await channel.send({ ...part, to: "a", text: "Ü\nHost: evil.example\n\nx" }, signal);
    const { headers } = fake.requests[0] ?? expect.fail("no request");
    expect(Buffer.from(String(headers["x-title"]), "latin1").toString()).toBe(
      "Ü Host: evil.example x",
    );
    expect(headers.host).toBe(new URL(fake.url).host);
    expect(headers).not.toHaveProperty("x-run");
  });

  test("send() sends the token where a template reads it, and nowhere else", async () => {
    const fake = await started(startWebhook);
    const settings = { url: fake.url, token: WEBHOOK_TOKEN, headers: { "x-key": "{{token}}" } };
    const channel = await createOne("webhook", settings);
    await channel.send({ ...part, to: "a" }, signal);
    expect(fake.requests[0]?.headers).toMatchObject({ "x-key": WEBHOOK_TOKEN });
    expect(fake.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test("send() posts to the address of the config, whatever the part contains", {
    tags: "SEC-5",
  }, async () => {
    const fake = await started(startWebhook);
    const url = `${fake.url}/{{to}}/in`;
    const channel = await createOne("webhook", { url, body: "{{text}}" });
    await channel.send({ ...full, to: "../other?x=1" }, signal);
    expect(decodeURIComponent(fake.requests[0]?.path ?? "")).toBe("/{{to}}/in");
  });

  test("send() refuses a part whose template goes over a limit", async () => {
    const body =
      '{{#each (split text ",")}}{{#each (split @root.text ",")}}{{@root.text}}{{/each}}{{/each}}';
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: fake.url, body });
    const text = "a,".repeat(2_000);
    expect(await channel.send({ ...full, text }, signal)).toMatchObject({
      kind: "refused",
      scope: "message",
    });
    expect(fake.requests).toEqual([]);
  });

  test("createChannels() reports all problems of templates, each with its path", async () => {
    const settings = {
      url: "https://ops.example",
      headers: { "X-A": "{{#if to}}", "x b": "c", Host: "evil.example" },
      body: { list: [{ a: "{{tex}}" }], b: "{{text" },
    };
    const { channels, problems } = await createChannels(new Map([["webhook", settings]]));
    expect(channels.size).toBe(0);
    expect(problems.map(({ code, path }) => `${path.join(".")} ${code}`)).toEqual([
      "channels.webhook.headers.X-A channel_setting_invalid",
      "channels.webhook.headers.x b channel_setting_invalid",
      "channels.webhook.headers.Host channel_setting_invalid",
      "channels.webhook.body.list.0.a channel_setting_invalid",
      "channels.webhook.body.b channel_setting_invalid",
    ]);
    for (const { message, hint } of problems) {
      expect(message).toMatch(/\.$/);
      expect(hint).toMatch(/\.$/);
    }
  });

  test("createChannels() asks for the token that a template reads", async () => {
    const settings = { url: "https://push.example/message", preset: "gotify" };
    const { channels, problems } = await createChannels(new Map([["webhook", settings]]));
    expect(channels.size).toBe(0);
    expect(problems).toMatchObject([
      { code: "channel_setting_missing", path: ["channels", "webhook", "token"] },
    ]);
  });

  test("createChannels() names the presets that it knows", async () => {
    const settings = { url: "https://ops.example", preset: "nfty" };
    const { problems } = await createChannels(new Map([["webhook", settings]]));
    expect(problems).toMatchObject([{ path: ["channels", "webhook", "preset"] }]);
    expect(`${problems[0]?.message} ${problems[0]?.hint}`).toContain("ntfy");
  });

  test("the preset ntfy adds headers of the config, and cuts at the bytes that ntfy shows", {
    tags: "DEL-6",
  }, async () => {
    const { ntfy } = WEBHOOK_SERVICES;
    const fake = await started(ntfy.start);
    const settings = {
      ...{ preset: "ntfy", url: `${fake.url}${ntfy.path}`, token: ntfy.token },
      headers: { title: "{{part}} of {{parts}}", priority: "high" },
    };
    const channel = await createOne("webhook", settings);
    const text = "- Grüße \ud83d\ude00 **b**\n".repeat(400);
    const { limit, measure } = channel;
    for (const one of splitText(text, { limit, measure, tail: () => "" })) {
      await channel.send({ ...full, text: one }, signal);
    }
    expect(fake.messages.map((message) => message.text.slice(0, 7))).toEqual(
      fake.messages.map(() => "• Grüße"),
    );
    expect(fake.messages.length).toBeGreaterThan(2);
    expect(fake.requests[0]?.headers).toMatchObject({ title: "2 of 3", priority: "high" });
  });

  test("the preset googlechat shows the addresses of links, and mentions nobody", {
    tags: "DEL-15",
  }, async () => {
    const { googlechat } = WEBHOOK_SERVICES;
    const fake = await started(googlechat.start);
    const url = `${fake.url}${googlechat.path}`;
    const channel = await createOne("webhook", { preset: "googlechat", url });
    const text = "[a](https://evil.example) <https://evil.example|bank> <users/all> `<users/1>`";
    for (const plain of [false, true]) await channel.send({ ...full, text, plain }, signal);
    for (const message of fake.messages) {
      expect(message.text).toContain("https://evil.example|bank");
      expect(message.pings).toEqual([]);
    }
  });
});
