// The services that the channel webhook has presets for, each built from its sources or its published API.
import {
  type AnswerCase,
  type FakeAnswer,
  type FakePlatform,
  type FakeReply,
  type FakeRequest,
  parseJson,
  startFakePlatform,
} from "../../src/testing/fake-platform.ts";

export interface WebhookService {
  readonly start: () => Promise<FakePlatform>;
  /** What the address has after the origin. */
  readonly path: string;
  readonly token?: string;
  readonly to: string;
  readonly cases: readonly AnswerCase[];
}

const NOTHING = { pings: [], previews: [] } as const;

const refused = (scope: string, code: string) => ({ kind: "refused", scope, code });

/** binwiederhier/ntfy: `handlePublishInternal`, `handleBodyAsTextMessage`, errors.go. A topic that asks for a token. */
const ntfy: WebhookService = {
  path: "/alerts",
  token: "tk_secret-of-ntfy",
  to: "phone",
  start: () =>
    startFakePlatform(({ method, path, headers, bytes, text }, sequence): FakeAnswer => {
      if (!/^\/[-_A-Za-z0-9]{1,64}$/.test(path) || !["POST", "PUT"].includes(method)) {
        return { reply: ntfyError(404, 40401, "page not found") };
      }
      if (headers.authorization === undefined) {
        return { reply: ntfyError(403, 40301, "forbidden") };
      }
      if (headers.authorization !== `Bearer ${ntfy.token}`) {
        return { reply: ntfyError(401, 40101, "unauthorized") };
      }
      // Not an error: a text that is too long becomes a file.
      const isFile = bytes.length > 4_096 || text === undefined;
      const shown = isFile ? "You received a file: attachment.txt" : text.trim() || "triggered";
      const id = `ntfy${String(sequence).padStart(8, "0")}`;
      const body = { id, time: 1, event: "message", topic: path.slice(1), message: shown };
      return {
        reply: { status: 200, body },
        message: { id, to: path.slice(1), text: shown, ...NOTHING },
      };
    }),
  cases: [
    {
      name: "a topic that the token may not write to",
      mark: "●",
      reply: ntfyError(403, 40301, "forbidden"),
      result: refused("credential", "permission_missing"),
    },
    {
      name: "a used-up quota of messages",
      mark: "●",
      reply: ntfyError(429, 42908, "limit reached: daily message quota reached"),
      result: { kind: "retry", code: "rate_limited" },
    },
    {
      name: "an attachment that is too large",
      mark: "●",
      reply: ntfyError(413, 41301, "attachment too large, or bandwidth limit reached"),
      result: refused("message", "request_refused"),
    },
  ],
};

function ntfyError(http: number, code: number, error: string): FakeReply {
  return { status: http, body: { code, http, error, link: "https://ntfy.sh/docs/publish/" } };
}

/** gotify/server: api/message.go, auth/authentication.go, model/error.go. */
const gotify: WebhookService = {
  path: "/message",
  token: "Asecret-of-gotify",
  to: "phone",
  start: () =>
    startFakePlatform(({ path, headers, text }, sequence): FakeAnswer => {
      if (path !== "/message") return { reply: gotifyError(404, "page not found") };
      if (headers["x-gotify-key"] !== gotify.token) {
        return { reply: gotifyError(401, "you need to provide a valid access token") };
      }
      const message = parseJson(text)?.["message"];
      if (typeof message !== "string" || message === "") {
        return { reply: gotifyError(400, "Field 'message' is required") };
      }
      const body = { id: sequence, appid: 5, message, title: "app", priority: 5, date: "2026" };
      return {
        reply: { status: 200, body },
        message: { id: String(sequence), to: "app", text: message, ...NOTHING },
      };
    }),
  cases: [
    {
      name: "a token that is not the application's",
      mark: "●",
      reply: gotifyError(401, "you need to provide a valid access token"),
      result: refused("credential", "unauthorized"),
    },
    {
      name: "a token that may not create messages",
      mark: "●",
      reply: gotifyError(403, "you are not allowed to access this api"),
      result: refused("credential", "permission_missing"),
    },
    {
      name: "a message without a text",
      mark: "●",
      reply: gotifyError(400, "Field 'message' is required"),
      result: refused("message", "request_refused"),
    },
  ],
};

