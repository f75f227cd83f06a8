// Telegram's Bot API as a local server, after the source of tdlib/telegram-bot-api.
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

export const TELEGRAM_TOKEN = "123456:telegram-secret-token";
const CHATS = ["-100123", "42", "@news"];
const MAX_CODE_POINTS = 4096;

export function startTelegram(): Promise<FakePlatform> {
  return startFakePlatform(answer);
}

export function refusal(code: number, description: string, parameters?: object): FakeReply {
  return {
    status: code,
    ...(parameters !== undefined &&
      "retry_after" in parameters && {
        headers: { "retry-after": String(parameters.retry_after) },
      }),
    body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
  };
}

function answer({ path, text: raw }: FakeRequest, sequence: number): FakeAnswer {
  const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (token === undefined) return { reply: refusal(404, "Not Found") };
  if (token !== TELEGRAM_TOKEN) return { reply: refusal(401, "Unauthorized") };
  if (method !== "sendMessage") return { reply: refusal(404, "Not Found: method not found") };
  const body = parseJson(raw);
  if (body === undefined)
    return { reply: refusal(400, "Bad Request: strings must be encoded in UTF-8") };
  const to = String(body["chat_id"] ?? "");
  if (!CHATS.includes(to)) return { reply: refusal(400, "Bad Request: chat not found") };
  const parsed =
    body["parse_mode"] === "HTML" ? parseHtml(String(body["text"])) : plain(body["text"]);
  if ("error" in parsed) {
    return { reply: refusal(400, `Bad Request: can't parse entities: ${parsed.error}`) };
  }
  if (parsed.text.trim() === "")
    return { reply: refusal(400, "Bad Request: message text is empty") };
  if ([...parsed.text].length > MAX_CODE_POINTS) {
    return { reply: refusal(400, "Bad Request: message is too long") };
  }
  const preview = body["link_preview_options"] as { is_disabled?: boolean } | undefined;
  const message = {
    id: String(sequence),
    to: body["message_thread_id"] === undefined ? to : `${to}:topic:${body["message_thread_id"]}`,
    text: parsed.text,
    pings: parsed.text.match(/(?<![A-Za-z0-9])@\w+/g) ?? [],
    previews: preview?.is_disabled === true ? [] : findUrls(String(body["text"])),
  };
  const result = {
    message_id: sequence,
    date: 1,
    chat: { id: to, type: "private" },
    text: parsed.text,
  };
  return { reply: { status: 200, body: { ok: true, result } }, message };
}

function plain(text: unknown): { text: string } {
  return { text: String(text) };
}

const TAGS = new Set(["b", "strong", "i", "em", "u", "s", "code", "pre", "a", "blockquote"]);
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** As strict as the server: a tag it does not know, or one that is not closed, refuses the message. */
export function parseHtml(html: string): { readonly text: string } | { readonly error: string } {
  const open: string[] = [];
  let text = "";
  for (const [piece, closing, tag] of html.matchAll(/<(\/?)([^\s>]*)[^>]*>?|[^<]+/g)) {
    const offset = Buffer.byteLength(text);
    if (tag === undefined)
      text += piece.replace(/&(lt|gt|amp|quot);/g, (_, name) => ENTITIES[name] ?? "");
    else if (!TAGS.has(tag))
      return { error: `Unsupported start tag "${tag}" at byte offset ${offset}` };
    else if (closing === "") open.push(tag);
    else if (open.pop() !== tag) return { error: `Unexpected end tag at byte offset ${offset}` };
  }
  const [unclosed] = open;
  if (unclosed === undefined) return { text };
  return { error: `Can't find end tag corresponding to start tag "${unclosed}"` };
}

export const TELEGRAM_CASES: readonly AnswerCase[] = [
  {
    name: "a bad token",
    mark: "●",
    reply: refusal(401, "Unauthorized"),
    result: { kind: "refused", scope: "credential", code: "unauthorized" },
  },
  {
    name: "a malformed token",
    mark: "●",
    reply: refusal(401, "Unauthorized: invalid token specified"),
    result: { kind: "refused", scope: "credential", code: "unauthorized" },
  },
  {
    name: "a path that is none",
    mark: "○",
    reply: refusal(404, "Not Found"),
    result: { kind: "refused", scope: "credential", code: "unauthorized" },
  },
  ...[
    "bot was blocked by the user",
    "user is deactivated",
    "bot was kicked from the group chat",
    "bot was kicked from the supergroup chat",
    "bot is not a member of the channel chat",
    "the group chat was deleted",
  ].map((why) => ({
    name: why,
    mark: "●" as const,
    reply: refusal(403, `Forbidden: ${why}`),
    result: { kind: "refused", scope: "message", code: "recipient_unreachable" },
  })),
  ...["chat not found", "message thread not found", "chat_id is empty"].map((why) => ({
    name: why,
    mark: "●" as const,
    reply: refusal(400, `Bad Request: ${why}`),
    result: { kind: "refused", scope: "message", code: "recipient_unknown" },
  })),
  {
    name: "an upgraded group",
    mark: "●",
    reply: refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", {
      migrate_to_chat_id: -100777,
    }),
    result: {
      kind: "refused",
      scope: "message",
      code: "recipient_moved",
      message: "The group has a new id (Telegram: 400). Write -100777 in `to`.",
    },
  },
  {
    name: "a text that is too long",
    mark: "●",
    reply: refusal(400, "Bad Request: message is too long"),
    result: { kind: "refused", scope: "message", code: "too_long" },
  },
  {
    name: "an empty text",
    mark: "○",
    reply: refusal(400, "Bad Request: message text is empty"),
    result: { kind: "refused", scope: "message", code: "empty_text" },
  },
  {
    name: "bad markup",
    mark: "◆",
    reply: refusal(
      400,
      `Bad Request: can't parse entities: Unsupported start tag "x" at byte offset 5`,
    ),
    result: { kind: "refused", scope: "markup", code: "markup_refused" },
  },
  {
    name: "an unknown word of the server",
    mark: "●",
    reply: refusal(400, "Bad Request: SOME_WORD"),
    result: { kind: "refused", scope: "message", code: "request_refused" },
  },
  {
    name: "a limit of requests",
    mark: "●",
    reply: refusal(429, "Too Many Requests: retry after 7", { retry_after: 7 }),
    result: { kind: "retry", code: "rate_limited", afterMs: 7000 },
  },
  {
    name: "a restart",
    mark: "●",
    reply: refusal(500, "Internal Server Error: restart"),
    result: { kind: "retry", code: "server_error" },
  },
  {
    name: "a message that was deleted at once",
    mark: "●",
    reply: refusal(500, "Internal Server Error: sent message was immediately deleted"),
    result: { kind: "refused", scope: "message", code: "content_refused" },
  },
  {
    name: "a front server's 504",
    mark: "○",
    reply: { status: 504, body: "<html>504</html>" },
    result: { kind: "unknown", code: "gateway_error" },
  },
];
