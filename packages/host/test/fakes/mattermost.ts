// Mattermost's REST API v4 as a local server, after the server's source (api4/post.go, app/post.go,
// app/mention_parser_standard.go, app/ratelimit.go).
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

export const MATTERMOST_TOKEN = "mattermost-secret-token";
const idOf = (name: string): string => name.padEnd(26, "0");
export const MATTERMOST_CHANNEL = idOf("channel");
export const MATTERMOST_ARCHIVED = idOf("archived");
export const MATTERMOST_DIRECT = idOf("direct");
export const MATTERMOST_ROOT = idOf("root");
export const MATTERMOST_USER = idOf("ann");
const BOT = idOf("bot");
const USERS: Readonly<Record<string, string>> = { ann: MATTERMOST_USER, bot: BOT };
const MAX_CODE_POINTS = 16_383;
const PENDING_ID_MS = 30_000;

interface MattermostFakeOptions {
  /** Milliseconds: what the window of pending post ids is measured by. */
  readonly clock?: () => number;
  /** How long a post is being saved; the first request is answered at once all the same. */
  readonly savingMs?: number;
}

export function startMattermost({
  clock = () => 0,
  savingMs = 0,
}: MattermostFakeOptions = {}): Promise<FakePlatform> {
  // Of all users together, as the server's.
  const seen = new Map<string, { readonly at: number; readonly reply: FakeReply }>();
  /** Before a post is made: what the server says of one with this id. */
  const repeated = (pendingId: string): FakeReply | undefined => {
    const first = seen.get(pendingId);
    const age = clock() - (first?.at ?? 0);
    if (first === undefined || age >= savingMs + PENDING_ID_MS) return undefined;
    if (age >= savingMs) return first.reply;
    return mattermostError(500, "api.post.deduplicate_create_post.pending");
  };
  return startFakePlatform((request, sequence) => {
    if (!isAuthorized(request))
      return { reply: mattermostError(401, "api.context.session_expired.app_error") };
    if (request.path !== "/api/v4/posts") return { reply: lookUp(request) };
    const body = parseJson(request.text);
    if (body === undefined)
      return { reply: mattermostError(400, "api.context.invalid_body_param.app_error") };
    const pendingId = String(body["pending_post_id"] ?? "");
    const early = checkChannel(body["channel_id"]) ?? repeated(pendingId);
    if (early !== undefined) return { reply: early };
    const answer = post(body, sequence);
    // A post that is refused is forgotten.
    if (answer.message !== undefined && pendingId !== "")
      seen.set(pendingId, { at: clock(), reply: answer.reply });
    return answer;
  });
}

/** The server's own client writes `BEARER`. */
function isAuthorized({ headers: { authorization = "" } }: FakeRequest): boolean {
  return authorization.replace(/^bearer /i, "") === MATTERMOST_TOKEN;
}

export function mattermostError(status: number, id: string): FakeReply {
  const body = { id, message: "An error", detailed_error: "", request_id: idOf("request") };
  return { status, body: { ...body, status_code: status } };
}

/** What Go's `http.Error` writes. */
export function mattermostLimit(wait: string | undefined): FakeReply {
  return {
    status: 429,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "x-ratelimit-limit": "101",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "11",
      ...(wait !== undefined && { "retry-after": wait }),
    },
    body: "limit exceeded\n",
  };
}

function lookUp({ method, path, text }: FakeRequest): FakeReply {
  if (method === "GET" && path === "/api/v4/users/me")
    return { status: 200, body: { id: BOT, username: "bot", is_bot: true } };
  const [, name] = /^\/api\/v4\/users\/username\/([\w.-]+)$/.exec(path) ?? [];
  if (method === "GET" && name !== undefined) {
    const id = USERS[name];
    if (id === undefined) return mattermostError(404, "app.user.missing_account.const");
    return { status: 200, body: { id, username: name } };
  }
  if (method !== "POST" || path !== "/api/v4/channels/direct")
    return mattermostError(404, "api.context.404.app_error");
  const ids = JSON.parse(text ?? "null") as readonly string[];
  if (!ids.every((id) => Object.values(USERS).includes(id)))
    return mattermostError(400, "api.channel.create_direct_channel.invalid_user.app_error");
  if (!ids.includes(BOT)) return mattermostError(403, "api.context.permissions.app_error");
  return { status: 201, body: { id: MATTERMOST_DIRECT, type: "D", name: ids.join("__") } };
}

/** The permission is checked before the channel is looked up. */
function checkChannel(channel: unknown): FakeReply | undefined {
  if (channel === MATTERMOST_ARCHIVED)
    return mattermostError(400, "api.post.create_post.can_not_post_to_deleted.error");
  if (channel === MATTERMOST_CHANNEL || channel === MATTERMOST_DIRECT) return undefined;
  return mattermostError(403, "api.context.permissions.app_error");
}