function gotifyError(errorCode: number, errorDescription: string): FakeReply {
  return { status: errorCode, body: { error: "Error", errorCode, errorDescription } };
}

/** developers.google.com/workspace/chat: spaces.messages.create, format-messages, limits. */
const googlechat: WebhookService = {
  path: "/v1/spaces/AAAA/messages?key=k&token=secret-of-the-space",
  to: "space",
  start: () =>
    startFakePlatform(({ path, bytes, text: raw }, sequence): FakeAnswer => {
      if (path !== googlechat.path) return { reply: chatError(403, "PERMISSION_DENIED") };
      const text = parseJson(raw)?.["text"];
      if (typeof text !== "string" || text === "" || bytes.length > 32_000) {
        return { reply: chatError(400, "INVALID_ARGUMENT") };
      }
      const name = `spaces/AAAA/messages/${sequence}.${sequence}`;
      const pings = text.match(/<users\/[^>]+>/g) ?? [];
      const shown = text.replace(/<([^<>|\s]+)\|([^<>]*)>/g, "$2");
      return {
        reply: { status: 200, body: { name, text, space: { name: "spaces/AAAA" } } },
        message: { id: name, to: "space", text: shown, pings, previews: [] },
      };
    }),
  cases: [
    {
      name: "an address that is not the space's",
      mark: "◆",
      reply: chatError(403, "PERMISSION_DENIED"),
      result: refused("credential", "unauthorized"),
    },
    {
      name: "a webhook that was removed",
      mark: "◆",
      reply: chatError(404, "NOT_FOUND"),
      result: refused("credential", "unauthorized"),
    },
    {
      name: "more than one message a second",
      mark: "◆",
      reply: chatError(429, "RESOURCE_EXHAUSTED"),
      result: { kind: "retry", code: "rate_limited" },
    },
    {
      name: "a message that is refused",
      mark: "◆",
      reply: chatError(400, "INVALID_ARGUMENT"),
      result: refused("message", "request_refused"),
    },
  ],
};

function chatError(code: number, status: string): FakeReply {
  return { status: code, body: { error: { code, status, message: "Refused." } } };
}

/** learn.microsoft.com: the trigger "When a Teams webhook request is received", and Adaptive Cards. */
const teams: WebhookService = {
  path: "/workflows/w1/triggers/manual/paths/invoke?api-version=2016-06-01&sig=secret-of-the-flow",
  to: "channel",
  start: () =>
    startFakePlatform(({ path, headers, bytes, text: raw }): FakeAnswer => {
      if (path !== teams.path) return { reply: teamsError(401, "DirectApiAuthorizationRequired") };
      if (bytes.length > 28_000) return { reply: { status: 413, body: "" } };
      const card = parseJson(raw) as unknown as TeamsMessage | undefined;
      const content = card?.attachments?.[0];
      const block = content?.content?.body?.[0];
      if (
        card?.type !== "message" ||
        content?.contentType !== "application/vnd.microsoft.card.adaptive" ||
        content.content?.type !== "AdaptiveCard" ||
        block?.type !== "TextBlock" ||
        typeof block.text !== "string"
      ) {
        return { reply: teamsError(400, "TriggerInputSchemaMismatch") };
      }
      const message = { id: keyOf(headers), to: "channel", text: block.text, ...NOTHING };
      return { reply: { status: 202, body: "" }, message };
    }),
  cases: [
    {
      name: "an address whose signature is wrong",
      mark: "◆",
      reply: teamsError(401, "DirectApiAuthorizationRequired"),
      result: refused("credential", "unauthorized"),
    },
    {
      name: "a workflow that was removed",
      mark: "◆",
      reply: teamsError(404, "WorkflowNotFound"),
      result: refused("credential", "unauthorized"),
    },
    {
      name: "a card that does not fit the trigger",
      mark: "◆",
      reply: teamsError(400, "TriggerInputSchemaMismatch"),
      result: refused("message", "request_refused"),
    },
    {
      name: "a limit, with a wait",
      mark: "◆",
      reply: { status: 429, headers: { "retry-after": "12" }, body: "" },
      result: { kind: "retry", code: "rate_limited", afterMs: 12_000 },
    },
  ],
};

