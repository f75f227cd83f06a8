// Hostile values of an event in the text of a delivery → what each platform's fake got: none of their markup is active.
// Hostile recipients → a delivery that is dead.
import { compileHooks, type DeliverAction } from "@hookwright/core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Channel } from "../src/model/channel.ts";
import { deliveryOfAction } from "../src/plan/delivery-of-action.ts";
import { textOfDelivery } from "../src/plan/text-of-delivery.ts";
import type { FakePlatform } from "../src/testing/fake-platform.ts";
import { createOne } from "./channel-suite.ts";
import { DISCORD_CHANNEL, DISCORD_TOKEN, DISCORD_USER, startDiscord } from "./fakes/discord.ts";
import { IMESSAGE_PASSWORD, IMESSAGE_PHONE, startImessage } from "./fakes/imessage.ts";
import { MATTERMOST_CHANNEL, MATTERMOST_TOKEN, startMattermost } from "./fakes/mattermost.ts";
import {
  startTeams,
  TEAMS_APP_ID,
  TEAMS_CHANNEL,
  TEAMS_PASSWORD,
  TEAMS_TENANT,
} from "./fakes/msteams.ts";
import { SIGNAL_ACCOUNT, SIGNAL_PERSON, startSignal } from "./fakes/signal.ts";
import { SLACK_TOKEN, startSlack } from "./fakes/slack.ts";
import { startTelegram, TELEGRAM_TOKEN } from "./fakes/telegram.ts";
import { startWebhook, WEBHOOK_TOKEN } from "./fakes/webhook.ts";
import { startWhatsApp, WHATSAPP_NUMBER_ID, WHATSAPP_TOKEN } from "./fakes/whatsapp.ts";
import { contextOf } from "./support/actions.ts";
import { settingsOf } from "./support/settings.ts";

type Body = Readonly<Record<string, unknown>>;

interface Platform {
  readonly id: string;
  readonly to: string;
  readonly start: () => Promise<FakePlatform & { readonly settings: object }>;
  /** What the platform would make of the text, beside showing it: each mark, tag and mention. */
  readonly activeIn: (text: string, body: Body) => readonly string[];
  /** Further spellings of `to`. */
  readonly others?: readonly string[];
  /** Recipients that are nobody in `allowFrom`, though they look alike. */
  readonly strangers: readonly string[];
}

