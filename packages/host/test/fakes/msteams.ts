// Microsoft's login and the Bot Connector of Teams as one local server each, after Microsoft's documentation.
import {
  type AnswerCase,
  type FakeAnswer,
  type FakePlatform,
  type FakeReply,
  type FakeRequest,
  parseJson,
  startFakePlatform,
} from "../../src/testing/fake-platform.ts";

export const TEAMS_APP_ID = "12345678-1234-1234-1234-123456789012";
export const TEAMS_PASSWORD = "teams-client-secret";
export const TEAMS_TENANT = "87654321-4321-4321-4321-210987654321";
export const TEAMS_CHANNEL = "19:c0ffee@thread.tacv2";
export const TEAMS_ROOT = "1485983408511";
export const TEAMS_USER = "29:1XYZ-abc_def";
const PERSONAL = "a:1-personal_chat";
const CHANNELS = [TEAMS_CHANNEL, PERSONAL];
const MAX_BYTES = 100_000;

export interface TeamsFake {
  /** The Bot Connector. */
  readonly connector: FakePlatform;
  readonly login: FakePlatform;
  /** From now on the connector refuses the tokens that were given so far. */
  revoke(): void;
  close(): Promise<void>;
}

export async function startTeams(): Promise<TeamsFake> {
  let given = 0;
  let refused = 0;
  const login = await startFakePlatform((request) => {
    const reply = answerLogin(request, `token-${given + 1}`);
    if (reply.status === 200) given++;
    return { reply };
  });
  const connector = await startFakePlatform((request, sequence) => {
    const [, token = "0"] = /^Bearer token-(\d+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (Number(token) <= refused) return { reply: UNAUTHORIZED };
    return answer(request, sequence);
  });
  return {
    connector,
    login,
    revoke: () => {
      refused = given;
    },
    close: async () => {
      await Promise.all([connector.close(), login.close()]);
    },
  };
}

function answerLogin({ path, text = "" }: FakeRequest, token: string): FakeReply {
  const form = new URLSearchParams(text);
  const [, tenant] = /^\/([\w.-]+)\/oauth2\/v2\.0\/token$/.exec(path) ?? [];
  if (tenant !== TEAMS_TENANT && tenant !== "botframework.com") {
    return loginError(400, "invalid_request", 90_002);
  }
  if (form.get("grant_type") !== "client_credentials") {
    return loginError(400, "unsupported_grant_type", 70_003);
  }
  if (form.get("scope") !== "https://api.botframework.com/.default") {
    return loginError(400, "invalid_scope", 70_011);
  }
  if (form.get("client_id") !== TEAMS_APP_ID)
    return loginError(400, "unauthorized_client", 700_016);
  if (form.get("client_secret") !== TEAMS_PASSWORD) {
    return loginError(401, "invalid_client", 7_000_215);
  }
  const body = {
    token_type: "Bearer",
    expires_in: 3_600,
    ext_expires_in: 3_600,
    access_token: token,
  };
  return { status: 200, body };
}

export function loginError(status: number, error: string, code: number): FakeReply {
  const body = {
    error,
    error_description: `AADSTS${code}: An error. Trace ID: 1 Correlation ID: 2 Timestamp: 3`,
    error_codes: [code],
    timestamp: "2026-11-27 20:00:00Z",
    trace_id: "1",
    correlation_id: "2",
    error_uri: `https://login.microsoftonline.com/error?code=${code}`,
  };
  return { status, body };
}

export function teamsError(status: number, code: string): FakeReply {
  return { status, body: { error: { code, message: "An error" } } };
}

/** Some errors of the chat service come as JSON in a text. */
function nestedError(status: number, subCode: string): FakeReply {
  const message = JSON.stringify({ subCode, details: "An error", errorCode: null });
  return { status, body: { errorCode: 209, message } };
}

export const UNAUTHORIZED: FakeReply = {
  status: 401,
  body: { message: "Authorization has been denied for this request." },
};

function answer(request: FakeRequest, sequence: number): FakeAnswer {
  const body = parseJson(request.text);
  if (body === undefined) return { reply: teamsError(400, "BadSyntax") };
  if (request.path === "/teams/v3/conversations") return { reply: createConversation(body) };
  const [, written = ""] =
    /^\/teams\/v3\/conversations\/([^/]+)\/activities$/.exec(request.path) ?? [];
  const [conversation = "", root] = decodeURIComponent(written).split(";messageid=");
  if (!CHANNELS.includes(conversation)) return { reply: teamsError(404, "ConversationNotFound") };
  if (root !== undefined && root !== TEAMS_ROOT) {
    return { reply: teamsError(404, "ActivityNotFoundInConversation") };
  }
  const text = String(body["text"] ?? "");
  if (body["type"] !== "message" || text === "") return { reply: teamsError(400, "Bad Argument") };
  if (JSON.stringify(body).length * 2 > MAX_BYTES) {
    return { reply: teamsError(413, "MessageSizeTooBig") };
  }
  const id = `14859834085${String(sequence).padStart(2, "0")}`;
  const entities = (body["entities"] ?? []) as readonly { readonly type?: string }[];
  const isMarkdown = body["textFormat"] !== "plain";
  const message = {
    id,
    to: decodeURIComponent(written),
    text,
    pings: entities.filter(({ type }) => type === "mention").map(() => "mention"),
    previews: isMarkdown ? (text.match(/!\[[^\]]*\]\([^)]*\)|<img\b[^>]*>/gi) ?? []) : [],
  };
  return { reply: { status: 201, body: { id } }, message };
}