interface TeamsMessage {
  readonly type?: unknown;
  readonly attachments?: readonly {
    readonly contentType?: unknown;
    readonly content?: {
      readonly type?: unknown;
      readonly body?: readonly { readonly type?: unknown; readonly text?: unknown }[];
    };
  }[];
}

function teamsError(status: number, code: string): FakeReply {
  return { status, body: { error: { code, message: "Refused." } } };
}

/** pushover.net/api. The sentences of errors are those of its examples. */
const pushover: WebhookService = {
  path: "/1/messages.json",
  token: "azsecretofpushover",
  to: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
  start: () =>
    startFakePlatform(({ text: raw }, sequence): FakeAnswer => {
      const body = parseJson(raw);
      const message = body?.["message"];
      if (body?.["token"] !== pushover.token) {
        return { reply: pushoverError("application token is invalid") };
      }
      if (body?.["user"] !== pushover.to) {
        return { reply: pushoverError("user identifier is not a valid user, group, or device") };
      }
      if (typeof message !== "string" || message === "" || [...message].length > 1_024) {
        return { reply: pushoverError("message cannot be blank") };
      }
      const id = `request-${sequence}`;
      return {
        reply: { status: 200, body: { status: 1, request: id } },
        message: { id, to: pushover.to, text: message, ...NOTHING },
      };
    }),
  cases: [
    {
      name: "an application's token that is wrong",
      mark: "◆",
      reply: pushoverError("application token is invalid"),
      result: refused("credential", "unauthorized"),
    },
    {
      name: "a key of a user that is wrong",
      mark: "◆",
      reply: pushoverError("user identifier is not a valid user, group, or device"),
      result: refused("message", "recipient_unknown"),
    },
    {
      name: "a message that is blank",
      mark: "◆",
      reply: pushoverError("message cannot be blank"),
      result: refused("message", "request_refused"),
    },
    {
      name: "a used-up quota of the month",
      mark: "◆",
      reply: { status: 429, body: { status: 0, errors: ["application is over its quota"] } },
      result: { kind: "retry", code: "rate_limited" },
    },
  ],
};

function pushoverError(error: string): FakeReply {
  return { status: 400, body: { status: 0, request: "request-0", errors: [error] } };
}

/** home-assistant/core: components/webhook answers 200 to what it does not know, so that ids cannot be found out. */
const homeassistant: WebhookService = {
  path: "/api/webhook/secret-id",
  to: "home",
  start: () =>
    startFakePlatform(({ path, headers, text: raw }): FakeAnswer => {
      const reply = { status: 200, body: "" };
      const body = parseJson(raw);
      if (path !== homeassistant.path || body === undefined) return { reply };
      const [text, to] = [String(body["message"]), String(body["to"])];
      return { reply, message: { id: keyOf(headers), to, text, ...NOTHING } };
    }),
  cases: [
    {
      name: "an address that no automation has",
      mark: "●",
      reply: { status: 200, body: "" },
      result: { kind: "sent", id: "delivery-1/1" },
    },
    {
      name: "a method that the automation does not take",
      mark: "●",
      reply: { status: 405, body: "" },
      result: refused("message", "request_refused"),
    },
  ],
};

/** The answer has no id, so the channel reports the key. */
function keyOf(headers: FakeRequest["headers"]): string {
  return String(headers["idempotency-key"]);
}

export const WEBHOOK_SERVICES = { ntfy, gotify, googlechat, teams, pushover, homeassistant };
