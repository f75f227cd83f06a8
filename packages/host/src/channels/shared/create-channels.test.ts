import { problemToText } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { createScriptedChannel } from "../../../test/support/scripted-channel.ts";
import { type ChannelsOptions, createChannels } from "./create-channels.ts";

type Settings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function create(settings: Settings, options?: ChannelsOptions) {
  return createChannels(new Map(Object.entries(settings)), options);
}

async function problemsOf(
  settings: Settings,
  options?: ChannelsOptions,
): Promise<readonly string[]> {
  return (await create(settings, options)).problems.map(problemToText);
}

const whatsapp = { phoneNumberId: "106540352242922", accessToken: "t" };
const teams = { appId: "12345678-1234-1234-1234-123456789012", appPassword: "p" };

describe("createChannels()", () => {
  test("makes each channel that has its settings, with secrets from the port", async () => {
    const { channels, problems } = await create(
      {
        telegram: { botToken: { env: "TELEGRAM_BOT_TOKEN" }, dmPolicy: "pairing" },
        slack: { botToken: "${SLACK_TOKEN}" },
        discord: { token: { source: "env", id: "DISCORD_TOKEN" } },
        mattermost: { url: "https://x.example", token: { env: "MATTERMOST_TOKEN" } },
        whatsapp,
        signal: { url: "http://127.0.0.1:8080" },
        imsg: { url: "https://mac.example:1234/", password: "p" },
        teams,
        webhook: { url: "https://x.example/in" },
        command: { command: "true" },
      },
      { secrets: () => "a-secret" },
    );
    expect(problems).toEqual([]);
    expect([...channels.keys()]).toEqual([
      "telegram",
      "slack",
      "discord",
      "mattermost",
      "whatsapp",
      "signal",
      "imessage",
      "msteams",
      "webhook",
      "command",
    ]);
    expect([...channels].map(([, { id, limit, keyWindowMs }]) => [id, limit, keyWindowMs])).toEqual(
      [
        ["telegram", 4000, 0],
        ["slack", 4000, 0],
        ["discord", 2000, 120_000],
        ["mattermost", 4000, 25_000],
        ["whatsapp", 4000, 0],
        ["signal", 2000, 0],
        ["imessage", 4000, 0],
        ["msteams", 4000, 0],
        ["webhook", 16_000, 0],
        ["command", 16_000, 0],
      ],
    );
  });

  test("warns of an unknown channel, but not of one that the integrator supplies", {
    tags: "DEL-4",
  }, async () => {
    const own = createScriptedChannel({ id: "Own" });
    const { channels, problems } = await create({ pager: {}, own: {} }, { channels: [own] });
    expect(problems).toMatchObject([{ code: "channel_unknown", path: ["channels", "pager"] }]);
    expect([...channels]).toEqual([["own", own]]);
  });

  test("makes further channels of the types that are the host's alone", {
    tags: "DEL-3",
  }, async () => {
    const url = "https://ntfy.example/topic";
    const { channels, problems } = await create({
      webhook: { url },
      phone: { type: "webhook", preset: "ntfy", url },
      script: { type: "command", command: ["/bin/true"] },
    });
    expect(problems).toEqual([]);
    const ids = [...channels].map(([id, channel]) => [id, channel.id, channel.limit]);
    expect(ids).toEqual([
      ["webhook", "webhook", 16_000],
      ["phone", "phone", 4_096],
      ["script", "script", 16_000],
    ]);
    expect(channels.get("phone")?.parseRecipient("phone:ann")).toEqual({ ok: true, to: "ann" });
  });

  test("refuses a type of which there may not be several", async () => {
    for (const type of ["telegram", "nothing", 5]) {
      const { channels, problems } = await create({ other: { type, botToken: "1:a" } });
      expect(channels.size).toBe(0);
      expect(problems).toMatchObject([
        {
          ...{ code: "channel_setting_invalid", path: ["channels", "other", "type"] },
          message: '"type" of a channel is not "command" or "webhook".',
        },
      ]);
    }
  });

  test("passes over what is switched off", async () => {
    const result = await create({ telegram: { enabled: false }, signal: { enabled: false } });
    expect(result).toMatchObject({ channels: new Map(), problems: [], files: [] });
  });

  test.each([
    ["telegram", { botToken: "t" }, "grammy"],
    ["slack", { botToken: "t" }, "@slack/web-api"],
    ["discord", { token: "t" }, "@discordjs/rest"],
  ])("says how to install the library of %s", { tags: "DEL-4" }, async (id, settings, name) => {
    const missing = () =>
      Promise.reject(Object.assign(new Error("a"), { code: "ERR_MODULE_NOT_FOUND" }));
    const { channels, problems } = await create(
      { [id]: settings },
      { libraries: { [name]: missing } },
    );
    expect(channels.size).toBe(0);
    expect(problems).toMatchObject([
      { code: "channel_library_missing", severity: "error", hint: `Run: npm install ${name}` },
    ]);
  });

  test.each([
    ["telegram", {}, '"botToken" is required. Add "botToken": a reference'],
    ["slack", {}, 'channels.slack.botToken: "botToken" is required'],
    ["discord", {}, 'channels.discord.token: "token" is required'],
    ["whatsapp", { accessToken: "t" }, '"phoneNumberId" is required'],
    ["whatsapp", { phoneNumberId: "106540352242922" }, '"accessToken" is required'],
    ["mattermost", { token: "t" }, '"url" is required'],
    ["mattermost", { url: "https://x.example" }, '"token" is required'],
    ["mattermost", { url: "x", token: "t" }, '"url" is not a valid http or https address'],
    ["signal", { account: "+16505550100" }, '"url" is required'],
    ["signal", { url: "http://x.example", account: "650" }, 'such as "+16505550100"'],
    ["webhook", {}, 'channels.webhook.url: "url" is required'],
    ["command", {}, '"command" is required'],
    ["telegram", { botToken: "" }, '"botToken" is blank'],
    ["telegram", { botToken: 7 }, '"botToken" must be a string or an object, not a number'],
    ["telegram", { botToken: {} }, '"botToken" has a shape that is not accepted'],
    ["telegram", { botToken: null }, '"botToken" is required'],
    ["telegram", { botToken: "a\u0007b" }, "control characters"],
    ["telegram", { botToken: { env: "NOT_SET" } }, "Set the environment variable NOT_SET"],
    [
      "telegram",
      { botToken: "t", baseUrl: "ftp://x.example" },
      '"baseUrl" is not a valid http or https address',
    ],
    [
      "slack",
      { botToken: "t", baseUrl: "https://u:p@x.example" },
      '"baseUrl" is not a valid http or https address',
    ],
    ["discord", { token: "t", baseUrl: "x" }, '"baseUrl" is not a valid http or https address'],
    ["whatsapp", { ...whatsapp, baseUrl: { env: "NOT_SET" } }, "NOT_SET"],
    ["whatsapp", { ...whatsapp, phoneNumberId: "../me" }, "which is not the number itself"],
    ["whatsapp", { ...whatsapp, version: "24" }, 'such as "v24.0"'],
    ["imessage", { url: "https://mac.example" }, '"password" is required'],
    ["imessage", { url: "mac.example", password: "p" }, '"url" is not a valid http or https'],
    [
      "imessage",
      { url: "https://mac.example", password: "p", method: "imsg" },
      '"apple-script" or "private-api"',
    ],
    ["msteams", { appId: teams.appId }, '"appPassword" is required'],
    ["msteams", { ...teams, appId: "../me" }, "such as 12345678-1234"],
    ["msteams", { ...teams, tenantId: "../x" }, "Write the id of the tenant"],
    ["msteams", { ...teams, serviceUrl: "x" }, '"serviceUrl" is not a valid http'],
    ["msteams", { ...teams, loginUrl: "https://x.example/?a=1" }, '"loginUrl" has a query'],
    ["webhook", { url: "x" }, '"url" is not a valid http or https address'],
    [
      "webhook",
      { url: "https://x.example/", limit: 5 },
      "Write a whole number from 100 to 1000000",
    ],
    ["webhook", { url: "https://x.example/", token: { env: "NOT_SET" } }, "NOT_SET"],
    ["command", { command: [] }, '"command" must not be an empty list'],
    ["command", { command: ["a", 7] }, 'Entry 2 of "command" must be a string'],
    ["command", { command: ["", "a"] }, '"command" does not name a program'],
    ["command", { command: ["a\u0000"] }, 'Entry 1 of "command" does not have the form'],
    ["command", { command: "a", env: [] }, '"env" must be an object, not a list'],
    [
      "command",
      { command: "a", env: null, keyWindowSeconds: -1 },
      '"keyWindowSeconds" must be at least 0. Write a whole number from 0 to 86400',
    ],
    ["command", { command: "a", env: { "A\u0000": "b" } }, "do not begin with a digit"],
    [
      "command",
      { command: "a", env: { KEY: 7 } },
      'channels.command.env.KEY: "KEY" must be a string or an object',
    ],
  ])("reports the settings of %s %j", { tags: "DEL-4" }, async (id, settings, expected) => {
    const { channels, problems } = await create({ [id]: settings }, { secrets: () => undefined });
    expect(channels.size).toBe(0);
    expect(problems.map(problemToText)).toEqual([expect.stringContaining(expected)]);
  });

  test("reports the problems of all channels at once", async () => {
    expect(await problemsOf({ telegram: {}, slack: {}, webhook: {} })).toHaveLength(3);
  });

  test("shows no secret in a problem", { tags: "SEC-5" }, async () => {
    const secret = "https://user:a-long-secret@x.example/";
    const problems = await problemsOf(
      {
        webhook: { url: { env: "URL" } },
        command: { command: "a", env: { KEY: "a-long-secret\n!" } },
      },
      { secrets: () => secret },
    );
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain("a-long-secret");
  });
});
