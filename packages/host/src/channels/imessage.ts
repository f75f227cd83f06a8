// A BlueBubbles server on a Mac → the channel imessage, which sends through Apple's Messages there.
import { readMember, readTextMember } from "@hookwright/base";
import { type Answer, sendRequest } from "@hookwright/node-kit/http";
import { DEFAULTS } from "../generated/host-schema.ts";
import type { ImessageSettings } from "../generated/host-types.ts";
import type { OutgoingPart, SettleResult, UnknownPart } from "../model/channel.ts";
import {
  type ChannelFacts,
  type CreateChannel,
  readSetting,
  readUrl,
} from "./shared/channel-kind.ts";
import { markdownToPlainText } from "./shared/plain-text.ts";
import { cleanText, createRecipientParser } from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { readNumber, refuse, resultOfExchange } from "./shared/send-result.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Credentials**: `url` and `password` of a [BlueBubbles](https://bluebubbles.app) server on a Mac that is signed in to Messages. The server takes the password in the address of each request, so use `https://`, or a network of your own.
 * - **`method`**: `apple-script` (default) needs nothing else on the Mac. `private-api` needs the server's Private API and reports failures sooner.
 * - **`to`**: a phone number with `+` and country code, a mail address, or `chat_guid:<guid>` of a chat as the server lists it, such as `chat_guid:iMessage;+;chat831551415676550949` for a group or `chat_guid:SMS;-;+15550100` for a text message. The server cannot be asked for a chat by `chat_id`.
 * - **Limit**: 4,000 UTF-16 units.
 * - **Markup**: plain text. Messages decides about previews of links: the server has no switch for them.
 * - **Idempotency key**: none. The server forgets `tempGuid` when the call ends.
 * - **Time**: a call may take 130 seconds, because the server answers when the Mac has stored the message, and waits two minutes for that.
 * - **Unknown outcomes are settled.** After a time-out, a broken connection or a crash, the host asks the server for messages from this Mac since then. If the chat has one with the same text, the part is *sent* with its id. If it does not appear within 130 seconds of the send (at least 10 seconds), `host.delivery.unknown` decides. A person who types the same text on the Mac at that time is taken for the host.
 *
 * Tested against a local server built from the source of BlueBubbles 1.9.9, not against a Mac.
 */
export const facts: ChannelFacts = {
  id: "imessage",
  aliases: ["imsg"],
  gatewayRank: 7,
  example: "+15550100",
  callTimeoutMs: 130_000,
  sendsWith: "a BlueBubbles server, by `fetch`",
  settings: {
    description: "iMessage, by a BlueBubbles server on a Mac.",
    required: ["url", "password"],
    properties: {
      url: { secret: "The address of the BlueBubbles server: an http or https address." },
      password: { secret: "The password of the BlueBubbles server." },
      method: {
        description: "How the server sends: by AppleScript, or by its Private API.",
        type: "string",
        enum: ["apple-script", "private-api"],
        default: "apple-script",
        examples: ["apple-script", "private-api"],
      },
    },
    examples: [
      { url: "https://mac.example:1234", password: "${BLUEBUBBLES_PASSWORD}" },
      { url: "${BLUEBUBBLES_URL}", password: { file: "secrets/bluebubbles" } },
    ],
  },
};

/** Messages has no limit of its own; longer texts are hard to read there. */
const MAX_UNITS = 4000;

const DIRECT = "iMessage;-;";

const phoneOrMail = /^(\+[1-9](?:[ .()-]{0,2}\d){6,14})$|^([^\s;:@]{1,64}@[^\s;:@]{1,255})$/;

const parseRecipient = createRecipientParser({
  channel: "imessage",
  forms: [
    { pattern: phoneOrMail, spell: spellAddress },
    { pattern: /^chat_guid:([A-Za-z]{1,20};[+-];[^\s;]{1,255})$/, spell: spellGuid },
  ],
  hint: "Write a phone number with its country code, such as +16505551234, a mail address, or `chat_guid:<guid>` of a chat.",
});

