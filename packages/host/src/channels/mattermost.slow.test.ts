// A local fake of the platform → what the channel mattermost sends, and how it reads each answer.
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
  MATTERMOST_ARCHIVED,
  MATTERMOST_CASES,
  MATTERMOST_CHANNEL,
  MATTERMOST_DIRECT,
  MATTERMOST_ROOT,
  MATTERMOST_TOKEN,
  MATTERMOST_USER,
  mattermostError,
  mattermostLimit,
  startMattermost,
} from "../../test/fakes/mattermost.ts";
import { type FakePlatform, parseJson } from "../testing/fake-platform.ts";

const { signal } = new AbortController();

const settings = (url: string) => ({ url, token: MATTERMOST_TOKEN });

testHttpChannel({
  ...rigOf("mattermost", startMattermost, settings),
  to: MATTERMOST_CHANNEL,
  secret: MATTERMOST_TOKEN,
  replies: {
    credential: mattermostError(401, "api.context.session_expired.app_error"),
    recipient: mattermostError(403, "api.context.permissions.app_error"),
    limited: mattermostLimit("7"),
    absurd: ["0", "-1", "soon", undefined].map(mattermostLimit),
    fault: mattermostError(500, "app.post.save.app_error"),
  },
  loud: "@all @here. x.@channel @Ann_ \\@ops-team &commat;all &#064;here &#X40;ann @&#97;ll `@all` ![a](https://evil.example/?q=1)",
  needsId: true,
});

testAnswers({
  id: "mattermost",
  to: `channel:${MATTERMOST_CHANNEL}`,
  cases: MATTERMOST_CASES,
  settings,
});

