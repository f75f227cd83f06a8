// A bot token → the channel slack, which sends with @slack/web-api.

import { readMember, readTextMember } from "@hookwright/base";
import type { Answer, Exchange } from "@hookwright/node-kit/http";
import type { WebClient, WebClientOptions } from "@slack/web-api";
import type { SlackSettings } from "../generated/host-types.ts";
import type { OutgoingPart, SendResult } from "../model/channel.ts";
import {
  type ChannelFacts,
  type CreateChannel,
  loadLibrary,
  readBaseUrl,
  readSetting,
} from "./shared/channel-kind.ts";
import { createDirectChannels, type DirectChannelResult } from "./shared/direct-channels.ts";
import { breakMarks, escapeMarkdown } from "./shared/escape-markdown.ts";
import { exchangeThrough } from "./shared/exchange.ts";
import { cleanText, createRecipientParser, splitThread } from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { resultOfExchange } from "./shared/send-result.ts";
import { escapeSlack, markdownToMrkdwn } from "./shared/slack-mrkdwn.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Credentials**: `botToken` (`xoxb-…`) of an app with the scope `chat:write`; `im:write` for people, `chat:write.public` for channels without the bot. `baseUrl`: default `https://slack.com/api`.
 * - **`to`**: the id of a channel (`C…`, `G…`, `D…`, also `channel:C…`), `user:U…`, or `#name` of a public channel. `:thread:<ts>` after it answers in the thread of the message with that `ts`, as in `C0123456789:thread:1503435956.000247`.
 * - **Limit**: 4,000 UTF-16 units after escaping: `&` counts as five, `<` and `>` as four.
 * - **Markup**: mrkdwn. Slack never refuses it.
 * - **Mentions**: `&`, `<` and `>` are escaped, so `<!channel>` and `<@U1>` are text. Unfurling is off.
 * - **Idempotency key**: none. After `internal_error` and `fatal_error`, Slack may have sent the message: both are *unknown*.
 */
export const facts: ChannelFacts = {
  id: "slack",
  gatewayRank: 4,
  example: "C0123456789",
  sendsWith: "Slack's Web API client",
  library: "@slack/web-api",
  settings: {
    description: "Slack, by an app's bot.",
    required: ["botToken"],
    properties: { botToken: { secret: "The token of the bot: `xoxb-…`." } },
    shared: ["baseUrl"],
    examples: [{ botToken: "${SLACK_BOT_TOKEN}" }, { botToken: { file: "secrets/slack" } }],
  },
};

/** Slack cuts above 40,000 characters, and may split above 4,000. */
const MAX_UNITS = 4000;

const parseRecipient = createRecipientParser({
  channel: "slack",
  forms: [
    {
      pattern: /^(?:channel:)?([CGD][A-Z0-9]{1,30})(:thread:\d{10}\.\d{6})?$/,
      spell: (id = "", thread = "") => `channel:${id}${thread}`,
    },
    {
      pattern: /^(?:user:)?([UW][A-Z0-9]{1,30})(:thread:\d{10}\.\d{6})?$/,
      spell: (id = "", thread = "") => `user:${id}${thread}`,
    },
    {
      pattern: /^(?:channel:)?#([\p{L}\p{N}_-]{1,80})(:thread:\d{10}\.\d{6})?$/u,
      spell: (name = "", thread = "") => `#${name}${thread}`,
    },
  ],
  hint: "Write the id of a channel, such as C0123456789, `user:U0123456789` for a person, or `#name` of a public channel; `:thread:1503435956.000247` after it names a thread.",
});

