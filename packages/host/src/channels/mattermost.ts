// A server's address and a token → the channel mattermost, which posts by Mattermost's REST API.
import { createHash } from "node:crypto";
import { readTextMember } from "@hookwright/base";
import { type Answer, type Exchange, sendRequest } from "@hookwright/node-kit/http";
import type { MattermostSettings } from "../generated/host-types.ts";
import type { OutgoingPart, SendResult } from "../model/channel.ts";
import {
  type ChannelFacts,
  type CreateChannel,
  readSetting,
  readUrl,
} from "./shared/channel-kind.ts";
import { createDirectChannels, type DirectChannelResult } from "./shared/direct-channels.ts";
import { escapeMarkdown } from "./shared/escape-markdown.ts";
import { BREAK, cleanText, createRecipientParser, splitThread } from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { resultOfExchange } from "./shared/send-result.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Credentials**: `url` of the server (with the subpath, if it has one) and `token` of a bot account or a personal access token. The bot must be a member of the channel.
 * - **`to`**: the id of a channel (26 letters and digits, also `channel:<id>`); `@name` or `user:<id>` for a person. `:thread:<post id>` after it answers in the thread that begins with that post. If the id is not that of the first post of a thread in this channel, the delivery is dead.
 * - **Limit**: 4,000 code points, which servers of all versions accept (today's limit is 16,383), after mentions are broken.
 * - **Markup**: Markdown, unchanged. Mattermost never refuses it.
 * - **Mentions** cannot be disabled: an invisible space after each `@` breaks them, also in code. Words for which people have set notifications still notify them.
 * - **Previews** are off: the property `unsafe_links` keeps the server from fetching links and shows images as links.
 * - **Idempotency key**: a hash of the part's key, sent as `pending_post_id`, which the server recognizes for 30 seconds. A call therefore ends after 10 seconds, and when its result is unknown, the host sends the message again within the 30 seconds, and people see it once. Servers behind a load balancer recognize it only if they share their cache, and a restart of the server forgets it.
 * - **Tested against**: a local server built from the source of Mattermost 11, and the requests of `@mattermost/client` 11.9; not against a real Mattermost.
 */
export const facts: ChannelFacts = {
  id: "mattermost",
  gatewayRank: 5,
  example: "@ops",
  sendsWith: "Mattermost's REST API, by `fetch`",
  settings: {
    description: "Mattermost, by a bot.",
    required: ["url", "token"],
    properties: {
      url: { secret: "Where Mattermost is: an http or https address, with its subpath." },
      token: { secret: "The token of a bot account, or a personal access token." },
    },
    examples: [
      { url: "https://chat.example.com", token: "${MATTERMOST_TOKEN}" },
      { url: "https://example.com/chat", token: { file: "secrets/mattermost" } },
    ],
  },
};

/** Servers before version 5 have a column of 4,000; a longer post is folded anyway. */
const MAX_CODE_POINTS = 4000;

/** The server remembers a pending post id for 30 s; the rest is for the way there. */
const KEY_WINDOW_MS = 25_000;

/** The default of 30 s would end when the key is forgotten. */
const CALL_TIMEOUT_MS = 10_000;

/** As long as Mattermost's own ids. */
const PENDING_ID_CHARACTERS = 26;

const ID = "[a-z0-9]{26}";

const parseRecipient = createRecipientParser({
  channel: "mattermost",
  forms: [
    {
      pattern: new RegExp(`^(?:channel:)?(${ID})(:thread:${ID})?$`),
      spell: (id = "", thread = "") => `channel:${id}${thread}`,
    },
    {
      pattern: new RegExp(`^user:(${ID})(:thread:${ID})?$`),
      spell: (id = "", thread = "") => `user:${id}${thread}`,
    },
    {
      pattern: new RegExp(`^(?:user:)?@([\\w.-]{1,64})(:thread:${ID})?$`),
      spell: (name = "", thread = "") => `@${name.toLowerCase()}${thread}`,
    },
  ],
  hint: "Write the id of a channel (26 letters and digits), `@name` or `user:<id>` for a person; `:thread:<post id>` after it names a thread.",
});

export const create: CreateChannel<MattermostSettings> = async (settings, context) => {
  const url = readUrl("url", settings.url, context)?.replace(/\/{1,9}$/, "");
  const token = readSetting("token", settings.token, context);
  if (url === undefined || token === undefined) return undefined;
  const { ports } = context;
  const timeoutMs = Math.min(ports.timeoutMs, CALL_TIMEOUT_MS);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = (path: string, signal: AbortSignal, body?: unknown): Promise<Exchange> =>
    sendRequest(
      {
        url: `${url}/api/v4${path}`,
        headers,
        ...(body === undefined ? { method: "GET" } : { body: JSON.stringify(body) }),
      },
      { fetch: ports.fetch, signal },
    );
  const resultOf = (answer: Exchange): SendResult =>
    resultOfExchange(answer, MATTERMOST_ANSWERS, ports.clock());
  const idOf = async (exchange: Promise<Exchange>): Promise<DirectChannelResult> => {
    const result = resultOf(await exchange);
    return result.kind === "sent" ? { ok: true, id: result.id } : { ok: false, result };
  };

  let ownId: string | undefined;
  const open = async (user: string, signal: AbortSignal): Promise<DirectChannelResult> => {
    if (ownId === undefined) {
      const own = await idOf(request("/users/me", signal));
      if (!own.ok) return own;
      ownId = own.id;
    }
    const person: DirectChannelResult = user.startsWith("@")
      ? await idOf(request(`/users/username/${user.slice(1)}`, signal))
      : { ok: true, id: user };
    if (!person.ok) return person;
    return idOf(request("/channels/direct", signal, [ownId, person.id]));
  };
  const direct = createDirectChannels();

  return {
    id: "mattermost",
    limit: MAX_CODE_POINTS,
    measure: (text) => [...text].length + (text.match(MENTION)?.length ?? 0),
    keyWindowMs: KEY_WINDOW_MS,
    callTimeoutMs: timeoutMs,
    parseRecipient,
    escape: (text) => escapeMarkdown(text, { keepsAddresses: true }),
    send: (part, signal) =>
      withTimeLimit({ ...ports, timeoutMs }, signal, async (limited) => {
        const { to, thread } = splitThread(part.to);
        const found = await direct.resolve(to.replace(/^@/, "user:@"), (user) =>
          open(user, limited),
        );
        if (!found.ok) return found.result;
        const body = { channel_id: found.id, root_id: thread ?? "", ...bodyOf(part) };
        return resultOf(await request("/posts", limited, body));
      }),
  };
};

function bodyOf({ key, text }: OutgoingPart) {
  const hash = createHash("sha256").update(key).digest("hex");
  return {
    message: cleanText(text).replace(MENTION, (mention) => mention + BREAK),
    pending_post_id: hash.slice(0, PENDING_ID_CHARACTERS),
    // The server fetches no address of the text then, neither for a preview nor for the size of an image.
    props: { unsafe_links: "true" },
  };
}

/**
 * The server looks for mentions after it has read the Markdown: `&commat;all` and `@&#97;ll` are `@all` to it. A
 * mention begins a word, so `name@example.com` is left alone.
 */
const MENTION = /(?<![A-Za-z0-9])@(?=\S)|&(?:#0*64|#[xX]0*40|commat);/g;

/** The server says most by ids of its own; 403 is one channel, and it says so for a channel that does not exist, too. */
const MATTERMOST_ANSWERS: AnswerRules = {
  name: "Mattermost",
  read,
  rows: [
    // For the account, not for one channel.
    {
      words: ["api.context.mfa_required.app_error"],
      kind: "credential",
      code: "account_restricted",
    },
    { status: [403], kind: "message", code: "not_permitted" },
    {
      words: [
        "api.channel.create_direct_channel.invalid_user.app_error",
        "api.context.invalid_param.app_error",
        "api.post.create_post.channel_root_id.app_error",
        "api.post.create_post.root_id.app_error",
        "model.post.is_valid.channel_id.app_error",
        "model.post.is_valid.root_id.app_error",
      ],
      kind: "message",
      code: "recipient_unknown",
    },
    {
      words: [
        "api.post.create_post.can_not_post_in_restricted_dm.error",
        "api.post.create_post.can_not_post_to_deleted.error",
        "app.post.create_post.shared_dm_or_gm.app_error",
      ],
      kind: "message",
      code: "recipient_unreachable",
    },
    {
      words: [
        "api.context.request_body_too_large.app_error",
        "model.post.is_valid.message_length.app_error",
      ],
      kind: "message",
      code: "too_long",
    },
    { words: ["api.context.404.app_error"], kind: "credential", code: "settings_refused" },
    { status: [404], like: /\.(?:app_error|const)$/, kind: "message", code: "recipient_unknown" },
    // Another server, or a subpath that is missing.
    { status: [404, 405], kind: "credential", code: "settings_refused" },
  ],
};

/** The first request with this pending post id is still being saved. */
const PENDING = "api.post.deduplicate_create_post.pending";

function read({ status, body }: Answer): AnswerFacts {
  const id = readTextMember(body, "id");
  if (id === undefined) return {};
  if (status < 300) return { id };
  return { word: id, ...(id === PENDING && { wait: 1 }), ...hintOf(status, id) };
}

function hintOf(status: number, word: string): Pick<AnswerFacts, "hint"> {
  if (/root_id/.test(word)) {
    return { hint: "Write the id of the first post of a thread in this channel after `:thread:`." };
  }
  if (status !== 403 || word !== "api.context.permissions.app_error") return {};
  return {
    hint: "Check the id, and add the bot to the channel: Mattermost says the same for a channel that does not exist.",
  };
}
