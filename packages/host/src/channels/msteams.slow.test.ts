// Local fakes of Microsoft's login and the Bot Connector → what the channel msteams sends, and how it reads each answer.
import type { Activity, ConversationParameters } from "botframework-schema";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import {
  createOne,
  lastBodyOf,
  part,
  testAnswers,
  testHttpChannel,
} from "../../test/channel-suite.ts";
import {
  LOGIN_CASES,
  startTeams,
  TEAMS_APP_ID,
  TEAMS_CASES,
  TEAMS_CHANNEL,
  TEAMS_PASSWORD,
  TEAMS_ROOT,
  TEAMS_TENANT,
  TEAMS_USER,
  teamsError,
  UNAUTHORIZED,
} from "../../test/fakes/msteams.ts";
import { createManualTimer } from "../testing/manual-timer.ts";
import type { ChannelsOptions } from "./shared/create-channels.ts";

const { signal } = new AbortController();
const to = `conversation:${TEAMS_CHANNEL}`;
const settingsOf = (connector: string, login: string) => ({
  appId: TEAMS_APP_ID,
  appPassword: TEAMS_PASSWORD,
  tenantId: TEAMS_TENANT,
  serviceUrl: `${connector}/teams/`,
  loginUrl: login,
});

/** A login for suites that start a connector of their own. */
const { login: sharedLogin, close } = await startTeams();
afterAll(close);

testHttpChannel({
  id: "msteams",
  start: async (options) => {
    const { connector, login, close } = await startTeams();
    const { url, messages, requests, script } = connector;
    const channel = await createOne("msteams", settingsOf(url, login.url), options);
    return { channel, url, messages, requests: () => requests.length, script, close };
  },
  createAt: (url) => createOne("msteams", settingsOf(url, sharedLogin.url)),
  to: TEAMS_CHANNEL,
  secret: TEAMS_PASSWORD,
  replies: {
    credential: teamsError(401, "BotNotRegistered"),
    recipient: teamsError(403, "BotNotInConversationRoster"),
    limited: { ...teamsError(429, "Throttled"), headers: { "retry-after": "7" } },
    absurd: [
      teamsError(429, "Throttled"),
      { ...teamsError(429, "Throttled"), headers: { "retry-after": "-1" } },
    ],
    fault: teamsError(500, "ServiceError"),
  },
  loud: "<at>Ann</at> @Ann ![x](https://evil.example/?q=1) <IMG src='https://evil.example/?q=2'>",
  needsId: true,
});

testAnswers({
  id: "msteams",
  to,
  cases: TEAMS_CASES,
  settings: (url) => settingsOf(url, sharedLogin.url),
});

