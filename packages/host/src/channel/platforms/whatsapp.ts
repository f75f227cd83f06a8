// A phone number id and a token → the channel whatsapp, which sends by Meta's Cloud API.

import { readTextMember } from "@hookwright/base";
import { type Answer, sendRequest } from "@hookwright/node-kit/http";
import type { Channel, OutgoingPart } from "../../model/channel.ts";
import { type ChannelPorts, withTimeLimit } from "../channel-ports.ts";
import type { AnswerFacts, AnswerRules } from "../http/send-result.ts";
import { readNumber, resultOfExchange } from "../http/send-result.ts";
import { markdownToPlainText } from "../markup/plain-text.ts";
import { cleanText, createRecipientParser } from "../text/recipient.ts";

interface WhatsAppSettings {
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly baseUrl: string;
  /** `v24.0` */
  readonly version: string;
}

/** Of 4,096; the platform does not say in which unit. */
const MAX_UNITS = 4000;

const parsePhone = createRecipientParser({
  channel: "whatsapp",
  forms: [
    {
      pattern: /^\+?([1-9](?:[ .()-]{0,2}\d){6,14})$/,
      spell: (digits = "") => `+${digits.replace(/\D/g, "")}`,
    },
  ],
  hint: "Write the phone number with its country code, such as +16505551234. The Cloud API knows no groups.",
});

export function createWhatsAppChannel(settings: WhatsAppSettings, ports: ChannelPorts): Channel {
  const { baseUrl, version, phoneNumberId, accessToken } = settings;
  const url = `${baseUrl}/${version}/${phoneNumberId}/messages`;
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  return {
    id: "whatsapp",
    limit: MAX_UNITS,
    keyWindowMs: 0,
    parseRecipient: parsePhone,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const body = JSON.stringify(bodyOf(part));
        const { fetch } = ports;
        const exchange = await sendRequest({ url, headers, body }, { fetch, signal: limited });
        return resultOfExchange(exchange, WHATSAPP_ANSWERS, ports.clock());
      }),
  };
}

/** The platform has no switch for its own marks, and no mention by name. */
function bodyOf({ to, text, plain }: OutgoingPart) {
  const clean = cleanText(text);
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to,
    type: "text",
    text: { preview_url: false, body: plain ? clean : markdownToPlainText(clean) },
  };
}

/** Meta: decide by `code`, not by the HTTP status, which differs between versions. */
const WHATSAPP_ANSWERS: AnswerRules = {
  name: "WhatsApp",
  read,
  rows: [
    { words: [0, 190, 131005], kind: "credential", code: "unauthorized" },
    { words: [3, 10], kind: "credential", code: "permission_missing" },
    { like: /^2\d\d$/, kind: "credential", code: "permission_missing" },
    {
      words: [33, 368, 131031, 131042, 131045],
      kind: "credential",
      code: "account_restricted",
    },
    { words: [4, 80007, 130429, 131056], kind: "retry", code: "rate_limited" },
    { words: [2, 131000, 131016, 131057, 133004], kind: "retry", code: "server_error" },
    // Meta lifts its spam limit after hours, when the delivery has long been given up.
    { words: [131048], kind: "message", code: "content_refused" },
    { words: [131047, 470], kind: "message", code: "window_closed" },
    { words: [131021, 131026, 131030], kind: "message", code: "recipient_unknown" },
    { words: [130472, 130497, 131049, 131050], kind: "message", code: "recipient_unreachable" },
    { words: [100, 131008, 131009, 131051], kind: "message", code: "request_refused" },
    // A code that is not listed is this message's, whatever the status.
    { status: [400, 401, 403, 404], like: /^\d+$/, kind: "message", code: "request_refused" },
  ],
};

function read({ body }: Answer): AnswerFacts {
  const id = readTextMember(body, "messages", 0, "id");
  const word = readNumber(body, "error", "code");
  return { ...(id !== undefined && { id }), ...(word !== undefined && { word }) };
}
