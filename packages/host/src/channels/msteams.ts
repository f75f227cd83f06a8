// A bot's id and password → the channel msteams, which sends by the Bot Connector of Microsoft Teams.
import { readTextMember } from "@hookwright/base";
import { createProblem } from "@hookwright/core/problems";
import { type Answer, type Exchange, sendRequest } from "@hookwright/node-kit/http";
import type { MsteamsSettings } from "../generated/host-types.ts";
import type { OutgoingPart, RecipientResult, SendResult } from "../model/channel.ts";
import {
  type ChannelContext,
  type ChannelFacts,
  type ChannelPorts,
  type CreateChannel,
  readSetting,
  readUrl,
} from "./shared/channel-kind.ts";
import {
  asRepeatable,
  createDirectChannels,
  type DirectChannelResult,
} from "./shared/direct-channels.ts";
import { escapeMarkdown } from "./shared/escape-markdown.ts";
import { cleanText, createRecipientParser } from "./shared/recipient.ts";
import type { AnswerFacts, AnswerRules } from "./shared/send-result.ts";
import { readNumber, refuse, resultOfExchange } from "./shared/send-result.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * For one-way messages into a channel or chat without a bot, use a Workflows webhook with the channel [webhook](#webhook).
 *
 * - **Credentials**: `appId` and `appPassword` (client secret) of an Azure Bot, `tenantId` of a single-tenant bot. The token of the login is renewed five minutes before it expires, and once if Teams refuses it.
 * - **`to`**: the id of a conversation (`19:…` or `a:…`, also `conversation:<id>`), or `user:29:…` for a person who has the app, which needs `tenantId`. `:thread:<id>` (or `;messageid=<id>`, as Teams writes it) after a conversation answers in the thread of that message. The ids are in the activities that Teams sends to the bot.
 * - **`serviceUrl`**: where messages go, `https://smba.trafficmanager.net/teams` by default. A conversation can bring its own, as an activity has it: `conversation:<id>;serviceurl=<serviceUrl>`. The token is sent to `smba.trafficmanager.net`, `smba.infra.gcc.teams.microsoft.com`, `smba.infra.gov.teams.microsoft.us` and the server of the setting `serviceUrl`, and nowhere else.
 * - **`loginUrl`**: `https://login.microsoftonline.com` by default, `https://login.microsoftonline.us` for the US government.
 * - **Limit**: 4,000 UTF-16 units.
 * - **Markup**: Markdown. Images (`![…](…)`, `<img`) become text, because Teams would fetch them.
 * - **Mentions** need a list beside the text, which is not sent.
 * - **Idempotency key**: none.
 * - **Incoming messages**: Teams posts them to the bot's messaging endpoint: a mapping with the provider [`microsoft-bot`](providers/microsoft-bot.md).
 *
 * Tested against a local server built from Microsoft's documentation and the types of `botframework-schema`, not against a tenant. Not proved: threads, `user:`, and where Teams says how long to wait after a 429.
 */
export const facts: ChannelFacts = {
  id: "msteams",
  aliases: ["teams"],
  gatewayRank: 8,
  example: "conversation:19:ops",
  sendsWith: "the Bot Connector, by `fetch`",
  settings: {
    description: "Microsoft Teams, by a bot.",
    required: ["appId", "appPassword"],
    properties: {
      appId: {
        description: "The application (client) id of the bot.",
        type: "string",
        pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        examples: ["12345678-1234-1234-1234-123456789012", "87654321-4321-4321-4321-210987654321"],
      },
      appPassword: { secret: "The client secret of the bot." },
      tenantId: {
        description: "The tenant of a single-tenant bot: an id or a domain.",
        type: "string",
        pattern: "^[A-Za-z0-9][A-Za-z0-9.-]{0,254}$",
        examples: ["87654321-4321-4321-4321-210987654321", "contoso.onmicrosoft.com"],
      },
      serviceUrl: { secret: "Where messages go, if an answer's recipient does not say it." },
      loginUrl: { secret: "Where the token comes from: an http or https address." },
    },
    hints: {
      appId:
        "Write the application (client) id of the bot, such as 12345678-1234-1234-1234-123456789012.",
      tenantId: "Write the id of the tenant, or its domain.",
    },
    examples: [
      {
        appId: "12345678-1234-1234-1234-123456789012",
        appPassword: "${TEAMS_APP_PASSWORD}",
        tenantId: "87654321-4321-4321-4321-210987654321",
      },
      {
        appId: "12345678-1234-1234-1234-123456789012",
        appPassword: { file: "secrets/msteams" },
      },
    ],
  },
};

