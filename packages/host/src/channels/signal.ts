// The address of a signal-cli daemon → the channel signal, which sends by its JSON-RPC.

import { readMember, readTextMember } from "@hookwright/base";
import { type Answer, sendRequest } from "@hookwright/node-kit/http";
import type { SignalSettings } from "../generated/host-types.ts";
import type { OutgoingPart } from "../model/channel.ts";
import { type ChannelFacts, type CreateChannel, readUrl } from "./shared/channel-kind.ts";
import { markdownToPlainText } from "./shared/plain-text.ts";
import { cleanText, createRecipientParser } from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { readNumber, resultOfExchange } from "./shared/send-result.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Settings**: `url` of a daemon of [signal-cli](https://github.com/AsamK/signal-cli) (`signal-cli daemon --http`, at `http://127.0.0.1:8080` by default). `account`, the number or the UUID that sends, if the daemon serves several. The daemon has no password: let it listen on loopback only.
 * - **`to`**: a phone number with country code, `uuid:<uuid>`, `username:<name.12>`, or `group:<id>` (base64, of `signal-cli listGroups`).
 * - **Limit**: 2,000 bytes of UTF-8, beyond which signal-cli sends the text as an attachment.
 * - **Markup**: plain text. Mentions and previews are made by the sender only, and the host makes none.
 * - **Idempotency key**: none. After an internal error (-32603) the result is *unknown*.
 * - **A captcha** that Signal wants pauses the channel; the warning has the command that solves it. An answer to a group is *sent* if it reached at least one member.
 * - **Tested against**: a local server built from the source of signal-cli 0.14.6 and the examples of its manual; not against a real signal-cli, and not proved is what Signal's own servers answer.
 */
export const facts: ChannelFacts = {
  id: "signal",
  gatewayRank: 6,
  example: "+15550100",
  sendsWith: "signal-cli's JSON-RPC, by `fetch`",
  settings: {
    description: "Signal, by a daemon of signal-cli.",
    required: ["url"],
    properties: {
      url: { secret: "Where signal-cli listens: an http or https address, without a path." },
      account: {
        description: "The number or the UUID that sends; needed if the daemon serves several.",
        type: "string",
        pattern: "^(?:\\+[1-9]\\d{6,14}|[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12})$",
        examples: ["+16505550100", "c73c76a0-3b0b-4e1c-9f2b-6f9d6d5c1e11"],
      },
    },
    hints: {
      account: 'Write the number with its country code, such as "+16505550100", or a UUID.',
    },
    examples: [
      { url: "http://127.0.0.1:8080" },
      { url: "http://127.0.0.1:8080", account: "+16505550100" },
    ],
  },
};

/** `MAX_MESSAGE_SIZE_BYTES` of signal-cli. */
const MAX_BYTES = 2000;

const UUID = "[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}";

const parseRecipient = createRecipientParser({
  channel: "signal",
  forms: [
    {
      pattern: /^\+?([1-9](?:[ .()-]{0,2}\d){6,14})$/,
      spell: (digits = "") => `+${digits.replace(/\D/g, "")}`,
    },
    {
      pattern: new RegExp(`^(?:uuid:)?(${UUID})$`),
      spell: (uuid = "") => `uuid:${uuid.toLowerCase()}`,
    },
    {
      pattern: /^(?:username|u):([A-Za-z_]\w{2,31}\.\d{2,9})$/,
      spell: (name = "") => `username:${name.toLowerCase()}`,
    },
    // 16 or 32 bytes.
    { pattern: /^group:([A-Za-z0-9+/]{22})(?:==)?$/, spell: (id = "") => `group:${id}==` },
    { pattern: /^group:([A-Za-z0-9+/]{43})=?$/, spell: (id = "") => `group:${id}=` },
  ],
  hint: "Write a phone number with its country code, such as +16505551234, `uuid:<uuid>`, `username:<name.12>`, or `group:<id>` as `signal-cli listGroups` shows it.",
});

export const create: CreateChannel<SignalSettings> = async (settings, context) => {
  const { account } = settings;
  const url = readUrl("url", settings.url, context)?.replace(/\/{1,9}$/, "");
  if (url === undefined) return undefined;
  const { ports } = context;
  const request = { url: `${url}/api/v1/rpc`, headers: { "content-type": "application/json" } };
  return {
    id: "signal",
    limit: MAX_BYTES,
    // A bullet becomes `•`, which is two bytes longer; all other markup goes.
    measure: (text) => Buffer.byteLength(text) + 2 * (text.match(BULLET)?.length ?? 0),
    keyWindowMs: 0,
    parseRecipient,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const params = { ...(account !== undefined && { account }), ...paramsOf(part) };
        const call = { jsonrpc: "2.0", id: part.key, method: "send", params };
        const body = JSON.stringify(call);
        const { fetch } = ports;
        const exchange = await sendRequest({ ...request, body }, { fetch, signal: limited });
        return resultOfExchange(exchange, SIGNAL_ANSWERS, ports.clock());
      }),
  };
};

