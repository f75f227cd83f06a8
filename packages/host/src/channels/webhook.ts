// An address of the operator's own → the channel webhook, which sends each part there in a request of the operator's choice.

import { readTextMember } from "@hookwright/base";
import { createProblem } from "@hookwright/core/problems";
import { type Answer, sendRequest } from "@hookwright/node-kit/http";
import { DEFAULTS } from "../generated/host-schema.ts";
import type { WebhookSettings } from "../generated/host-types.ts";
import type { OutgoingPart } from "../model/channel.ts";
import {
  type ChannelFacts,
  type CreateChannel,
  readSetting,
  readUrl,
} from "./shared/channel-kind.ts";
import { escapeMarkdown } from "./shared/escape-markdown.ts";
import { markdownToPlainText } from "./shared/plain-text.ts";
import { cleanText, createRecipientParser } from "./shared/recipient.ts";
import { compileRequest, type RequestValues } from "./shared/request-templates.ts";
import type { AnswerRules } from "./shared/send-result.ts";
import { readNumber, refuse, resultOfExchange } from "./shared/send-result.ts";
import { WEBHOOK_PRESETS, type WebhookPreset } from "./shared/webhook-presets.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Settings**: `url`, which may be a secret reference; `token` (optional), sent as `Authorization: Bearer`; `limit` (default 16,000 UTF-16 units); `keyWindowSeconds` (default 0), how long your receiver recognizes a repeated key.
 * - **Request**: `POST` of `{"key": "<delivery>/<part>", "to": "…", "text": "…", "runId": "…"}`, with `accountId` if the action has one, and the key also as `Idempotency-Key`. The text is Markdown.
 * - **Answer**: 2xx is *sent*; `id` of a JSON answer is kept, else the key. 401 pauses the channel until a reload. 408, 425, 429, 500 and 503 are retried, after `Retry-After` if present; other 5xx are *unknown*, other 4xx are final.
 * - **`to`**: any text of one line; your server decides what it means.
 *
 * **Another request.** `method` (`POST`, `PUT`, `PATCH`), `headers` and `body` replace those above. Each text in them is a [template](templates.md) that reads `text`, `to`, `key`, `run`, `mapping`, `session`, `accountId`, `part` and `parts` (the position of the message and the number of messages of the answer), and `token`. An object is sent as JSON, so templates need no quotes; a text is sent as it renders, with the content type of `headers` (default `text/plain`). Line breaks in a header become spaces, and an empty header is not sent. If a template reads `token`, no `Authorization` is sent. The address is never a template.
 *
 * ```yaml
 * channels:
 *   webhook:
 *     url: https://sms.example.com/v1/send
 *     token: { env: SMS_KEY }
 *     headers: { x-api-key: "{{token}}" }
 *     body: { phone: "{{to}}", content: "{{text}}", flash: false }
 *     limit: 480
 * ```
 *
 * **Services.** `preset` sets body, headers, limit and the reading of the answer; `headers` are added to it, the other settings replace its own. Where the address has the recipient, `to` is any name, so set `defaultTo`.
 *
 * | `preset` | `url` | `token` | `to` | limit |
 * |---|---|---|---|---|
 * | `ntfy` | `https://ntfy.sh/TOPIC` | an access token, if the topic needs one | any | 4,096 bytes |
 * | `gotify` | `https://HOST/message` | of the application | any | 16,000 UTF-16 units |
 * | `googlechat` | of the space's webhook | in the address | any | 4,000 UTF-16 units |
 * | `teams` | of the workflow *When a Teams webhook request is received* | in the address | any | 4,000 UTF-16 units |
 * | `pushover` | `https://api.pushover.net/1/messages.json` | of the application | key of a user or group | 1,024 code points |
 * | `homeassistant` | `https://HOST/api/webhook/ID` | in the address | any | 16,000 UTF-16 units |
 *
 * ```yaml
 * channels:
 *   webhook:
 *     preset: ntfy
 *     url: https://ntfy.sh/my-long-topic-name
 *     defaultTo: phone
 *     headers: { title: "Answer {{part}} of {{parts}}", priority: high }
 * ```
 *
 * `teams` sends an Adaptive Card with Markdown, and the others get plain text. Teams answers before its workflow runs, and Home Assistant answers 200 to every address, so there *sent* means accepted. An automation of Home Assistant reads `trigger.json.message`. For a second service, add a channel with `type: webhook` to `host.channels`.
 *
 * Tested against local servers: `ntfy`, `gotify` and `homeassistant` after the source of their servers, `googlechat` and `teams` after their documentation, `pushover` after the documentation of its request. Not proved: what `teams` and `pushover` answer to an error, and the limit of `pushover`.
 */