/** The whole activity may have about 80 KB. */
const MAX_UNITS = 4000;

const DEFAULT_SERVICE_URL = "https://smba.trafficmanager.net/teams";

/** A `serviceUrl` comes from the network: attack: its server would get the token. */
const SERVICE_HOSTS: ReadonlySet<string> = new Set([
  "smba.trafficmanager.net",
  "smba.infra.gcc.teams.microsoft.com",
  "smba.infra.gov.teams.microsoft.us",
]);

export const create: CreateChannel<MsteamsSettings> = async (settings, context) => {
  const { appId, tenantId } = settings;
  const appPassword = readSetting("appPassword", settings.appPassword, context);
  const serviceUrl = readAddress("serviceUrl", settings.serviceUrl, DEFAULT_SERVICE_URL, context);
  const loginUrl = readAddress("loginUrl", settings.loginUrl, DEFAULT_LOGIN_URL, context);
  if (appId === undefined || appPassword === undefined) return undefined;
  if (serviceUrl === undefined || loginUrl === undefined) return undefined;
  const { ports } = context;
  const tokens = createTokenSource({ appId, appPassword, tenantId, loginUrl }, ports);
  const direct = createDirectChannels();
  const readReference = createReferenceReader(serviceUrl);
  const resultOf = (exchange: Exchange): SendResult =>
    resultOfExchange(exchange, TEAMS_ANSWERS, ports.clock());

  /** A 401 may mean that the token was revoked, so a new one is tried once. */
  const post = async (url: string, content: object, signal: AbortSignal): Promise<Posted> => {
    const body = JSON.stringify(content);
    for (let tries = 1; ; tries++) {
      const token = await tokens.get(signal);
      if (!token.ok) return token;
      const headers = {
        authorization: `Bearer ${token.token}`,
        "content-type": "application/json",
      };
      const { fetch } = ports;
      const exchange = await sendRequest({ url, headers, body }, { fetch, signal });
      if (tries > 1 || !isTokenRefused(exchange)) return { ok: true, exchange };
      tokens.forget(token.token);
    }
  };

  const open = async (user: string, signal: AbortSignal): Promise<DirectChannelResult> => {
    const content = {
      bot: { id: `28:${appId}` },
      members: [{ id: user }],
      channelData: { tenant: { id: tenantId } },
      tenantId,
      isGroup: false,
    };
    const posted = await post(`${serviceUrl}/v3/conversations`, content, signal);
    if (!posted.ok) return posted;
    const { exchange } = posted;
    const id = exchange.kind === "answer" ? readTextMember(exchange.body, "id") : undefined;
    return id === undefined ? { ok: false, result: resultOf(exchange) } : { ok: true, id };
  };

  return {
    id: "msteams",
    limit: MAX_UNITS,
    keyWindowMs: 0,
    parseRecipient: (to) => parseRecipient(to, { readReference, tenantId }),
    escape: (text, within) =>
      within === "text" ? text : escapeMarkdown(text, { keepsAddresses: true }),
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const reference = readReference(part.to);
        // A stored recipient may name a server of an earlier config.
        if (reference === undefined) return refuse("message", "request_refused", "Teams");
        const found = await direct.resolve(reference.to, (user) => open(user, limited));
        if (!found.ok) return found.result;
        const url = `${reference.serviceUrl}/v3/conversations/${pathOf(found.id)}/activities`;
        const posted = await post(url, activityOf(part), limited);
        return posted.ok ? resultOf(posted.exchange) : posted.result;
      }),
  };
};