interface NewConversation {
  readonly bot?: { readonly id?: string };
  readonly members?: readonly { readonly id?: string }[];
  readonly channelData?: { readonly tenant?: { readonly id?: string } };
}

function createConversation(body: NewConversation): FakeReply {
  const { bot, members, channelData } = body;
  if (bot?.id !== `28:${TEAMS_APP_ID}` || channelData?.tenant?.id !== TEAMS_TENANT) {
    return teamsError(400, "Bad Argument");
  }
  if (members?.[0]?.id !== TEAMS_USER) return teamsError(403, "BotNotInConversationRoster");
  return { status: 201, body: { id: PERSONAL } };
}

const message = { kind: "refused", scope: "message" } as const;
const credential = { kind: "refused", scope: "credential" } as const;
const retry = { kind: "retry", code: "server_error" } as const;

export const TEAMS_CASES: readonly AnswerCase[] = [
  ...(
    [
      [401, "BotNotRegistered", "◆", { ...credential, code: "unauthorized" }],
      [403, "BotDisabledByAdmin", "◆", { ...message, code: "not_permitted" }],
      [403, "ConversationBlockedByUser", "◆", { ...message, code: "recipient_unreachable" }],
      [403, "BotNotInConversationRoster", "◆", { ...message, code: "recipient_unreachable" }],
      [403, "ANewCode", "○", { ...message, code: "request_refused" }],
      [404, "ConversationNotFound", "◆", { ...message, code: "recipient_unknown" }],
      [404, "ActivityNotFoundInConversation", "◆", { ...message, code: "recipient_unknown" }],
      [400, "Bad Argument", "◆", { ...message, code: "request_refused" }],
      [413, "MessageSizeTooBig", "◆", { ...message, code: "too_long" }],
      [412, "PreconditionFailed", "◆", retry],
      [429, "Throttled", "◆", { kind: "retry", code: "rate_limited" }],
      [502, "ServiceError", "◆", retry],
      [504, "GatewayTimeout", "○", retry],
      [500, "ServiceError", "◆", retry],
      [503, "ServiceUnavailable", "◆", retry],
    ] as const
  ).map(([status, code, mark, result]) => ({
    name: `${status} ${code}`,
    mark,
    reply: teamsError(status, code),
    result,
  })),
  {
    name: "an error in a text",
    mark: "◆",
    reply: nestedError(403, "MessageWritesBlocked"),
    result: { ...message, code: "not_permitted" },
  },
  {
    name: "a text that is not JSON",
    mark: "○",
    reply: { status: 403, body: { message: "{Forbidden" } },
    result: { ...message, code: "request_refused" },
  },
  {
    name: "a 429 with Retry-After",
    mark: "○",
    reply: { ...teamsError(429, "Throttled"), headers: { "retry-after": "20" } },
    result: { kind: "retry", code: "rate_limited", afterMs: 20_000 },
  },
  {
    name: "a 504 of a server in front",
    mark: "●",
    reply: { status: 504, body: "<html>" },
    result: { kind: "unknown", code: "gateway_error" },
  },
  {
    name: "a 202 with an id",
    mark: "◆",
    reply: { status: 202, body: { id: "1" } },
    result: { kind: "sent", id: "1" },
  },
  {
    name: "a 202 without an id",
    mark: "○",
    reply: { status: 202, body: "" },
    result: { kind: "unknown", code: "no_id" },
  },
];

/** Answers of the login, and what each means for the message that needed a token. */
export const LOGIN_CASES: readonly AnswerCase[] = [
  {
    name: "a wrong secret",
    mark: "◆",
    reply: loginError(401, "invalid_client", 7_000_215),
    result: { ...credential, code: "unauthorized" },
  },
  {
    name: "an expired secret",
    mark: "◆",
    reply: loginError(401, "invalid_client", 7_000_222),
    result: { ...credential, code: "unauthorized" },
  },
  {
    name: "an unknown app",
    mark: "○",
    reply: loginError(400, "unauthorized_client", 700_016),
    result: { ...credential, code: "unauthorized" },
  },
  {
    name: "a fault that passes",
    mark: "○",
    reply: loginError(400, "temporarily_unavailable", 90_033),
    result: retry,
  },
  {
    name: "a 429",
    mark: "◆",
    reply: { status: 429, headers: { "retry-after": "7" }, body: "" },
    result: { kind: "retry", code: "rate_limited", afterMs: 7_000 },
  },
  { name: "a 503", mark: "◆", reply: { status: 503, body: "" }, result: retry },
  {
    name: "a 502 of a server in front",
    mark: "●",
    reply: { status: 502, body: "<html>" },
    result: { kind: "retry", code: "gateway_error" },
  },
  {
    name: "a 200 without a token",
    mark: "●",
    reply: { status: 200, body: {} },
    result: { kind: "retry", code: "no_id" },
  },
  {
    name: "a redirect",
    mark: "●",
    reply: { status: 302, headers: { location: "https://evil.example/" }, body: "" },
    result: { ...credential, code: "redirected" },
  },
];
