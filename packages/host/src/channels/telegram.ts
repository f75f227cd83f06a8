// A bot token → the channel telegram, which sends with grammy.

import { readMember, readTextMember } from "@hookwright/base";
import type { Answer } from "@hookwright/node-kit/http";
import type { ApiClientOptions } from "grammy";
import type { TelegramSettings } from "../generated/host-types.ts";
import type { OutgoingPart } from "../model/channel.ts";
import {
  type ChannelFacts,
  type CreateChannel,
  loadLibrary,
  readBaseUrl,
  readSetting,
} from "./shared/channel-kind.ts";
import { exchangeThrough } from "./shared/exchange.ts";
import {
  breakMentions,
  cleanText,
  countMentions,
  createRecipientParser,
} from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { readNumber, resultOfExchange } from "./shared/send-result.ts";
import { markdownToTelegramHtml } from "./shared/telegram-html.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Credentials**: `botToken`, from [@BotFather](https://t.me/BotFather). The bot must be in the chat, and a person must have written to it first. `baseUrl` (default `https://api.telegram.org`) for your own Bot API server.
 * - **`to`**: the id of the chat (`123456`; groups are negative), or the `@name` of a public chat; `:topic:7` after it for a topic. Prefixes `telegram:` and `tg:`.
 * - **Limit**: 4,000 code points (Telegram allows 4,096), counted without the markup.
 * - **Markup**: HTML. If Telegram refuses it, the part is sent once more as plain text.
 * - **Mentions** cannot be disabled: an invisible space after each `@` breaks them, outside of code.
 * - **Idempotency key**: none. When a result is unknown, `host.delivery.unknown` decides whether the host sends the message again; then people may see the message twice.
 */
export const facts: ChannelFacts = {
  id: "telegram",
  hostAliases: ["tg"],
  gatewayRank: 2,
  example: "123456789",
  sendsWith: "grammY",
  library: "grammy",
  settings: {
    description: "Telegram, by its bots.",
    required: ["botToken"],
    properties: { botToken: { secret: "The token of the bot, of @BotFather." } },
    shared: ["baseUrl"],
    examples: [{ botToken: "${TELEGRAM_BOT_TOKEN}" }, { botToken: { file: "secrets/telegram" } }],
  },
};

/** Telegram counts 4,096 code points after the entities are parsed. */
const MAX_CODE_POINTS = 4000;

const parseRecipient = createRecipientParser({
  channel: "telegram",
  forms: [
    { pattern: /^(-?\d{1,19})(:topic:\d{1,10})?$/, spell: (chat = "", topic = "") => chat + topic },
    {
      pattern: /^@([A-Za-z]\w{3,31})(:topic:\d{1,10})?$/,
      spell: (name = "", topic = "") => `@${name}${topic}`,
    },
  ],
  hint: "Write the id of the chat, such as 123456 or -1001234567890, or the @name of a public chat; `:topic:7` after it names a topic.",
});

export const create: CreateChannel<TelegramSettings> = async (settings, context) => {
  const botToken = readSetting("botToken", settings.botToken, context);
  const baseUrl = readBaseUrl(settings, "https://api.telegram.org", context);
  const library = await loadLibrary("grammy", () => import("grammy"), context);
  if (botToken === undefined || baseUrl === undefined || library === undefined) return undefined;
  const { ports } = context;
  return {
    id: "telegram",
    limit: MAX_CODE_POINTS,
    measure: (text) => countCodePoints(text) + countMentions(text),
    keyWindowMs: 0,
    parseRecipient,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const exchange = await exchangeThrough(
          (fetch) => {
            // A client for each call: nothing waits in it, and it remembers nothing.
            const client = new library.Api(botToken, {
              apiRoot: baseUrl,
              fetch: fetch as unknown as NonNullable<ApiClientOptions["fetch"]>,
            });
            return client.raw.sendMessage(bodyOf(part));
          },
          { fetch: ports.fetch, signal: limited },
        );
        return resultOfExchange(exchange, TELEGRAM_ANSWERS, ports.clock());
      }),
  };
};

function bodyOf({ to, text, plain }: OutgoingPart) {
  const [chat = "", topic] = to.split(":topic:");
  const id = Number(chat);
  const clean = cleanText(text);
  return {
    chat_id: Number.isSafeInteger(id) ? id : chat,
    ...(topic !== undefined && { message_thread_id: Number(topic) }),
    // A preview is fetched from an address that a sender of events may have chosen.
    link_preview_options: { is_disabled: true },
    ...(plain
      ? { text: breakMentions(clean) }
      : { text: markdownToTelegramHtml(clean), parse_mode: "HTML" as const }),
  };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Descriptions as the server's source has them (tdlib/telegram-bot-api); 403 is one chat, not the token. */
const TELEGRAM_ANSWERS: AnswerRules = {
  name: "Telegram",
  read,
  rows: [
    { words: [401], kind: "credential", code: "unauthorized" },
    // A malformed token makes the path "/bot…/sendMessage" unknown.
    { words: [404], like: /^Not Found$/, kind: "credential", code: "unauthorized" },
    { words: [403], kind: "message", code: "recipient_unreachable" },
    { words: [400], like: /upgraded to a supergroup/, kind: "message", code: "recipient_moved" },
    {
      words: [400],
      like: /chat not found|thread not found|chat_id is empty|PEER_ID_INVALID/,
      kind: "message",
      code: "recipient_unknown",
    },
    { words: [400], like: /can't parse entities/, kind: "markup", code: "markup_refused" },
    { words: [400], like: /message is too long/, kind: "message", code: "too_long" },
    {
      words: [400],
      like: /text (?:is empty|must be non-empty)/,
      kind: "message",
      code: "empty_text",
    },
    {
      words: [400],
      like: /not enough rights|CHAT_\w+_FORBIDDEN/,
      kind: "message",
      code: "not_permitted",
    },
    // It was sent, and a rule of the group removed it: sending again would double it.
    {
      words: [500],
      like: /sent message was immediately deleted/,
      kind: "message",
      code: "content_refused",
    },
  ],
};

function read({ body }: Answer): AnswerFacts {
  const id = readMember(body, "ok") === true ? readNumber(body, "result", "message_id") : undefined;
  const word = readNumber(body, "error_code");
  const sentence = readTextMember(body, "description");
  const moved = readNumber(body, "parameters", "migrate_to_chat_id");
  return {
    ...(id !== undefined && { id: String(id) }),
    ...(word !== undefined && { word }),
    ...(sentence !== undefined && { sentence }),
    ...(moved !== undefined && { hint: `Write ${moved} in \`to\`.` }),
    wait: readMember(body, "parameters", "retry_after"),
  };
}