function readAddress(
  key: "serviceUrl" | "loginUrl",
  input: MsteamsSettings["serviceUrl"],
  standard: string,
  context: ChannelContext,
): string | undefined {
  if (input === undefined) return standard;
  const url = readUrl(key, input, context)?.replace(/\/{1,9}$/, "");
  if (url === undefined || !/[?#]/.test(url)) return url;
  const hint = "Write the address without ? and #.";
  const path = [...context.path, key];
  const message = `"${key}" has a query or a fragment.`;
  context.report(createProblem("channel_setting_invalid", path, message, { hint }));
  return undefined;
}

function activityOf({ text, plain }: OutgoingPart) {
  const clean = cleanText(text);
  return {
    type: "message",
    text: plain ? clean : breakImages(clean),
    textFormat: plain ? "plain" : "markdown",
  };
}

/** A zero-width space: without it, Teams fetches the image, whose address may hold what a payload asked for. */
function breakImages(text: string): string {
  return text.replace(/!(?=\[)/g, "!\u200b").replace(/<(?=img\b)/gi, "<\u200b");
}

interface Reference {
  /** As `createDirectChannels` takes it. */
  readonly to: string;
  readonly serviceUrl: string;
}

type ReadReference = (to: string) => Reference | undefined;

const SERVICE_URL = ";serviceurl=";

/** A recipient → the conversation and its server; undefined if the server may not get the token. */
function createReferenceReader(serviceUrl: string): ReadReference {
  const own = new URL(serviceUrl).origin;
  return (to) => {
    const [, rest = to, written] = /^(.*?);serviceurl=(.*)$/i.exec(to) ?? [];
    if (written === undefined) return { to: rest, serviceUrl };
    if (!URL.canParse(written) || /[?#@\\]/.test(written)) return undefined;
    const { protocol, host, origin, href } = new URL(written);
    if (origin !== own && !(protocol === "https:" && SERVICE_HOSTS.has(host))) return undefined;
    return { to: rest, serviceUrl: href.replace(/\/{1,9}$/, "") };
  };
}

const THREAD = ":thread:";

const parseReference = createRecipientParser({
  channel: "msteams",
  forms: [
    {
      pattern:
        /^(?:conversation:)?((?:19|a):[^\s;/?#]{1,300}?)(?:(?:;messageid=|:thread:)(\d{1,20}))?$/,
      spell: (id = "", thread = "") =>
        `conversation:${id}${thread === "" ? "" : `${THREAD}${thread}`}`,
    },
    { pattern: /^user:(29:[\w-]{1,300})$/, spell: (id = "") => `user:${id}` },
  ],
  hint: "Write the id of a conversation, such as 19:…@thread.tacv2, with `:thread:<id>` for a thread, or `user:29:…` for a person.",
});

interface RecipientOptions {
  readonly readReference: ReadReference;
  readonly tenantId: string | undefined;
}

function parseRecipient(
  written: string,
  { readReference, tenantId }: RecipientOptions,
): RecipientResult {
  const reference = readReference(written.trim());
  if (reference === undefined) {
    return {
      ok: false,
      hint: "Write a `serviceurl` of Teams, or set `serviceUrl` of the channel to that server.",
    };
  }
  const parsed = parseReference(reference.to);
  if (!parsed.ok) return parsed;
  const isPerson = parsed.to.startsWith("user:");
  if (isPerson && tenantId === undefined) {
    return { ok: false, hint: "Set `tenantId` of the channel, which a new conversation needs." };
  }
  const own = readReference("")?.serviceUrl;
  if (isPerson || reference.serviceUrl === own) return parsed;
  return { ok: true, to: `${parsed.to}${SERVICE_URL}${reference.serviceUrl}` };
}

/** `conversation:<id>:thread:<root>` → the id as Teams writes it, for the path. */
function pathOf(id: string): string {
  const conversation = id.replace(/^conversation:/, "");
  return encodeURIComponent(conversation.replace(THREAD, ";messageid="));
}

type Posted =
  | { readonly ok: true; readonly exchange: Exchange }
  | { readonly ok: false; readonly result: SendResult };

function isTokenRefused(exchange: Exchange): boolean {
  return exchange.kind === "answer" && exchange.status === 401 && read(exchange).word === undefined;
}

const DEFAULT_LOGIN_URL = "https://login.microsoftonline.com";

/** The tenant of bots that are not bound to one. */
const SHARED_TENANT = "botframework.com";

interface Login {
  readonly appId: string;
  readonly appPassword: string;
  readonly tenantId: string | undefined;
  readonly loginUrl: string;
}

type TokenResult =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly result: SendResult };

interface TokenSource {
  /** Calls at the same time share one request. */
  get(signal: AbortSignal): Promise<TokenResult>;
  forget(token: string): void;
}

const RENEW_EARLY_MS = 300_000;

const never = new AbortController().signal;

function createTokenSource(login: Login, ports: ChannelPorts): TokenSource {
  let known: { readonly token: string; readonly until: number } | undefined;
  let pending: Promise<TokenResult> | undefined;

  const load = async (): Promise<TokenResult> => {
    // Other calls wait for it, so that no caller's signal ends it.
    const exchange = await withTimeLimit(ports, never, (signal) =>
      sendRequest(tokenRequest(login), { fetch: ports.fetch, signal }),
    );
    const now = ports.clock();
    if (exchange.kind === "answer" && exchange.status === 200) {
      const token = readTextMember(exchange.body, "access_token");
      const seconds = readNumber(exchange.body, "expires_in") ?? 0;
      if (token !== undefined) {
        known = { token, until: now + seconds * 1_000 - RENEW_EARLY_MS };
        return { ok: true, token };
      }
    }
    // Asking for a token again does no harm.
    return { ok: false, result: asRepeatable(resultOfExchange(exchange, LOGIN_ANSWERS, now)) };
  };

  return {
    get: async (signal) => {
      if (known !== undefined && ports.clock() < known.until) {
        return { ok: true, token: known.token };
      }
      pending ??= load().finally(() => {
        pending = undefined;
      });
      return Promise.race([pending, ended(signal)]);
    },
    forget: (token) => {
      if (known?.token === token) known = undefined;
    },
  };
}

/** Nothing has been sent to Teams yet. */
function ended(signal: AbortSignal): Promise<TokenResult> {
  return new Promise((resolve) => {
    const end = (): void => {
      const code = signal.reason === "timeout" ? "timeout" : "aborted";
      resolve({ ok: false, result: { kind: "retry", code } });
    };
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });
}

function tokenRequest({ appId, appPassword, tenantId = SHARED_TENANT, loginUrl }: Login) {
  const isGovernment = new URL(loginUrl).hostname === "login.microsoftonline.us";
  const audience = `https://api.botframework.${isGovernment ? "us" : "com"}`;
  return {
    url: `${loginUrl}/${tenantId}/oauth2/v2.0/token`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: appId,
      client_secret: appPassword,
      scope: `${audience}/.default`,
    }).toString(),
  };
}

/** A 400 is the bot's settings: an unknown app or tenant. */
const LOGIN_ANSWERS: AnswerRules = {
  name: "Microsoft login",
  read: ({ body }) => {
    const word = readTextMember(body, "error");
    return word === undefined ? {} : { word };
  },
  rows: [
    { words: ["temporarily_unavailable"], kind: "retry", code: "server_error" },
    { status: [400, 401, 403, 404], kind: "credential", code: "unauthorized" },
  ],
};

/** 403 is one person or conversation, never the bot: the code decides. */
const TEAMS_ANSWERS: AnswerRules = {
  name: "Teams",
  read,
  rows: [
    { status: [401], kind: "credential", code: "unauthorized" },
    { words: ["BotNotRegistered"], kind: "credential", code: "unauthorized" },
    { status: [429], kind: "retry", code: "rate_limited" },
    { words: ["Throttled"], kind: "retry", code: "rate_limited" },
    // Documented to be tried again, although 412 is a 4xx. A 502 or 504 without a code is of a server in front.
    { status: [412], kind: "retry", code: "server_error" },
    { words: ["PreconditionFailed", "ServiceError"], kind: "retry", code: "server_error" },
    { status: [502, 504], like: /./, kind: "retry", code: "server_error" },
    {
      words: ["ConversationNotFound", "ActivityNotFoundInConversation"],
      kind: "message",
      code: "recipient_unknown",
    },
    {
      words: ["ConversationBlockedByUser", "BotNotInConversationRoster"],
      kind: "message",
      code: "recipient_unreachable",
    },
    {
      words: ["BotDisabledByAdmin", "MessageWritesBlocked"],
      kind: "message",
      code: "not_permitted",
    },
    { status: [413], kind: "message", code: "too_long" },
    { words: ["MessageSizeTooBig"], kind: "message", code: "too_long" },
  ],
};

function read({ body, status }: Answer): AnswerFacts {
  const id = readTextMember(body, "id");
  if (status < 300) return id === undefined ? {} : { id };
  const word = readTextMember(body, "error", "code") ?? subCodeOf(readTextMember(body, "message"));
  return word === undefined ? {} : { word };
}

/** Some errors are JSON in a text. */
function subCodeOf(text = ""): string | undefined {
  try {
    return readTextMember(JSON.parse(text), "subCode");
  } catch {
    return undefined;
  }
}