const BULLET = /^[ \t]*[-*+][ \t]/gm;

function paramsOf({ to, text, plain }: OutgoingPart) {
  const clean = cleanText(text);
  const message = plain ? clean : markdownToPlainText(clean);
  if (to.startsWith("group:")) return { groupId: to.slice("group:".length), message };
  if (to.startsWith("username:")) return { username: [to.slice("username:".length)], message };
  return { recipient: [to.replace(/^uuid:/, "")], message };
}

/** All errors of a call are a 200 with `error`; other statuses are about the address. */
const SIGNAL_ANSWERS: AnswerRules = {
  name: "Signal",
  read,
  rows: [
    { words: ["captcha", -6], kind: "credential", code: "account_restricted" },
    { words: [-5], kind: "retry", code: "rate_limited" },
    { words: [-4], kind: "message", code: "recipient_unreachable" },
    { words: [-3], kind: "retry", code: "server_error" },
    { words: [-32600, -32601, -32602], kind: "credential", code: "settings_refused" },
    { words: [-32603], kind: "unknown", code: "platform_unsure" },
    // Nobody got the message, and for some the reason may pass.
    { words: [-1], like: /RATE_LIMIT_FAILURE/, kind: "retry", code: "rate_limited" },
    { words: [-1], like: /NETWORK_FAILURE/, kind: "retry", code: "server_error" },
    {
      words: [-1],
      like: /^(?:Group not found|Invalid group id|Invalid phone number|No recipients)|is not registered\.$|UNREGISTERED_FAILURE/,
      kind: "message",
      code: "recipient_unknown",
    },
    {
      words: [-1],
      like: /^User is not (?:a member in|allowed to send)/,
      kind: "message",
      code: "not_permitted",
    },
    { words: [-1], like: /^Sending empty message/, kind: "message", code: "empty_text" },
    {
      words: [-1],
      like: /IDENTITY_FAILURE|INVALID_PRE_KEY_FAILURE/,
      kind: "message",
      code: "recipient_unreachable",
    },
    { status: [404, 405, 415, 421], kind: "credential", code: "settings_refused" },
  ],
};

function read({ status, body }: Answer): AnswerFacts {
  const timestamp = readNumber(body, "result", "timestamp");
  if (timestamp !== undefined) return { id: String(timestamp) };
  const code = readNumber(body, "error", "code");
  if (code === undefined) return status < 300 ? {} : { word: status, hint: hintOfStatus(status) };
  const results = readMember(body, "error", "data", "response", "results");
  const list: readonly unknown[] = Array.isArray(results) ? results : [];
  const types = list.map((one) => readTextMember(one, "type") ?? "").join(" ");
  const waits = list.map((one) => readNumber(one, "retryAfterSeconds") ?? 0);
  const token = list.map((one) => readTextMember(one, "token")).find((one) => one !== undefined);
  const hint = token === undefined ? HINTS.get(code) : captchaHint(token);
  return {
    word: token === undefined ? code : "captcha",
    sentence: types === "" ? (readTextMember(body, "error", "message") ?? "") : types,
    wait: Math.max(0, ...waits),
    ...(hint !== undefined && { hint }),
  };
}

const HINTS: ReadonlyMap<number, string> = new Map([
  [
    -4,
    "The safety number has changed: compare it with the person, run `signal-cli trust`, and send again.",
  ],
  [
    -6,
    "Signal refused the captcha: solve another one with `signal-cli submitRateLimitChallenge`, and reload.",
  ],
  [-32602, "Write an account that `signal-cli listAccounts` shows into `account`, and reload."],
]);

/** The token is of use only with the account's own signal-cli. */
function captchaHint(token: string): string {
  const challenge = /^[\w-]{1,100}$/.test(token) ? token : "TOKEN";
  return `Signal wants a captcha: solve one at https://signalcaptchas.org/challenge/generate.html, run \`signal-cli submitRateLimitChallenge --challenge ${challenge} --captcha CAPTCHA\`, and reload.`;
}

function hintOfStatus(status: number): string {
  if (status !== 421)
    return "Write the address of signal-cli's daemon without a path into `url`, such as http://127.0.0.1:8080, and reload.";
  return "signal-cli answers only to the name and port that it listens on: write the address of its option `--http` into `url`, and reload.";
}