function spellAddress(phone = "", mail = ""): string {
  return phone === "" ? mail.toLowerCase() : `+${phone.replace(/\D/g, "")}`;
}

/** The chat with one person has one spelling, however it was written. */
function spellGuid(guid = ""): string {
  const [, phone, mail] = phoneOrMail.exec(guid.slice(DIRECT.length)) ?? [];
  const isPerson = guid.startsWith(DIRECT) && (phone ?? mail) !== undefined;
  return isPerson ? spellAddress(phone, mail) : `chat_guid:${guid}`;
}

function guidOf(to: string): string {
  return to.startsWith("chat_guid:") ? to.slice("chat_guid:".length) : `${DIRECT}${to}`;
}

export const create: CreateChannel<ImessageSettings> = async (settings, context) => {
  const { method = DEFAULTS["imessage.method"] } = settings;
  const url = readUrl("url", settings.url, context);
  const password = readSetting("password", settings.password, context);
  if (url === undefined || password === undefined) return undefined;
  const { ports } = context;
  const { fetch } = ports;
  const post = (path: string, content: object, { signal, maxBytes }: PostOptions) => {
    const address = new URL(`${url.replace(/\/{1,9}$/, "")}/api/v1/${path}`);
    address.searchParams.set("password", password);
    const headers = { "content-type": "application/json" };
    const request = { url: address, headers, body: JSON.stringify(content) };
    return sendRequest(request, { fetch, signal, ...(maxBytes !== undefined && { maxBytes }) });
  };
  return {
    id: "imessage",
    limit: MAX_UNITS,
    keyWindowMs: 0,
    callTimeoutMs: ports.timeoutMs,
    parseRecipient,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const { key, to } = part;
        const content = { chatGuid: guidOf(to), tempGuid: key, message: textOf(part), method };
        const exchange = await post("message/text", content, { signal: limited });
        return resultOfExchange(exchange, BLUEBUBBLES_ANSWERS, ports.clock());
      }),
    settle: async (part, signal) => {
      const exchange = await post("message/query", questionOf(part), {
        signal,
        maxBytes: MAX_BYTES,
      });
      if (exchange.kind !== "answer" || exchange.status !== 200) return { kind: "unknown" };
      return findPart(exchange, part);
    },
  };
};

interface PostOptions {
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
}

function textOf({ text, plain }: OutgoingPart): string {
  const clean = cleanText(text);
  return plain ? clean : markdownToPlainText(clean);
}

/** The clocks of both machines differ, and Messages may date a message a few seconds early. */
const EARLY_MS = 60_000;

/** Within minutes, one Mac sends fewer messages. */
const MAX_MESSAGES = 500;

/** A message has one or two kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Neither by chat nor by text: newer versions of macOS store the chat `iMessage;-;+1…` as `any;-;+1…`, and the column
 * of the text is empty for sent messages.
 */
function questionOf({ sentAt }: UnknownPart) {
  return {
    with: ["chat"],
    where: [{ statement: "message.is_from_me = :fromMe", args: { fromMe: 1 } }],
    after: Math.max(0, sentAt - EARLY_MS),
    sort: "ASC",
    limit: MAX_MESSAGES,
  };
}

function findPart({ body }: Answer, part: UnknownPart): SettleResult {
  const data = readMember(body, "data");
  const messages = (Array.isArray(data) ? data : []).filter((message) => isPart(message, part));
  const sent = messages.find((message) => readNumber(message, "error") === 0);
  const id = readTextMember(sent, "guid");
  if (id !== undefined) return { kind: "sent", id };
  const [failed] = messages;
  if (failed === undefined) return { kind: "unknown" };
  return refuse("message", codeOfError(readNumber(failed, "error")), BLUEBUBBLES_ANSWERS.name, {
    word: readNumber(failed, "error") ?? 0,
  });
}

