// An address of the operator's own → the channel webhook, which posts each part there.

import { readTextMember } from "@hookwright/base";
import { type Answer, sendRequest } from "@hookwright/node-kit/http";
import { DEFAULTS } from "../generated/host-schema.ts";
import type { WebhookSettings } from "../generated/host-types.ts";
import {
  type ChannelFacts,
  type CreateChannel,
  readSetting,
  readUrl,
  withTimeLimit,
} from "./shared/channel-kind.ts";
import { cleanText, createRecipientParser } from "./shared/recipient.ts";
import type { AnswerRules } from "./shared/send-result.ts";
import { readNumber, resultOfExchange } from "./shared/send-result.ts";

/**
 * - **Settings**: `url`, which may be a secret reference; `token` (optional), sent as `Authorization: Bearer`; `limit` (default 16,000 UTF-16 units); `keyWindowSeconds` (default 0), how long your receiver recognizes a repeated key.
 * - **Request**: `POST` of `{"key": "<delivery>/<part>", "to": "…", "text": "…", "runId": "…"}`, with `accountId` if the action has one, and the key also as `Idempotency-Key`. The text is Markdown.
 * - **Answer**: 2xx is *sent*; `id` of a JSON answer is kept, else the key. 401 pauses the channel until a reload. 408, 425, 429, 500 and 503 are retried, after `Retry-After` if present; other 5xx are *unknown*, other 4xx are final.
 * - **`to`**: any text of one line; your server decides what it means.
 */
export const facts: ChannelFacts = {
  id: "webhook",
  example: "ops",
  hasAccounts: true,
  sendsWith: "a POST to your own address",
  settings: {
    description: "A receiver of one's own: texts are posted to it.",
    required: ["url"],
    properties: {
      url: {
        secret:
          "Where texts are posted to: an http or https address; a secret, as it may hold a token.",
      },
      token: { secret: "Sent as `Authorization: Bearer`." },
    },
    shared: ["limit", "keyWindowSeconds"],
    examples: [{ url: "${OPS_URL}" }, { url: "https://ops.example/in", token: "${OPS_TOKEN}" }],
  },
};

const parseRecipient = createRecipientParser({
  channel: "webhook",
  forms: [{ pattern: /^(.+)$/, spell: (to = "") => to }],
  hint: "Write what the receiver of the webhook knows the recipient by, in one line.",
});

export const create: CreateChannel<WebhookSettings> = async (settings, context) => {
  const { limit = DEFAULTS["webhook.limit"] } = settings;
  const { keyWindowSeconds = DEFAULTS["webhook.keyWindowSeconds"] } = settings;
  const url = readUrl("url", settings.url, context);
  const token = settings.token && readSetting("token", settings.token, context);
  if (url === undefined) return undefined;
  const { ports } = context;
  return {
    id: "webhook",
    limit,
    keyWindowMs: keyWindowSeconds * 1_000,
    parseRecipient,
    send: ({ key, to, accountId, text, runId }, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const headers = {
          "content-type": "application/json",
          "idempotency-key": key,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        };
        const body = JSON.stringify({ key, to, accountId, text: cleanText(text), runId });
        const { fetch } = ports;
        const exchange = await sendRequest({ url, headers, body }, { fetch, signal: limited });
        return resultOfExchange(exchange, answerRules(key), ports.clock());
      }),
  };
};

/** Any 2xx is a success. The part's key is the id if the answer has none. */
function answerRules(key: string): AnswerRules {
  return {
    name: "webhook",
    read: ({ status, body }: Answer) =>
      status < 300
        ? { id: readTextMember(body, "id") ?? readNumber(body, "id")?.toString() ?? key }
        : {},
    rows: [],
  };
}
