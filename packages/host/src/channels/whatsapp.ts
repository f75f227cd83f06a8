// A phone number id and a token → the channel whatsapp, which sends by Meta's Cloud API.

import { readTextMember } from "@hookwright/base";
import { createProblem } from "@hookwright/core/problems";
import { type Answer, sendRequest } from "@hookwright/node-kit/http";
import { DEFAULTS } from "../generated/host-schema.ts";
import type { WhatsappSettings } from "../generated/host-types.ts";
import type { OutgoingPart } from "../model/channel.ts";
import {
  type ChannelContext,
  type ChannelFacts,
  type CreateChannel,
  readBaseUrl,
  readSetting,
} from "./shared/channel-kind.ts";
import { breakMarks, escapeMarkdown } from "./shared/escape-markdown.ts";
import { markdownToPlainText } from "./shared/plain-text.ts";
import { cleanText, createRecipientParser } from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { codeOfWord, readNumber, resultOfExchange } from "./shared/send-result.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Credentials**: `phoneNumberId` and `accessToken` of a number on Meta's Cloud API (a system user's token does not expire). `version` (default `v24.0`) and `baseUrl` (default `https://graph.facebook.com`).
 * - **`to`**: a phone number with country code, `+` optional, spaces and hyphens allowed. No groups.
 * - **Limit**: 4,000 UTF-16 units.
 * - **Markup**: plain text, because WhatsApp's own marks cannot be disabled. Previews are off.
 * - **Idempotency key**: none, so WhatsApp does not recognize a message that is sent again.
 * - **A 200 means accepted, not delivered.** Meta reports later failures by its webhook only, above all 131047: the person last wrote more than 24 hours ago, and only templates may be sent. A mapping with [`undelivered`](routes.md#messages-that-fail-later) makes such a delivery dead.
 */
export const facts: ChannelFacts = {
  id: "whatsapp",
  gatewayRank: 1,
  example: "+15550100",
  sendsWith: "Meta's Cloud API, by `fetch`",
  settings: {
    description: "WhatsApp, by Meta's Cloud API.",
    required: ["phoneNumberId", "accessToken"],
    properties: {
      phoneNumberId: {
        description: "The id of the phone number (digits), which is not the number itself.",
        type: ["string", "number"],
        pattern: "^\\d{5,20}$",
        examples: ["106540352242922", "106540352242923"],
      },
      version: {
        description: "A version of the Graph API.",
        type: "string",
        pattern: "^v\\d{1,3}\\.\\d$",
        default: "v24.0",
        examples: ["v24.0", "v23.0"],
      },
      accessToken: { secret: "A token of a system user." },
    },
    shared: ["baseUrl"],
    hints: {
      phoneNumberId: "Write the id of the phone number (digits), which is not the number itself.",
      version: 'Write a version of the Graph API, such as "v24.0".',
    },
    examples: [
      { phoneNumberId: "106540352242922", accessToken: "${WHATSAPP_TOKEN}" },
      { phoneNumberId: "106540352242922", accessToken: { file: "secrets/whatsapp" } },
    ],
  },
};

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

export const create: CreateChannel<WhatsappSettings> = async (settings, context) => {
  const { version = DEFAULTS["whatsapp.version"] } = settings;
  const phoneNumberId = readPhoneNumberId(settings, context);
  const accessToken = readSetting("accessToken", settings.accessToken, context);
  const baseUrl = readBaseUrl(settings, "https://graph.facebook.com", context);
  if (phoneNumberId === undefined || accessToken === undefined) return undefined;
  if (baseUrl === undefined) return undefined;
  const { ports } = context;
  const url = `${baseUrl}/${version}/${phoneNumberId}/messages`;
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  return {
    id: "whatsapp",
    limit: MAX_UNITS,
    keyWindowMs: 0,
    parseRecipient: parsePhone,
    codeOfFailure: (code) => codeOfWord(Number(code), WHATSAPP_ANSWERS),
    escape: (text, within) =>
      within === "text" ? breakMarks(text) : escapeMarkdown(breakMarks(text)),
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const body = JSON.stringify(bodyOf(part));
        const { fetch } = ports;
        const exchange = await sendRequest({ url, headers, body }, { fetch, signal: limited });
        return resultOfExchange(exchange, WHATSAPP_ANSWERS, ports.clock());
      }),
  };
};

/** It goes into a path. One that is written as a number has no pattern in the schema. */
function readPhoneNumberId(
  { phoneNumberId }: Partial<WhatsappSettings>,
  { path, report }: ChannelContext,
): string | undefined {
  if (phoneNumberId === undefined || /^\d{5,20}$/.test(String(phoneNumberId))) {
    return phoneNumberId === undefined ? undefined : String(phoneNumberId);
  }
  const hint = "Write the id of the phone number (digits), which is not the number itself.";
  const message = '"phoneNumberId" is not the id of a phone number.';
  report(createProblem("channel_setting_invalid", [...path, "phoneNumberId"], message, { hint }));
  return undefined;
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