describe("msteams", () => {
  const start = async (options: ChannelsOptions = {}, more: object = {}) => {
    const fake = await startTeams();
    onTestFinished(() => fake.close());
    const settings = { ...settingsOf(fake.connector.url, fake.login.url), ...more };
    return { ...fake, channel: await createOne("msteams", settings, options) };
  };

  test("send() sends an activity with the token of the login", { tags: "DEL-15" }, async () => {
    const { connector, login, channel } = await start();
    const text = "**now** ![a](https://a.example/)";
    expect(await channel.send({ ...part, to, text }, signal)).toEqual({
      kind: "sent",
      id: "1485983408501",
    });
    const activity: Partial<Activity> = {
      type: "message",
      text: "**now** !\u200b[a](https://a.example/)",
      textFormat: "markdown",
    };
    expect(lastBodyOf(connector)).toEqual(activity);
    expect(connector.requests[0]?.headers.authorization).toBe("Bearer token-1");
    expect(connector.requests[0]?.path).toBe(
      "/teams/v3/conversations/19%3Ac0ffee%40thread.tacv2/activities",
    );
    expect(login.requests[0]?.path).toBe(`/${TEAMS_TENANT}/oauth2/v2.0/token`);
  });

  test("send() answers in a thread", { tags: "DEL-3" }, async () => {
    const { connector, channel } = await start();
    const thread = `${to}:thread:${TEAMS_ROOT}`;
    expect(await channel.send({ ...part, to: thread }, signal)).toMatchObject({ kind: "sent" });
    expect(connector.messages[0]?.to).toBe(`${TEAMS_CHANNEL};messageid=${TEAMS_ROOT}`);
    expect(await channel.send({ ...part, to: `${to}:thread:7` }, signal)).toMatchObject({
      code: "recipient_unknown",
    });
  });

  test("send() opens the conversation with a person once", { tags: "DEL-3" }, async () => {
    const { connector, channel } = await start();
    const person = { ...part, to: `user:${TEAMS_USER}` };
    await channel.send(person, signal);
    await channel.send({ ...person, key: "delivery-1/2" }, signal);
    expect(connector.requests).toHaveLength(3);
    expect(connector.messages.map((message) => message.to)).toEqual([
      "a:1-personal_chat",
      "a:1-personal_chat",
    ]);
    const content: Omit<ConversationParameters, "bot" | "members"> & {
      readonly bot: Partial<ConversationParameters["bot"]>;
      readonly members: readonly Partial<ConversationParameters["bot"]>[];
    } = {
      bot: { id: `28:${TEAMS_APP_ID}` },
      members: [{ id: TEAMS_USER }],
      channelData: { tenant: { id: TEAMS_TENANT } },
      tenantId: TEAMS_TENANT,
      isGroup: false,
    };
    expect(JSON.parse(connector.requests[0]?.text ?? "")).toEqual(content);
  });

  test.each([
    ["the connector refuses it", teamsError(403, "BotNotInConversationRoster"), "message"],
    ["the bot is unknown", teamsError(401, "BotNotRegistered"), "credential"],
  ])(
    "send() reports why no conversation can be opened: %s",
    {
      tags: "DEL-10",
    },
    async (_, reply, scope) => {
      const { connector, channel } = await start();
      connector.script({ kind: "reply", reply });
      const sent = await channel.send({ ...part, to: `user:${TEAMS_USER}` }, signal);
      expect(sent).toMatchObject({ kind: "refused", scope });
      expect(connector.messages).toEqual([]);
    },
  );

  test.each(LOGIN_CASES)(
    "send() reads $name of the login ($mark)",
    {
      tags: ["DEL-9", "DEL-10"],
    },
    async ({ reply, result }) => {
      const { connector, login, channel } = await start({ clock: () => 10_000 });
      for (const recipient of [to, `user:${TEAMS_USER}`]) {
        login.script({ kind: "reply", reply });
        const sent = await channel.send({ ...part, to: recipient }, signal);
        expect(sent).toMatchObject(result);
        expect(JSON.stringify(sent)).not.toContain("AADSTS");
      }
      expect(connector.requests).toEqual([]);
      expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "sent" });
    },
  );

  test("send() renews the token five minutes before its end", { tags: "DEL-10" }, async () => {
    let now = 0;
    const { login, channel } = await start({ clock: () => now });
    const tokensAt = async (at: number) => {
      now = at;
      await channel.send({ ...part, to }, signal);
      return login.requests.length;
    };
    expect(await tokensAt(0)).toBe(1);
    expect(await tokensAt(3_299_999)).toBe(1);
    expect(await tokensAt(3_300_000)).toBe(2);
  });

  test("send() asks once for the token of several calls", { tags: "PRT-2" }, async () => {
    const { connector, login, channel } = await start();
    const sends = ["1", "2", "3"].map((key) => channel.send({ ...part, to, key }, signal));
    expect(await Promise.all(sends)).toMatchObject([1, 2, 3].map(() => ({ kind: "sent" })));
    expect([login.requests.length, connector.requests.length]).toEqual([1, 3]);
  });

  test("send() takes a new token if Teams refuses the old one, and pauses if it refuses both", {
    tags: "DEL-10",
  }, async () => {
    const { connector, login, channel, revoke } = await start();
    await channel.send({ ...part, to }, signal);
    revoke();
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "sent" });
    expect([login.requests.length, connector.messages.length]).toEqual([2, 2]);
    connector.script(
      { kind: "reply", reply: UNAUTHORIZED },
      { kind: "reply", reply: UNAUTHORIZED },
    );
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({
      kind: "refused",
      scope: "credential",
      code: "unauthorized",
    });
    expect([login.requests.length, connector.messages.length]).toEqual([3, 2]);
  });

  test.each(["timeout", "stopping"])(
    "send() that ends by %s during the login is tried again",
    {
      tags: "DEL-9",
    },
    async (reason) => {
      const { timer, tasks } = createManualTimer();
      const { connector, login, channel } = await start({ timer });
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      login.script({ kind: "hold", until });
      const controller = new AbortController();
      const sending = channel.send({ ...part, to }, controller.signal);
      await expect.poll(() => login.requests.length).toBe(1);
      controller.abort(reason);
      const code = reason === "timeout" ? "timeout" : "aborted";
      expect(await sending).toEqual({ kind: "retry", code });
      expect(await channel.send({ ...part, to }, controller.signal)).toEqual({
        kind: "retry",
        code,
      });
      release();
      expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "sent" });
      expect([login.requests.length, connector.requests.length]).toEqual([1, 1]);
      expect(tasks).toEqual([]);
    },
  );

  test("a bot without a tenant logs in as one of all tenants, and opens no conversation", {
    tags: "DEL-4",
  }, async () => {
    const { login, channel } = await start({}, { tenantId: undefined });
    await channel.send({ ...part, to }, signal);
    expect(login.requests[0]?.path).toBe("/botframework.com/oauth2/v2.0/token");
    expect(channel.parseRecipient(`user:${TEAMS_USER}`)).toEqual({
      ok: false,
      hint: expect.stringContaining("tenantId"),
    });
  });

  test("a bot of the US government asks for a token of that cloud", async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push(`${url} ${new URLSearchParams(String(init?.body)).get("scope")}`);
      return new Response("{}", { status: 503 });
    };
    const { channel } = await start({ fetch }, { loginUrl: "https://login.microsoftonline.us" });
    await channel.send({ ...part, to }, signal);
    expect(asked).toEqual([
      `https://login.microsoftonline.us/${TEAMS_TENANT}/oauth2/v2.0/token https://api.botframework.us/.default`,
    ]);
  });

  const EMEA = "https://smba.trafficmanager.net/emea/tenant";

  test.each([
    [TEAMS_CHANNEL, to],
    [`teams:conversation:${TEAMS_CHANNEL}`, to],
    ["a:1-personal", "conversation:a:1-personal"],
    [`${TEAMS_CHANNEL};messageid=7`, `${to}:thread:7`],
    [`${TEAMS_CHANNEL}:thread:7`, `${to}:thread:7`],
    [`user:${TEAMS_USER}`, `user:${TEAMS_USER}`],
    [`${to};serviceurl=${EMEA}/`, `${to};serviceurl=${EMEA}`],
    [
      `msteams:${TEAMS_CHANNEL};messageid=7;serviceUrl=${EMEA}`,
      `${to}:thread:7;serviceurl=${EMEA}`,
    ],
    [`user:${TEAMS_USER};serviceurl=${EMEA}`, `user:${TEAMS_USER}`],
    ["general", undefined],
    ["user:ann", undefined],
    ["19:a/../../x", undefined],
    [`${to};serviceurl=https://evil.example/`, undefined],
    [`${to};serviceurl=http://smba.trafficmanager.net/teams`, undefined],
    [`${to};serviceurl=https://smba.trafficmanager.net:8443/teams`, undefined],
    [`${to};serviceurl=https://smba.trafficmanager.net@evil.example/`, undefined],
    [`${to};serviceurl=https://evil.example/?smba.trafficmanager.net`, undefined],
    [`${to};serviceurl=https://smba.trafficmanager.net.evil.example/`, undefined],
    [`${to};serviceurl=x`, undefined],
  ])(
    "parseRecipient() reads %s as %s",
    { tags: ["DEL-3", "DEL-4", "SEC-5"] },
    async (written, spelled) => {
      const { channel } = await start();
      const result = channel.parseRecipient(written);
      expect(result).toMatchObject(
        spelled === undefined ? { ok: false } : { ok: true, to: spelled },
      );
      if (result.ok) expect(channel.parseRecipient(result.to)).toEqual(result);
    },
  );

  test("a recipient with the server of the setting has one spelling", {
    tags: "DEL-3",
  }, async () => {
    const { connector, channel } = await start();
    const written = `${to};serviceurl=${connector.url}/teams/`;
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
    expect(await channel.send({ ...part, to: written }, signal)).toMatchObject({ kind: "sent" });
  });

  test("send() gives the token to no server of a stored recipient that is not allowed any more", {
    tags: "SEC-5",
  }, async () => {
    const other = await start();
    const { login, channel } = await start();
    const sent = await channel.send(
      { ...part, to: `${to};serviceurl=${other.connector.url}/teams` },
      signal,
    );
    expect(sent).toMatchObject({ kind: "refused", scope: "message", code: "request_refused" });
    expect([login.requests, other.connector.requests]).toEqual([[], []]);
  });

  test("the fake refuses what Teams refuses", async () => {
    const { connector } = await start();
    const post = async (id: string, body: string): Promise<number> => {
      const url = `${connector.url}/teams/v3/conversations/${encodeURIComponent(id)}/activities`;
      const headers = { authorization: "Bearer token-1" };
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    const text = "x".repeat(60_000);
    expect(await post(TEAMS_CHANNEL, JSON.stringify({ type: "message", text }))).toBe(413);
    expect(await post(TEAMS_CHANNEL, JSON.stringify({ type: "message" }))).toBe(400);
    expect(await post(TEAMS_CHANNEL, "{")).toBe(400);
    expect(await post("19:other", JSON.stringify({ type: "message", text: "a" }))).toBe(404);
  });
});
