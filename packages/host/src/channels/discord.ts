// A bot token → the channel discord, which sends with @discordjs/rest.
import { createHash } from "node:crypto";
import type { REST, RESTOptions } from "@discordjs/rest";
import { readMember, readTextMember } from "@hookwright/base";
import type { Answer, Exchange } from "@hookwright/node-kit/http";
import type { DiscordSettings } from "../generated/host-types.ts";
import type { OutgoingPart, SendResult } from "../model/channel.ts";
import {
  type ChannelFacts,
  type CreateChannel,
  loadLibrary,
  readBaseUrl,
  readSetting,
} from "./shared/channel-kind.ts";
import { createDirectChannels, type DirectChannelResult } from "./shared/direct-channels.ts";
import { escapeMarkdown } from "./shared/escape-markdown.ts";
import { exchangeThrough } from "./shared/exchange.ts";
import { cleanText, createRecipientParser, splitThread } from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { readNumber, resultOfExchange } from "./shared/send-result.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Credentials**: `token` of a bot with the permission Send Messages in the channel. `baseUrl`: default `https://discord.com`.
 * - **`to`**: the id of a channel or thread (also `channel:<id>`), or `user:<id>` for a person who shares a server with the bot. `:thread:<message id>` after it sends the answer as a reply to that message, or as a normal message if it no longer exists. (Discord's own threads are channels: write the id of the thread.)
 * - **Limit**: 2,000 code points.
 * - **Markup**: Markdown, unchanged.
 * - **Mentions** are off by `allowed_mentions`, embeds by a flag.
 * - **Idempotency key**: a hash of the part's key, sent as `nonce`. Discord recognizes a repeated nonce for some minutes. So when a result is unknown, the host can send the message again within two minutes, and people see the message once.
 */
export const facts: ChannelFacts = {
  id: "discord",
  gatewayRank: 3,
  example: "112233445566778899",
  sendsWith: "discord.js' REST client",
  library: "@discordjs/rest",
  settings: {
    description: "Discord, by a bot.",
    required: ["token"],
    properties: { token: { secret: "The token of the bot." } },
    shared: ["baseUrl"],
    examples: [{ token: "${DISCORD_TOKEN}" }, { token: { file: "secrets/discord" } }],
  },
};

const MAX_CODE_POINTS = 2000;

/** "The past few minutes", as Discord documents the nonce: two are surely within. */
const NONCE_WINDOW_MS = 120_000;

/** Discord takes at most 25 characters. */
const NONCE_CHARACTERS = 22;

const SUPPRESS_EMBEDS = 1 << 2;

const parseRecipient = createRecipientParser({
  channel: "discord",
  forms: [
    {
      pattern: /^(?:channel:)?(\d{15,20})(:thread:\d{15,20})?$/,
      spell: (id = "", thread = "") => `channel:${id}${thread}`,
    },
    {
      pattern: /^user:(\d{15,20})(:thread:\d{15,20})?$/,
      spell: (id = "", thread = "") => `user:${id}${thread}`,
    },
  ],
  hint: "Write the id of a channel or thread (17 to 20 digits), or `user:<id>` for a person; `:thread:<message id>` after it makes the answer a reply.",
});

export const create: CreateChannel<DiscordSettings> = async (settings, context) => {
  const token = readSetting("token", settings.token, context);
  const baseUrl = readBaseUrl(settings, "https://discord.com", context);
  const library = await loadLibrary("@discordjs/rest", () => import("@discordjs/rest"), context);
  if (token === undefined || baseUrl === undefined || library === undefined) return undefined;
  const { ports } = context;
  const direct = createDirectChannels();
  /** A client for each call: it would queue, wait for limits, and forget a refused token. */
  const exchange = (signal: AbortSignal, use: (client: REST) => Promise<unknown>) =>
    exchangeThrough(
      (fetch) => {
        const options = {
          api: `${baseUrl}/api`,
          version: "10",
          retries: 0,
          rejectOnRateLimit: () => true,
          globalRequestsPerSecond: Number.POSITIVE_INFINITY,
          hashSweepInterval: 0,
          handlerSweepInterval: 0,
          makeRequest: fetch as unknown as RESTOptions["makeRequest"],
        };
        return use(new library.REST(options).setToken(token));
      },
      { fetch: ports.fetch, signal },
    );
  const resultOf = (answer: Exchange): SendResult =>
    resultOfExchange(answer, DISCORD_ANSWERS, ports.clock());

  const open = async (user: string, signal: AbortSignal): Promise<DirectChannelResult> => {
    const body = { recipient_id: user };
    const answer = await exchange(signal, (client) => client.post("/users/@me/channels", { body }));
    const id = answer.kind === "answer" ? readTextMember(answer.body, "id") : undefined;
    return id === undefined ? { ok: false, result: resultOf(answer) } : { ok: true, id };
  };

  return {
    id: "discord",
    limit: MAX_CODE_POINTS,
    measure: (text) => [...text].length,
    keyWindowMs: NONCE_WINDOW_MS,
    parseRecipient,
    escape: (text) => escapeMarkdown(text, { keepsAddresses: true }),
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const { to, thread } = splitThread(part.to);
        const found = await direct.resolve(to, (user) => open(user, limited));
        if (!found.ok) return found.result;
        const body = bodyOf(part, thread);
        const route = `/channels/${found.id}/messages` as const;
        return resultOf(await exchange(limited, (client) => client.post(route, { body })));
      }),
  };
};

function bodyOf({ key, text }: OutgoingPart, thread: string | undefined) {
  return {
    content: cleanText(text),
    nonce: createHash("sha256").update(key).digest("base64url").slice(0, NONCE_CHARACTERS),
    enforce_nonce: true,
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
    // A reply notifies nobody, because `allowed_mentions` does not ask for it.
    ...(thread !== undefined && {
      message_reference: { message_id: thread, fail_if_not_exists: false },
    }),
  };
}

/** 403 is one channel or person, never the token: the code decides. */
const DISCORD_ANSWERS: AnswerRules = {
  name: "Discord",
  read,
  rows: [
    { status: [401], kind: "credential", code: "unauthorized" },
    { status: [429], kind: "retry", code: "rate_limited" },
    { words: [20016, 20028, 20029, 40003], kind: "retry", code: "rate_limited" },
    { words: [130000], kind: "retry", code: "server_error" },
    { words: [10003, 10013], kind: "message", code: "recipient_unknown" },
    { words: [50007, 50278], kind: "message", code: "recipient_unreachable" },
    { words: [50001, 50009, 50013], kind: "message", code: "not_permitted" },
    { words: [200000, 240000], kind: "message", code: "content_refused" },
    { words: [50006], kind: "message", code: "empty_text" },
    { words: [50035], like: /^BASE_TYPE_MAX_LENGTH$/, kind: "message", code: "too_long" },
  ],
};

function read({ body }: Answer): AnswerFacts {
  // A redirect that a client swallows is an object without an id.
  const id = readTextMember(body, "id");
  const word = readNumber(body, "code");
  const sentence = readTextMember(body, "errors", "content", "_errors", 0, "code");
  return {
    ...(id !== undefined && { id }),
    ...(word !== undefined && { word }),
    ...(sentence !== undefined && { sentence }),
    wait: readMember(body, "retry_after"),
  };
}