export const facts: ChannelFacts = {
  id: "webhook",
  example: "ops",
  hasAccounts: true,
  sendsWith: "a request to your own address, or to a service such as ntfy or Gotify",
  settings: {
    description: "A receiver of one's own, or a service: texts are posted to it.",
    required: ["url"],
    properties: {
      url: {
        secret:
          "Where texts are posted to: an http or https address; a secret, as it may hold a token.",
      },
      token: { secret: "Sent as `Authorization: Bearer`, unless a template reads it." },
      preset: {
        description: "The service behind the address: sets body, headers and limit.",
        enum: ["ntfy", "gotify", "googlechat", "teams", "pushover", "homeassistant"],
        examples: ["ntfy", "teams"],
      },
      method: {
        description: "The method of the request.",
        enum: ["POST", "PUT", "PATCH"],
        default: "POST",
        examples: ["POST", "PUT"],
      },
      headers: {
        description: "Headers by name; each value is a template.",
        type: "object",
        additionalProperties: { type: "string" },
        examples: [{ "x-api-key": "{{token}}" }, { title: "Run {{run}}" }],
      },
      body: {
        description:
          "What is sent: a template, or an object whose texts are templates and that is sent as JSON.",
        type: ["string", "object"],
        examples: ["{{text}}", { message: "{{text}}", user: "{{to}}" }],
      },
    },
    shared: ["limit", "keyWindowSeconds"],
    examples: [
      { url: "${OPS_URL}" },
      { preset: "ntfy", url: "${NTFY_URL}", defaultTo: "phone" },
      { url: "https://ops.example/in", token: "${OPS_TOKEN}" },
    ],
  },
};

const parseRecipient = createRecipientParser({
  channel: "webhook",
  forms: [{ pattern: /^(.+)$/, spell: (to = "") => to }],
  hint: "Write what the receiver of the webhook knows the recipient by, in one line.",
});

export const create: CreateChannel<WebhookSettings> = async (settings, context) => {
  const { keyWindowSeconds = DEFAULTS["webhook.keyWindowSeconds"] } = settings;
  const preset: WebhookPreset | undefined = settings.preset && WEBHOOK_PRESETS[settings.preset];
  const { limit = preset?.limit ?? DEFAULTS["webhook.limit"] } = settings;
  const url = readUrl("url", settings.url, context);
  const token = settings.token && readSetting("token", settings.token, context);
  const headers = { ...preset?.headers, ...settings.headers };
  const body = settings.body ?? preset?.body;
  const templates = compileRequest({ headers, body: body ?? {} }, context);
  if (templates?.readsToken && settings.token === undefined) {
    const message = 'A template reads "token", which is not set.';
    const hint = `Add "token" to channels.${context.path.at(-1)}.`;
    const path = [...context.path, "token"];
    context.report(createProblem("channel_setting_missing", path, message, { hint }));
  }
  if (url === undefined || templates === undefined) return undefined;
  const { ports } = context;
  const { method = DEFAULTS["webhook.method"] } = settings;
  return {
    id: "webhook",
    limit,
    ...(preset?.measure && { measure: preset.measure }),
    keyWindowMs: keyWindowSeconds * 1_000,
    parseRecipient,
    // The receiver of another body knows what it does with a text.
    ...(preset !== undefined &&
      !preset.isPlain && {
        escape: (text: string) => escapeMarkdown(text, { keepsAddresses: true }),
      }),
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const { key, to, accountId, runId } = part;
        const text = textOf(part, preset);
        const rendered = templates.render(valuesOf(part, text, token));
        if (rendered === undefined) return refuse("message", "request_refused", "webhook");
        const request = {
          url,
          method,
          headers: {
            "idempotency-key": key,
            ...(token !== undefined &&
              !templates.readsToken && { authorization: `Bearer ${token}` }),
            ...rendered.headers,
          },
          body:
            body === undefined
              ? JSON.stringify({ key, to, accountId, text, runId })
              : rendered.body,
        };
        const { fetch } = ports;
        const exchange = await sendRequest(request, { fetch, signal: limited });
        return resultOfExchange(exchange, answerRules(key, preset), ports.clock());
      }),
  };
};

function textOf({ text, plain }: OutgoingPart, preset: WebhookPreset | undefined): string {
  const clean = cleanText(text);
  const shown = preset?.isPlain && !plain ? markdownToPlainText(clean) : clean;
  return preset?.guard?.(shown) ?? shown;
}

function valuesOf(part: OutgoingPart, text: string, token: string | undefined): RequestValues {
  const { to, key, runId, mappingId, sessionKey, accountId } = part;
  return {
    ...{ text, to, key, run: runId, mapping: mappingId, session: sessionKey, accountId, token },
    part: part.part ?? 1,
    parts: part.parts ?? 1,
  };
}

/** Without a preset that knows better, any 2xx is a success, and the part's key is the id if the answer has none. */
function answerRules(key: string, preset: WebhookPreset | undefined): AnswerRules {
  const { name = "webhook", id, word, rows = [] } = preset ?? {};
  return {
    name,
    rows,
    read: ({ status, body }: Answer) => {
      const member = id ?? "id";
      const found = readTextMember(body, member) ?? readNumber(body, member)?.toString();
      const code = word && (readTextMember(body, ...word) ?? readNumber(body, ...word));
      const sent = status < 300 ? (found ?? (id === undefined ? key : undefined)) : undefined;
      return {
        ...(sent !== undefined && { id: sent }),
        ...(code !== undefined && { word: code }),
      };
    },
  };
}
