// Discord's API v10 as a local server, after discord-api-docs.
import {
  type AnswerCase,
  type FakeAnswer,
  type FakeMessage,
  type FakePlatform,
  type FakeReply,
  type FakeRequest,
  findUrls,
  parseJson,
  startFakePlatform,
} from "../../src/testing/fake-platform.ts";

export const DISCORD_TOKEN = "discord-secret-token";
export const DISCORD_CHANNEL = "123456789012345678";
export const DISCORD_USER = "223456789012345678";
const DIRECT_CHANNEL = "323456789012345678";
const MAX_CODE_POINTS = 2000;
const NONCE_MS = 180_000;

export interface DiscordFakeOptions {
  /** Milliseconds: what the window of nonces is measured by. */
  readonly clock?: () => number;
}

export function startDiscord({ clock = () => 0 }: DiscordFakeOptions = {}): Promise<FakePlatform> {
  const seen = new Map<string, { readonly at: number; readonly message: FakeMessage }>();
  return startFakePlatform((request, sequence) => {
    const refused = checkRequest(request);
    if (refused !== undefined) return { reply: refused };
    const body = parseJson(request.text);
    if (body === undefined)
      return { reply: discordError(400, 50109, "The request body contains invalid JSON.") };
    if (request.path === "/api/v10/users/@me/channels")
      return { reply: openChannel(body["recipient_id"]) };
    const [, channel = ""] = /^\/api\/v10\/channels\/(\d+)\/messages$/.exec(request.path) ?? [];
    if (![DISCORD_CHANNEL, DIRECT_CHANNEL].includes(channel)) {
      return { reply: discordError(404, 10003, "Unknown Channel") };
    }
    const nonce = String(body["nonce"] ?? "");
    const first = seen.get(nonce);
    if (body["enforce_nonce"] === true && first !== undefined && clock() - first.at < NONCE_MS) {
      return { reply: messageReply(first.message) };
    }
    const accepted = post(body, channel, sequence);
    if (accepted.message !== undefined) seen.set(nonce, { at: clock(), message: accepted.message });
    return accepted;
  });
}

export function discordError(
  status: number,
  code: number,
  message: string,
  errors?: object,
): FakeReply {
  return { status, body: { message, code, ...(errors && { errors }) } };
}

function checkRequest({ headers }: FakeRequest): FakeReply | undefined {
  if (headers.authorization !== `Bot ${DISCORD_TOKEN}`)
    return discordError(401, 0, "401: Unauthorized");
  if (!/^DiscordBot \(\S+, \S+\)/.test(headers["user-agent"] ?? "")) {
    return { status: 403, body: "error code: 1010" };
  }
  return undefined;
}

function openChannel(user: unknown): FakeReply {
  if (user !== DISCORD_USER) return discordError(400, 50035, "Invalid Form Body");
  return { status: 200, body: { id: DIRECT_CHANNEL, type: 1 } };
}

function post(
  body: Readonly<Record<string, unknown>>,
  channel: string,
  sequence: number,
): FakeAnswer {
  const content = String(body["content"] ?? "");
  const nonce = String(body["nonce"] ?? "");
  if (nonce.length > 25) return { reply: tooLong("nonce") };
  if ([...content].length > MAX_CODE_POINTS) return { reply: tooLong("content") };
  if (content.trim() === "")
    return { reply: discordError(400, 50006, "Cannot send an empty message") };
  const allowed = body["allowed_mentions"] as { parse?: readonly string[] } | undefined;
  const message = {
    id: `1${String(sequence).padStart(17, "0")}`,
    to: channel,
    text: content,
    key: nonce,
    pings:
      allowed?.parse?.length === 0 ? [] : (content.match(/@everyone|@here|<@[!&]?\d+>/g) ?? []),
    previews: (Number(body["flags"] ?? 0) & 4) === 4 ? [] : findUrls(content),
  };
  return { reply: messageReply(message), message };
}

function messageReply({ id, text, key }: FakeMessage): FakeReply {
  return { status: 200, body: { id, channel_id: DISCORD_CHANNEL, content: text, nonce: key } };
}

function tooLong(field: string): FakeReply {
  return discordError(400, 50035, "Invalid Form Body", {
    [field]: {
      _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 2000 or fewer in length." }],
    },
  });
}

function final(code: number, status: number, name: string, expected: string): AnswerCase {
  return {
    name,
    // The codes are documented, the statuses that go with them are not.
    mark: "◆",
    reply: discordError(status, code, name),
    result: { kind: "refused", scope: "message", code: expected },
  };
}

function limited(body: object, headers: Readonly<Record<string, string>>): FakeReply {
  return {
    status: 429,
    headers,
    body: { message: "You are being rate limited.", global: false, ...body },
  };
}

export const DISCORD_CASES: readonly AnswerCase[] = [
  {
    name: "a bad token",
    mark: "◆",
    reply: discordError(401, 0, "401: Unauthorized"),
    result: { kind: "refused", scope: "credential", code: "unauthorized" },
  },
  final(50001, 403, "Missing Access", "not_permitted"),
  final(50013, 403, "Missing Permissions", "not_permitted"),
  final(50009, 403, "Channel verification level is too high", "not_permitted"),
  final(50007, 403, "Cannot send messages to this user", "recipient_unreachable"),
  final(50278, 403, "No mutual guilds", "recipient_unreachable"),
  final(10003, 404, "Unknown Channel", "recipient_unknown"),
  final(10013, 404, "Unknown User", "recipient_unknown"),
  final(50006, 400, "Cannot send an empty message", "empty_text"),
  final(50109, 400, "Invalid JSON", "request_refused"),
  final(200000, 400, "Blocked by AutoMod", "content_refused"),
  final(240000, 400, "Harmful link", "content_refused"),
  {
    name: "a text that is too long",
    mark: "◆",
    reply: tooLong("content"),
    result: { kind: "refused", scope: "message", code: "too_long" },
  },
  {
    name: "an overload",
    mark: "◆",
    reply: discordError(400, 130000, "API resource is currently overloaded"),
    result: { kind: "retry", code: "server_error" },
  },
  {
    name: "a limit of requests, with decimals in the body",
    mark: "◆",
    reply: limited(
      { retry_after: 64.57 },
      {
        "retry-after": "65",
        "x-ratelimit-limit": "5",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset-after": "64.57",
        "x-ratelimit-bucket": "abcd1234",
        "x-ratelimit-scope": "user",
      },
    ),
    result: { kind: "retry", code: "rate_limited", afterMs: 64_570 },
  },
  {
    name: "the global limit",
    mark: "◆",
    reply: limited(
      { retry_after: 3, global: true },
      { "retry-after": "3", "x-ratelimit-global": "true" },
    ),
    result: { kind: "retry", code: "rate_limited", afterMs: 3000 },
  },
  {
    name: "slow mode",
    mark: "◆",
    reply: limited({ retry_after: 9.5, code: 20016 }, { "retry-after": "10" }),
    result: { kind: "retry", code: "rate_limited", afterMs: 9500 },
  },
  {
    name: "a 429 of the front server, without JSON",
    mark: "◆",
    reply: { status: 429, headers: { "retry-after": "1200" }, body: "error code: 1015" },
    result: { kind: "retry", code: "rate_limited", afterMs: 1_200_000 },
  },
  {
    name: "a 500 without JSON",
    mark: "●",
    reply: { status: 500, body: "" },
    result: { kind: "retry", code: "server_error" },
  },
];