describe("mattermost", () => {
  const start = async (options = {}) => {
    const fake = await started(() => startMattermost(options));
    return { fake, channel: await createOne("mattermost", settings(`${fake.url}/`)) };
  };
  const pathsOf = ({ requests }: FakePlatform) =>
    requests.map(({ method, path }) => `${method} ${path.replace("/api/v4", "")}`);

  test("send() posts as Mattermost's own client does", { tags: "DEL-11" }, async () => {
    const { fake, channel } = await start();
    const to = `channel:${MATTERMOST_CHANNEL}:thread:${MATTERMOST_ROOT}`;
    await channel.send({ ...part, to, text: "**now** @all, name@example.com" }, signal);
    expect(lastBodyOf(fake)).toEqual({
      channel_id: MATTERMOST_CHANNEL,
      root_id: MATTERMOST_ROOT,
      message: "**now** @\u200ball, name@example.com",
      pending_post_id: expect.stringMatching(/^[\da-f]{26}$/),
      props: { unsafe_links: "true" },
    });
    const client = await clientOf(fake);
    await client.createPost(lastBodyOf(fake) as never);
    const [own, theirs] = fake.requests;
    expect(theirs).toMatchObject({ method: own?.method, path: own?.path, text: own?.text });
    expect(own?.headers.authorization).toBe(`Bearer ${MATTERMOST_TOKEN}`);
    expect(theirs?.headers.authorization).toBe(`BEARER ${MATTERMOST_TOKEN}`);
  });

  test("send() opens the conversation with a person once, as Mattermost's own client does", {
    tags: "DEL-3",
  }, async () => {
    const { fake, channel } = await start();
    await channel.send({ ...part, to: "@ann" }, signal);
    await channel.send({ ...part, to: "@ann", key: "delivery-1/2" }, signal);
    const own = [
      "GET /users/me",
      "GET /users/username/ann",
      "POST /channels/direct",
      "POST /posts",
    ];
    expect(pathsOf(fake)).toEqual([...own, "POST /posts"]);
    await channel.send({ ...part, to: `user:${MATTERMOST_USER}`, key: "delivery-1/3" }, signal);
    expect(pathsOf(fake).slice(5)).toEqual(["POST /channels/direct", "POST /posts"]);
    expect(fake.messages.map(({ to }) => to)).toEqual(Array(3).fill(MATTERMOST_DIRECT));

    const before = fake.requests.length;
    const client = await clientOf(fake);
    const me = await client.getMe();
    const person = await client.getUserByUsername("ann");
    const { id } = await client.createDirectChannel([me.id, person.id]);
    await client.createPost({ channel_id: id, message: "Hello" } as never);
    expect(pathsOf(fake).slice(before)).toEqual(own);
    const bodies = fake.requests.filter(({ path }) => path.endsWith("/direct"));
    expect(bodies[2]?.text).toBe(bodies[0]?.text);
  });

  test("send() reports why no conversation can be opened", { tags: "DEL-10" }, async () => {
    const { fake, channel } = await start();
    const nobody = { ...part, to: "@nobody" };
    expect(await channel.send(nobody, signal)).toMatchObject({ code: "recipient_unknown" });
    fake.script({
      kind: "reply",
      reply: mattermostError(403, "api.context.permissions.app_error"),
    });
    expect(await channel.send(nobody, signal)).toMatchObject({ scope: "message" });
    fake.script({ kind: "close" });
    // A look-up that is made twice does no harm.
    expect(await channel.send(nobody, signal)).toMatchObject({ kind: "retry" });
    const other = await createOne("mattermost", { url: fake.url, token: "wrong" });
    expect(await other.send(nobody, signal)).toMatchObject({ scope: "credential" });
  });

  test("keyWindowMs is within the time in which the platform recognises a pending post id", {
    tags: "DEL-11",
  }, async () => {
    let now = 0;
    const { channel } = await start({ clock: () => now });
    const to = `channel:${MATTERMOST_CHANNEL}`;
    const first = await channel.send({ ...part, to }, signal);
    now = channel.keyWindowMs;
    expect(await channel.send({ ...part, to }, signal)).toEqual(first);
    now = 3_600_000;
    expect(await channel.send({ ...part, to }, signal)).not.toEqual(first);
    // After a call without an answer, there is time for another.
    expect(channel.callTimeoutMs).toBeLessThan(channel.keyWindowMs / 2);
  });

  test("send() waits while the first request is being saved", { tags: "DEL-12" }, async () => {
    let now = 0;
    const { fake, channel } = await start({ clock: () => now, savingMs: 1500 });
    fake.script({ kind: "accepted", lost: "close" });
    const to = `channel:${MATTERMOST_CHANNEL}`;
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "unknown" });
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({ afterMs: 1000 });
    now = 2000;
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "sent" });
    expect(fake.messages.length).toBe(1);
  });

  test("send() explains what Mattermost says by a status alone", { tags: "DEL-14" }, async () => {
    const { channel } = await start();
    const messageOf = async (to: string) => {
      const result = await channel.send({ ...part, to }, signal);
      return result.kind === "refused" ? result.message : result.kind;
    };
    expect(await messageOf(`channel:${"x".repeat(26)}`)).toContain("does not exist");
    expect(await messageOf(`channel:${MATTERMOST_CHANNEL}:thread:${"x".repeat(26)}`)).toContain(
      "first post of a thread",
    );
    expect(await messageOf(`channel:${MATTERMOST_ARCHIVED}`)).toContain("can_not_post_to_deleted");
  });

  test.each([
    [MATTERMOST_CHANNEL, `channel:${MATTERMOST_CHANNEL}`],
    [`mattermost:channel:${MATTERMOST_CHANNEL}`, `channel:${MATTERMOST_CHANNEL}`],
    [`user:${MATTERMOST_USER}`, `user:${MATTERMOST_USER}`],
    ["@Ann.Lee", "@ann.lee"],
    ["user:@ann", "@ann"],
    [`@ann:thread:${MATTERMOST_ROOT}`, `@ann:thread:${MATTERMOST_ROOT}`],
    [
      `${MATTERMOST_CHANNEL}:thread:${MATTERMOST_ROOT}`,
      `channel:${MATTERMOST_CHANNEL}:thread:${MATTERMOST_ROOT}`,
    ],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
    expect(channel.parseRecipient(to)).toEqual({ ok: true, to });
  });

  test.each([
    "town-square",
    "#town-square",
    "ann",
    "@",
    "user:ann",
    `${MATTERMOST_CHANNEL}:thread:1`,
    "../users/me",
    `${MATTERMOST_CHANNEL}/x`,
  ])("parseRecipient() refuses %s", { tags: "DEL-4" }, async (written) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
  });

  test("measure() counts code points and broken mentions", { tags: "DEL-6" }, async () => {
    const { channel } = await start();
    expect(channel.measure?.("\u{1f600}ab @all a@b &commat;")).toBe(23);
  });

  test("the fake is one that Mattermost's own client can talk to", async () => {
    const { fake } = await start();
    const client = await clientOf(fake);
    const send = (post: object) =>
      client.createPost({ channel_id: MATTERMOST_CHANNEL, ...post } as never);
    const sent = await send({ message: "&commat;all and x.@ann https://a.example/" });
    expect(sent).toMatchObject({ id: fake.messages[0]?.id, channel_id: MATTERMOST_CHANNEL });
    expect(fake.messages[0]).toMatchObject({
      pings: ["@all", "@ann"],
      previews: ["https://a.example/"],
    });
    await expect(send({ message: "x".repeat(16_384) })).rejects.toMatchObject({
      server_error_id: "model.post.is_valid.message_length.app_error",
      status_code: 400,
    });
    await expect(send({ message: "a", root_id: "b" })).rejects.toThrow();
    await expect(client.getUserByUsername("nobody")).rejects.toMatchObject({ status_code: 404 });
    await expect(client.createDirectChannel([MATTERMOST_USER, "x"])).rejects.toThrow();
    await expect(client.getTeams()).rejects.toMatchObject({ status_code: 404 });
    const raw = await fetch(`${fake.url}/api/v4/posts`, {
      method: "POST",
      headers: { authorization: `Bearer ${MATTERMOST_TOKEN}` },
      body: "{",
    });
    expect(parseJson(await raw.text())).toMatchObject({ status_code: 400 });
  });
});

async function clientOf({ url }: FakePlatform) {
  const { Client4 } = await import("@mattermost/client");
  const client = new Client4();
  client.setUrl(url);
  client.setToken(MATTERMOST_TOKEN);
  return client;
}