function post(body: Readonly<Record<string, unknown>>, sequence: number): FakeAnswer {
  const text = String(body["message"] ?? "");
  const root = String(body["root_id"] ?? "");
  if (root !== "" && root !== MATTERMOST_ROOT)
    return { reply: mattermostError(400, "api.post.create_post.root_id.app_error") };
  if (root !== "" && body["channel_id"] !== MATTERMOST_CHANNEL)
    return { reply: mattermostError(400, "api.post.create_post.channel_root_id.app_error") };
  if ([...text].length > MAX_CODE_POINTS)
    return { reply: mattermostError(400, "model.post.is_valid.message_length.app_error") };
  const props = body["props"] as Readonly<Record<string, unknown>> | undefined;
  const message = {
    id: `post${String(sequence).padStart(22, "0")}`,
    to: String(body["channel_id"]),
    text,
    key: String(body["pending_post_id"] ?? ""),
    pings: findPings(text),
    previews: props?.["unsafe_links"] === "true" ? [] : findUrls(text),
  };
  const { id, key: pending_post_id, to: channel_id } = message;
  const saved = { id, channel_id, root_id: root, user_id: BOT, message: text, pending_post_id };
  return { reply: { status: 201, body: saved }, message };
}

const PEOPLE = ["@all", "@channel", "@here", "@ann", "@ops-team"];

/** Stricter than the server, which leaves out code. */
function findPings(text: string): readonly string[] {
  const shown = text
    .replace(/&#(\d{1,7});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#[xX]([\dA-Fa-f]{1,6});/g, (_, code) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll("&commat;", "@")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "");
  return shown.split(/[^:.\-_@\p{L}\p{N}]+/u).flatMap((raw) => {
    const word = raw.replace(/^[:.\-_]+/, "");
    const whole = [word, word.replace(/[.\-:_]+$/, "")].find((one) => isPerson(one));
    if (whole !== undefined) return [whole];
    return word.startsWith("@") ? [] : word.split(/[.\-:]/).filter((one) => isPerson(one));
  });
}

function isPerson(word: string): boolean {
  return PEOPLE.includes(word.toLowerCase());
}

function final(name: string, status: number, id: string, code: string): AnswerCase {
  const result = { kind: "refused", scope: "message", code };
  return { name, mark: "●", reply: mattermostError(status, id), result };
}

function credential(name: string, reply: FakeReply, code: string): AnswerCase {
  return { name, mark: "●", reply, result: { kind: "refused", scope: "credential", code } };
}

function fault(status: number, id: string): AnswerCase {
  const result = { kind: "retry", code: "server_error" };
  return { name: `${status} ${id}`, mark: "●", reply: mattermostError(status, id), result };
}

export const MATTERMOST_CASES: readonly AnswerCase[] = [
  credential(
    "a bad token",
    mattermostError(401, "api.context.session_expired.app_error"),
    "unauthorized",
  ),
  credential(
    "an account without the second factor that the server demands",
    mattermostError(403, "api.context.mfa_required.app_error"),
    "account_restricted",
  ),
  credential(
    "a path that the server does not have",
    mattermostError(404, "api.context.404.app_error"),
    "settings_refused",
  ),
  credential(
    "a 404 of another server",
    { status: 404, headers: { "content-type": "text/html" }, body: "<h1>404 Not Found</h1>" },
    "settings_refused",
  ),
  final(
    "a channel that the bot is not in, or that does not exist",
    403,
    "api.context.permissions.app_error",
    "not_permitted",
  ),
  final(
    "a person of another server",
    403,
    "api.channel.create_channel.direct_channel.remote_restricted.app_error",
    "not_permitted",
  ),
  final(
    "an unknown channel, with the token of an administrator",
    400,
    "api.context.invalid_param.app_error",
    "recipient_unknown",
  ),
  final(
    "an archived channel",
    400,
    "api.post.create_post.can_not_post_to_deleted.error",
    "recipient_unreachable",
  ),
  final(
    "a person in no common team",
    400,
    "api.post.create_post.can_not_post_in_restricted_dm.error",
    "recipient_unreachable",
  ),
  final("a post that is gone", 400, "api.post.create_post.root_id.app_error", "recipient_unknown"),
  final(
    "a post of another channel",
    400,
    "api.post.create_post.channel_root_id.app_error",
    "recipient_unknown",
  ),
  final("an unknown name", 404, "app.user.missing_account.const", "recipient_unknown"),
  final(
    "an unknown person",
    400,
    "api.channel.create_direct_channel.invalid_user.app_error",
    "recipient_unknown",
  ),
  final("a text that is too long", 400, "model.post.is_valid.message_length.app_error", "too_long"),
  final(
    "a body that is too large",
    413,
    "api.context.request_body_too_large.app_error",
    "too_long",
  ),
  final("what a plugin refuses", 400, "Post rejected by plugin. No.", "request_refused"),
  final(
    "a body that is not JSON",
    400,
    "api.context.invalid_body_param.app_error",
    "request_refused",
  ),
  {
    name: "a post that is still being saved",
    mark: "●",
    reply: mattermostError(500, "api.post.deduplicate_create_post.pending"),
    result: { kind: "retry", code: "server_error", afterMs: 1000 },
  },
  fault(500, "app.post.save.app_error"),
  // In its hardened mode, the server says nothing of the cause.
  fault(500, ""),
  fault(503, "api.context.server_busy.app_error"),
  {
    name: "a limit of requests",
    mark: "●",
    reply: mattermostLimit("11"),
    result: { kind: "retry", code: "rate_limited", afterMs: 11_000 },
  },
  {
    name: "a 502 of a server in front",
    mark: "○",
    reply: { status: 502, headers: { "content-type": "text/html" }, body: "<h1>502</h1>" },
    result: { kind: "unknown", code: "gateway_error" },
  },
];