export const create: CreateChannel<SlackSettings> = async (settings, context) => {
  const botToken = readSetting("botToken", settings.botToken, context);
  const baseUrl = readBaseUrl(settings, "https://slack.com/api", context);
  const library = await loadLibrary("@slack/web-api", () => import("@slack/web-api"), context);
  if (botToken === undefined || baseUrl === undefined || library === undefined) return undefined;
  const { ports } = context;
  const direct = createDirectChannels();
  /** A client for each call: its queue and its retries have nothing to keep. */
  const exchange = (signal: AbortSignal, use: (client: WebClient) => Promise<unknown>) =>
    exchangeThrough(
      (fetch) => {
        const options = {
          slackApiUrl: `${baseUrl}/`,
          retryConfig: { retries: 0 },
          rejectRateLimitedCalls: true,
          allowAbsoluteUrls: false,
          logger: SILENT,
          fetch: fetch as unknown as NonNullable<WebClientOptions["fetch"]>,
        };
        return use(new library.WebClient(botToken, options));
      },
      { fetch: ports.fetch, signal },
    );
  const resultOf = (answer: Exchange): SendResult =>
    resultOfExchange(answer, SLACK_ANSWERS, ports.clock());

  const open = async (user: string, signal: AbortSignal): Promise<DirectChannelResult> => {
    const answer = await exchange(signal, (client) => client.conversations.open({ users: user }));
    const id = answer.kind === "answer" ? readTextMember(answer.body, "channel", "id") : undefined;
    return id === undefined ? { ok: false, result: resultOf(answer) } : { ok: true, id };
  };

  return {
    id: "slack",
    limit: MAX_UNITS,
    // Markup never becomes longer; the escapes do.
    measure: (text) => escapeSlack(text).length,
    keyWindowMs: 0,
    parseRecipient,
    // `mrkdwn: false` shows a whole text as it is.
    escape: (text, within) => (within === "text" ? text : escapeMarkdown(breakMarks(text))),
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const { to, thread } = splitThread(part.to);
        const found = await direct.resolve(to, (user) => open(user, limited));
        if (!found.ok) return found.result;
        const body = {
          channel: found.id,
          ...(thread !== undefined && { thread_ts: thread }),
          ...bodyOf(part),
        };
        return resultOf(await exchange(limited, (client) => client.chat.postMessage(body)));
      }),
  };
};

function bodyOf({ text, plain }: OutgoingPart) {
  const clean = cleanText(text);
  return {
    text: plain ? escapeSlack(clean) : markdownToMrkdwn(clean),
    mrkdwn: !plain,
    parse: "none",
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  } as const;
}

/** The client logs errors with their text, which may hold an address. */
const SILENT: NonNullable<WebClientOptions["logger"]> = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  getLevel: () => "error" as ReturnType<NonNullable<WebClientOptions["logger"]>["getLevel"]>,
  setName: ignore,
};

function ignore(): undefined {
  return undefined;
}

/** Slack says most errors in a 200 with `ok: false`, and each by one word. */
const SLACK_ANSWERS: AnswerRules = {
  name: "Slack",
  read,
  rows: [
    {
      words: [
        "invalid_auth",
        "not_authed",
        "token_revoked",
        "token_expired",
        "not_allowed_token_type",
        "org_login_required",
        "ekm_access_denied",
        "access_denied",
      ],
      kind: "credential",
      code: "unauthorized",
    },
    { words: ["account_inactive"], kind: "credential", code: "account_restricted" },
    { words: ["missing_scope"], kind: "credential", code: "permission_missing" },
    { words: ["rate_limited", "ratelimited"], kind: "retry", code: "rate_limited" },
    {
      words: ["service_unavailable", "team_added_to_org", "request_timeout"],
      kind: "retry",
      code: "server_error",
    },
    // Documented: a part may have succeeded.
    { words: ["internal_error", "fatal_error"], kind: "unknown", code: "platform_unsure" },
    {
      words: ["channel_not_found", "user_not_found", "user_not_visible", "users_list_not_supplied"],
      kind: "message",
      code: "recipient_unknown",
    },
    {
      words: ["is_archived", "user_disabled", "cannot_dm_bot"],
      kind: "message",
      code: "recipient_unreachable",
    },
    { words: ["not_in_channel", "no_permission"], kind: "message", code: "not_permitted" },
    { like: /^restricted_action/, kind: "message", code: "not_permitted" },
    { words: ["msg_too_long"], kind: "message", code: "too_long" },
    { words: ["no_text"], kind: "message", code: "empty_text" },
    // Any other word of Slack is final. An answer without a word is not from Slack.
    { status: [200], like: /^[a-z_]+$/, kind: "message", code: "request_refused" },
    { status: [200], kind: "unknown", code: "no_id" },
  ],
};

function read({ body }: Answer): AnswerFacts {
  const channel = readTextMember(body, "channel");
  const ts = readTextMember(body, "ts");
  if (readMember(body, "ok") === true) {
    return channel !== undefined && ts !== undefined ? { id: `${channel}:${ts}` } : {};
  }
  const word = readTextMember(body, "error");
  return word === undefined ? {} : { word };
}