/** Platforms make a link of a bare address themselves, and read no markup in it. */
const ADDRESS = /https?:\/\/[\w\-./:?#@&=%+,;~$]+/gi;

function marksOfMarkdown(text: string): readonly string[] {
  const rest = text.replace(/\\[^A-Za-z0-9\s]/g, "x").replace(ADDRESS, "");
  return rest.match(/[*_~`|[\]<>]|^[ \t]*(?:[#>+=-]|\d{1,9}[.)])/gm) ?? [];
}

/** A zero-width space beside a mark takes its meaning. */
function marksOfChat(text: string): readonly string[] {
  const rest = text.replace(ADDRESS, "");
  return (
    rest.match(
      /(?<!\u200b)[*~`]|[*~`](?!\u200b)|(?<![\w\u200b])_|_(?![\w\u200b])|^[ \t]*(?:[>-]|\d+\.) /gm,
    ) ?? []
  );
}

const withSettings = async (start: Promise<FakePlatform>, settings: (url: string) => object) => {
  const fake = await start;
  return { ...fake, settings: settings(fake.url) };
};

const PLATFORMS: readonly Platform[] = [
  {
    id: "telegram",
    to: "42",
    start: () =>
      withSettings(startTelegram(), (url) => ({ botToken: TELEGRAM_TOKEN, baseUrl: url })),
    activeIn: (text, { parse_mode }) =>
      parse_mode === undefined ? [] : (text.match(/<[^>]*>/g) ?? []),
    others: ["telegram:42", " tg:42 "],
    strangers: ["042", "-42", "42:topic:7", "@news", "+42"],
  },
  {
    id: "slack",
    to: "C1",
    start: () =>
      withSettings(startSlack(), (url) => ({ botToken: SLACK_TOKEN, baseUrl: `${url}/api` })),
    activeIn: (text, { mrkdwn }) => [
      ...(text.match(/<[^>]*>?/g) ?? []),
      ...(String(mrkdwn) === "false" ? [] : marksOfChat(text.replaceAll("&gt;", ">"))),
    ],
    others: ["channel:C1", "slack:C1"],
    strangers: ["C2", "user:U1", "#alerts", "C1:thread:1503435956.000247"],
  },
  {
    id: "discord",
    to: DISCORD_CHANNEL,
    start: () => withSettings(startDiscord(), (url) => ({ token: DISCORD_TOKEN, baseUrl: url })),
    activeIn: marksOfMarkdown,
    others: [`channel:${DISCORD_CHANNEL}`],
    strangers: [`user:${DISCORD_CHANNEL}`, `user:${DISCORD_USER}`, `0${DISCORD_CHANNEL}`],
  },
  {
    id: "mattermost",
    to: MATTERMOST_CHANNEL,
    start: () => withSettings(startMattermost(), (url) => ({ url, token: MATTERMOST_TOKEN })),
    activeIn: marksOfMarkdown,
    others: [`channel:${MATTERMOST_CHANNEL}`],
    strangers: [`user:${MATTERMOST_CHANNEL}`, "@ann"],
  },
  {
    id: "msteams",
    to: TEAMS_CHANNEL,
    start: async () => {
      const { connector, login, close } = await startTeams();
      const settings = {
        ...{ appId: TEAMS_APP_ID, appPassword: TEAMS_PASSWORD, tenantId: TEAMS_TENANT },
        ...{ serviceUrl: `${connector.url}/teams/`, loginUrl: login.url },
      };
      return { ...connector, close, settings };
    },
    activeIn: (text, { textFormat, entities }) => [
      ...(textFormat === "plain" ? [] : marksOfMarkdown(text)),
      ...(entities === undefined ? [] : ["entities"]),
    ],
    strangers: ["19:other@thread.tacv2", `${TEAMS_CHANNEL}:thread:1485983408511`],
  },
  {
    id: "whatsapp",
    to: "+16505551234",
    start: () =>
      withSettings(startWhatsApp(), (url) => ({
        ...{ phoneNumberId: WHATSAPP_NUMBER_ID, accessToken: WHATSAPP_TOKEN, baseUrl: url },
      })),
    activeIn: marksOfChat,
    others: ["1 650 555-1234", "whatsapp:+16505551234"],
    strangers: ["+16505551235", "+165055512345"],
  },
  {
    id: "signal",
    to: SIGNAL_PERSON,
    start: () => withSettings(startSignal(), (url) => ({ url, account: SIGNAL_ACCOUNT })),
    activeIn: (_text, body) => ["textStyle", "mention", "previewUrl"].filter((key) => key in body),
    others: ["16505551234", "+1 (650) 555-1234"],
    strangers: ["+16505551235", "username:ann.12", "uuid:c73c76a0-3b0b-4e1c-9f2b-6f9d6d5c1e11"],
  },
  {
    id: "imessage",
    to: IMESSAGE_PHONE,
    start: () => withSettings(startImessage(), (url) => ({ url, password: IMESSAGE_PASSWORD })),
    activeIn: (_text, body) =>
      ["attributedBody", "ddScan", "subject", "effectId"].filter((key) => key in body),
    others: [`chat_guid:iMessage;-;${IMESSAGE_PHONE}`, "imsg:+1 650 555 1234"],
    strangers: ["ann@example.com", "chat_guid:iMessage;+;chat831551415676550949"],
  },
  {
    id: "webhook",
    to: "on-call",
    start: () => withSettings(startWebhook(), (url) => ({ url, token: WEBHOOK_TOKEN })),
    // The receiver decides: it gets text, and no flag that says Markdown.
    activeIn: (_text, body) => Object.keys(body).filter((key) => /format|markup|parse/i.test(key)),
    strangers: ["on-call2", "on", "*"],
  },
];

const VALUES: readonly string[] = [
  "**now** *now* __now__ _now_ ~~never~~ ~never~ ||spoiler||",
  "<b>now</b> <at>ann</at> <img src=https://evil.example/i.png> &lt;b&gt; &amp;",
  "@everyone @here @channel @all @ann <@U1> <@!223456789012345678> <@&1> <#C1> <!channel> <!here|x> <!subteam^S1>",
  '&commat;all &#064;here \\@all <at id="0">all</at>',
  "[bank.example](https://evil.example) <https://evil.example|bank.example> ![i](https://evil.example/i.png)",
  "[x]: https://evil.example\n[x] [y][x]",
  "`rm` ```sh\nrm -rf\n``` ~~~\ncode\n~~~",
  "> quote\n# title\n- item\n* item\n+ item\n1. one\n---\n| a | b |\n|---|---|",
  "\\*now\\* \\",
  "https://evil.example/a_b_c?d=*e* tg://resolve?domain=x",
];

/** Turns the direction of text, hides it, or commands a terminal. */
const MISLEADING = "a\u202eb\u2066c\u0000d\u001b[31me\u0007f\u009bg\u{e0041}h\r\nlast\ud800";

/** What the action of an event has, by the whole way from the request. */
async function actionOf(
  value: string,
  { id, to, markup }: { readonly id: string; readonly to: string; readonly markup: boolean },
): Promise<DeliverAction> {
  const mapping = {
    ...{ match: { path: "ci" }, action: "deliver", channel: id, markup },
    ...{ to, textTemplate: "**Deploy** of {{value}} [log](https://ci.example/7)" },
  } as const;
  const hooks = compileHooks({ hooks: { mappings: [mapping] } });
  const event = { path: "ci", payload: { value } };
  const resolved = await hooks.resolve(event);
  if (resolved.outcome !== "action" || resolved.action.kind !== "deliver") throw new Error(value);
  return resolved.action;
}

async function startOne({ id, start }: Platform) {
  const fake = await start();
  onTestFinished(() => fake.close());
  const channel = await createOne(id, fake.settings as Readonly<Record<string, unknown>>);
  return { fake, channel };
}

const { signal } = new AbortController();

/** The text that the platform got, and what it is told about it. */
async function sendValue(
  value: string,
  { id, to, markup }: { readonly id: string; readonly to: string; readonly markup: boolean },
  { fake, channel }: { readonly fake: FakePlatform; readonly channel: Channel },
) {
  const { parts } = await actionOf(value, { id, to, markup });
  const written = { parts, markup, isRecipientTainted: false };
  const { text, plain } = textOfDelivery(written, { channel, links: "plain" });
  const parsed = channel.parseRecipient(to);
  if (!parsed.ok) throw new Error(parsed.hint);
  const key = `delivery-${fake.messages.length}/1`;
  const result = await channel.send({ key, to: parsed.to, text, plain }, signal);
  expect(result).toMatchObject({ kind: "sent" });
  const raw = fake.requests.at(-1)?.text ?? "";
  const body: Body = raw.startsWith("{")
    ? JSON.parse(raw)
    : Object.fromEntries(new URLSearchParams(raw));
  const params = (body["params"] ?? {}) as Body;
  const nested = (body["text"] as Body | undefined)?.["body"];
  const got = params["message"] ?? nested ?? body["content"] ?? body["message"] ?? body["text"];
  return { text: String(got), body: { ...body, ...params }, message: fake.messages.at(-1) };
}

describe.each(PLATFORMS)("$id", (platform) => {
  const { id, to, activeIn, others = [], strangers } = platform;

  test.each([true, false])(
    "a delivery with markup: %s has no active markup, mention or preview of a value",
    async (markup) => {
      const started = await startOne(platform);
      const send = (value: string) => sendValue(value, { id, to, markup }, started);
      const plain = await send("shop");
      const expected = activeIn(plain.text, plain.body);
      for (const value of VALUES) {
        const { text, body, message } = await send(value);
        expect([value, text, activeIn(text, body)]).toEqual([value, text, expected]);
        expect([value, message]).toEqual([
          value,
          expect.objectContaining({ pings: [], previews: [] }),
        ]);
      }
    },
  );

  test.each([true, false])(
    "a delivery with markup: %s has nothing of a value that turns, hides or commands text",
    async (markup) => {
      const { text } = await sendValue(MISLEADING, { id, to, markup }, await startOne(platform));
      expect(text).not.toMatch(
        /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{Cs}/u,
      );
      expect(text.replace(/[\u200b\\]/g, "")).toMatch(/abcd\[31mefgh\s*\n?last/);
    },
  );

  test("a recipient that an event chose is in allowFrom in any spelling, or the delivery is dead", async () => {
    const { channel, fake } = await startOne(platform);
    const settings = settingsOf({
      channels: new Map([[id, { ...fake.settings, allowFrom: [to] }]]),
    });
    const decide = async (recipient: string) => {
      const action = { ...(await actionOf("x", { id, to, markup: false })), to: recipient };
      const policy = { settings, now: 0, channels: new Map([[id, channel]]), routes: [] };
      const context = contextOf({ taintedFields: ["to"] });
      return deliveryOfAction(action, context, { ...policy, randomId: () => "1" }).delivery;
    };
    for (const one of [to, ...others]) {
      expect(await decide(one)).toMatchObject({ state: "queued" });
    }
    for (const one of [...strangers, `${to}\nother`, `${to}\tx`, `${to}${"0".repeat(600)}`]) {
      expect(await decide(one)).toMatchObject({
        state: "dead",
        code: expect.stringMatching(/^recipient_(?:not_allowed|invalid)$/),
      });
    }
  });
});

test.each([
  ["two lines", "42\n43"],
  ["a direction mark", "42\u202e"],
  ["more than 512 characters", "4".repeat(513)],
])("a request whose recipient by an expression has %s is refused with 400", async (_name, chat) => {
  const mapping = {
    ...{ match: { path: "ci" }, action: "deliver", channel: "telegram" },
    ...{ to: "{{chat}}", textTemplate: "{{title}}" },
  } as const;
  const hooks = compileHooks({ hooks: { mappings: [mapping] } });
  const resolved = await hooks.resolve({ path: "ci", payload: { chat, title: "Disk full" } });
  expect(resolved).toMatchObject({
    outcome: "refused",
    refusal: { status: 400, issues: [{ path: "/to" }] },
  });
});
