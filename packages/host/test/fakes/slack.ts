// Slack's Web API as a local server, after its published methods.
import {
  type AnswerCase,
  type FakeAnswer,
  type FakePlatform,
  type FakeReply,
  type FakeRequest,
  findUrls,
  parseJson,
  startFakePlatform,
} from "../../src/testing/fake-platform.ts";

export const SLACK_TOKEN = "xoxb-slack-secret-token";
const CHANNELS = ["C1", "#alerts", "D1"];
const MAX_POSTED = 40_000;

export function startSlack(): Promise<FakePlatform> {
  return startFakePlatform(answer);
}

export function slackError(error: string, more: object = {}): FakeReply {
  return { status: 200, body: { ok: false, error, ...more } };
}

function answer(request: FakeRequest, sequence: number): FakeAnswer {
  const { authorization } = request.headers;
  if (authorization === undefined) return { reply: slackError("not_authed") };
  if (authorization !== `Bearer ${SLACK_TOKEN}`) return { reply: slackError("invalid_auth") };
  const body = readBody(request);
  switch (request.path) {
    case "/api/conversations.open":
      return { reply: openConversation(body["users"]) };
    case "/api/chat.postMessage":
      return post(body, sequence);
    default:
      return { reply: slackError("unknown_method") };
  }
}

function post(body: Readonly<Record<string, unknown>>, sequence: number): FakeAnswer {
  const to = String(body["channel"] ?? "");
  const text = String(body["text"] ?? "");
  if (!CHANNELS.includes(to)) return { reply: slackError("channel_not_found") };
  if (text === "") return { reply: slackError("no_text") };
  const ts = `1503435956.${String(sequence).padStart(6, "0")}`;
  const unfurls = [body["unfurl_links"] ?? true, body["unfurl_media"] ?? true].some(isOn);
  const message = {
    id: `C1:${ts}`,
    to,
    text: show(text),
    pings: findPings(text, body),
    previews: unfurls ? findUrls(text) : [],
  };
  const warning = text.length > MAX_POSTED && {
    response_metadata: { warnings: ["message_truncated"] },
  };
  const reply = { ok: true, channel: "C1", ts, message: { text }, ...warning };
  return { reply: { status: 200, body: reply }, message };
}

/** Commands of the text itself notify whatever `link_names` says. */
function findPings(text: string, body: Readonly<Record<string, unknown>>): readonly string[] {
  const commands = text.match(/<(?:![a-z]+(?:\^\w+)?|@[UW]\w+)(?:\|[^>]*)?>/g) ?? [];
  const linksNames = isOn(body["link_names"]) || body["parse"] === "full";
  return [...commands, ...(linksNames ? (show(text).match(/@\w+/g) ?? []) : [])];
}

/** The client sends a form; Slack takes JSON, too. */
function readBody({ headers, text = "" }: FakeRequest): Readonly<Record<string, unknown>> {
  if (headers["content-type"]?.startsWith("application/json")) return parseJson(text) ?? {};
  return Object.fromEntries(new URLSearchParams(text));
}

function openConversation(users: unknown): FakeReply {
  if (users !== "U1") return slackError("user_not_found");
  return {
    status: 200,
    body: { ok: true, no_op: true, already_open: true, channel: { id: "D1" } },
  };
}

function isOn(value: unknown): boolean {
  return value === true || value === "true";
}

/** What is in the message after mrkdwn's escapes and links. */
function show(text: string): string {
  return text
    .replace(/<(https?:[^|>]*|mailto:[^|>]*)\|([^>]*)>/g, "$2")
    .replace(/<(https?:[^>]*|mailto:[^>]*)>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function cases(
  words: readonly string[],
  mark: AnswerCase["mark"],
  result: AnswerCase["result"],
): readonly AnswerCase[] {
  return words.map((word) => ({ name: word, mark, reply: slackError(word), result }));
}

export const SLACK_CASES: readonly AnswerCase[] = [
  ...cases(
    ["invalid_auth", "not_authed", "token_revoked", "token_expired", "not_allowed_token_type"],
    "◆",
    { kind: "refused", scope: "credential", code: "unauthorized" },
  ),
  ...cases(["org_login_required", "ekm_access_denied", "access_denied"], "◆", {
    kind: "refused",
    scope: "credential",
    code: "unauthorized",
  }),
  ...cases(["account_inactive"], "◆", {
    kind: "refused",
    scope: "credential",
    code: "account_restricted",
  }),
  {
    name: "missing_scope",
    mark: "○",
    reply: slackError("missing_scope", { needed: "chat:write", provided: "users:read" }),
    result: { kind: "refused", scope: "credential", code: "permission_missing" },
  },
  ...cases(
    ["channel_not_found", "user_not_found", "user_not_visible", "users_list_not_supplied"],
    "◆",
    {
      kind: "refused",
      scope: "message",
      code: "recipient_unknown",
    },
  ),
  ...cases(["is_archived", "user_disabled"], "◆", {
    kind: "refused",
    scope: "message",
    code: "recipient_unreachable",
  }),
  ...cases(
    ["not_in_channel", "restricted_action", "restricted_action_read_only_channel", "no_permission"],
    "◆",
    {
      kind: "refused",
      scope: "message",
      code: "not_permitted",
    },
  ),
  ...cases(["msg_too_long"], "◆", { kind: "refused", scope: "message", code: "too_long" }),
  ...cases(["no_text"], "◆", { kind: "refused", scope: "message", code: "empty_text" }),
  ...cases(["too_many_attachments", "invalid_arguments", "a_word_of_next_year"], "◆", {
    kind: "refused",
    scope: "message",
    code: "request_refused",
  }),
  ...cases(["rate_limited", "ratelimited"], "◆", { kind: "retry", code: "rate_limited" }),
  ...cases(["service_unavailable", "team_added_to_org", "request_timeout"], "◆", {
    kind: "retry",
    code: "server_error",
  }),
  ...cases(["internal_error", "fatal_error"], "◆", { kind: "unknown", code: "platform_unsure" }),
  ...cases(["<html>not a word</html>"], "●", { kind: "unknown", code: "no_id" }),
  {
    name: "a 429 with Retry-After",
    mark: "◆",
    reply: {
      status: 429,
      headers: { "retry-after": "30" },
      body: { ok: false, error: "ratelimited" },
    },
    result: { kind: "retry", code: "rate_limited", afterMs: 30_000 },
  },
  {
    name: "a 429 without Retry-After",
    mark: "●",
    reply: { status: 429, body: "" },
    result: { kind: "retry", code: "rate_limited" },
  },
  {
    name: "a 503 in plain text",
    mark: "◆",
    reply: { status: 503, body: "upstream connect error" },
    result: { kind: "retry", code: "server_error" },
  },
];