function isPart(message: unknown, part: UnknownPart): boolean {
  const guid = readTextMember(message, "guid");
  const text = readTextMember(message, "text");
  const chats = readMember(message, "chats");
  if (guid === undefined || text === undefined || part.otherIds.has(guid)) return false;
  if (readMember(message, "isFromMe") !== true || !Array.isArray(chats)) return false;
  const address = addressOf(guidOf(part.to));
  const isThere = chats.some((chat) => addressOf(readTextMember(chat, "guid") ?? "") === address);
  return isThere && comparable(text) === comparable(textOf(part));
}

/** The last part of a chat's guid: a person, or the name of a group. */
function addressOf(guid: string): string {
  return guid.slice(guid.lastIndexOf(";") + 1).toLowerCase();
}

/** The server trims a text and removes placeholders of attachments. */
function comparable(text: string): string {
  return text.normalize("NFC").replaceAll("\ufffc", "").replace(/\s+/g, " ").trim();
}

/** Apple's own number: the address has no iMessage. */
const NOT_REGISTERED = 22;

function codeOfError(error: number | undefined): "recipient_unreachable" | "request_refused" {
  return error === NOT_REGISTERED ? "recipient_unreachable" : "request_refused";
}

/** An unknown chat is a 500, never a 404. Words that are numbers below 0 are AppleScript's. */
const BLUEBUBBLES_ANSWERS: AnswerRules = {
  name: "BlueBubbles",
  read,
  rows: [
    // The same part is in flight: an earlier call of this host runs on at the server.
    { status: [400], like: /^Message is already queued/, kind: "unknown", code: "platform_unsure" },
    { status: [400], like: /^A 'message' is required/, kind: "message", code: "empty_text" },
    // The server waited two minutes, and the Mac has not shown the message.
    { words: ["no_message"], kind: "unknown", code: "platform_unsure" },
    { words: [NOT_REGISTERED], kind: "message", code: "recipient_unreachable" },
    { like: /^Failed to send message! See attached/, kind: "message", code: "request_refused" },
    // Of the Private API, which may have handed the message to Messages.
    {
      like: /^(?:Failed to send message!.*|Transaction timeout)$/,
      kind: "unknown",
      code: "platform_unsure",
    },
    {
      like: /^iMessage Private API is not enabled!$/,
      kind: "credential",
      code: "permission_missing",
    },
    {
      like: /^iMessage Private API Helper is not connected!$/,
      kind: "retry",
      code: "server_error",
    },
    // AppleEvent timed out; the connection to Messages became invalid: the message may be on its way.
    { words: [-1712, -609], kind: "unknown", code: "platform_unsure" },
    // The Mac does not let the server control Messages.
    { words: [-1743], kind: "credential", code: "permission_missing" },
    // Messages is not running.
    { words: [-600], kind: "retry", code: "server_error" },
    { words: [-1728], kind: "message", code: "recipient_unknown" },
    {
      like: /^Can't use the send message \(fallback\)/,
      kind: "message",
      code: "recipient_unknown",
    },
    // Anything else that Messages says. A fault of the server itself has no sentence here.
    { status: [500], like: /./, kind: "message", code: "request_refused" },
  ],
};

/** The server says what went wrong in a sentence; its errors of AppleScript hold the whole script, with the text. */
function read({ status, body }: Answer): AnswerFacts {
  if (status < 300) {
    const id = readTextMember(body, "data", "guid");
    return id === undefined ? {} : { id };
  }
  const sentence = readTextMember(body, "error", "message");
  if (sentence === undefined || readTextMember(body, "error", "type") === "Server Error") return {};
  const word = readNumber(body, "data", "error") ?? wordOf(body, sentence);
  return { sentence, ...(word !== undefined && { word }) };
}

const APPLE_SCRIPT_ERROR = /\((-\d{1,6})\)\s*$/;

function wordOf(body: unknown, sentence: string): string | number | undefined {
  if (readMember(body, "data") === null) return "no_message";
  // Only at the end, after the script: the text is an event's, and could name any error.
  const [, number] = APPLE_SCRIPT_ERROR.exec(sentence) ?? [];
  return number === undefined ? undefined : Number(number);
}
