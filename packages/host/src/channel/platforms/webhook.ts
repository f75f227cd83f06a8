// An address of the operator's own → the channel webhook, which posts each part there.

import { readTextMember } from "@hookwright/base";
import { type Answer, sendRequest } from "@hookwright/node-kit/http";
import type { Channel } from "../../model/channel.ts";
import { type ChannelPorts, withTimeLimit } from "../channel-ports.ts";
import type { AnswerRules } from "../http/send-result.ts";
import { readNumber, resultOfExchange } from "../http/send-result.ts";
import { cleanText, createRecipientParser } from "../text/recipient.ts";

interface WebhookSettings {
  readonly url: string;
  readonly token?: string;
  /** Longest part in UTF-16 units. */
  readonly limit: number;
  /** For how long the receiver recognises a key; 0: it does not. */
  readonly keyWindowMs: number;
}

const parseRecipient = createRecipientParser({
  channel: "webhook",
  forms: [{ pattern: /^(.+)$/, spell: (to = "") => to }],
  hint: "Write what the receiver of the webhook knows the recipient by, in one line.",
});

export function createWebhookChannel(settings: WebhookSettings, ports: ChannelPorts): Channel {
  const { url, token, limit, keyWindowMs } = settings;
  return {
    id: "webhook",
    limit,
    keyWindowMs,
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
}

/** Any 2xx is a success; the part's key stands for an id that the answer does not have. */
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
