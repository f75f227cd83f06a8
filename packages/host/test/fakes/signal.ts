// signal-cli's daemon with `--http` as a local server, after its source (HttpServerHandler, SignalJsonRpcCommandHandler,
// SendCommand, SendMessageResultUtils, ManagerImpl).
import {
  type AnswerCase,
  type FakeAnswer,
  type FakePlatform,
  type FakeReply,
  type FakeRequest,
  parseJson,
  startFakePlatform,
} from "../../src/testing/fake-platform.ts";

export const SIGNAL_ACCOUNT = "+16505550100";
export const SIGNAL_PERSON = "+16505551234";
export const SIGNAL_UUID = "c73c76a0-3b0b-4e1c-9f2b-6f9d6d5c1e11";
export const SIGNAL_GROUP = "Pmpi+EfPWmsxiomLe9Nx2XF9HOE483p6iKiFj65iMwI=";
const PEOPLE = [SIGNAL_PERSON, SIGNAL_UUID, "ann.12", SIGNAL_GROUP];
const MAX_BYTES = 2000;

interface SignalFakeOptions {
  /** Without `-a`: the daemon serves several accounts. */
  readonly isMulti?: boolean;
}

export function startSignal({ isMulti = false }: SignalFakeOptions = {}): Promise<FakePlatform> {
  return startFakePlatform((request, sequence) => {
    const refused = checkRequest(request);
    if (refused !== undefined) return { reply: refused };
    const call = parseJson(request.text);
    if (call?.["jsonrpc"] !== "2.0")
      return { reply: signalError(-32600, "only jsonrpc version 2.0 is supported", null, null) };
    const { id = null } = call;
    if (call["method"] !== "send")
      return { reply: signalError(-32601, "Method not implemented", null, id) };
    const params = (call["params"] ?? {}) as Readonly<Record<string, unknown>>;
    const { account } = params;
    if (isMulti && account !== SIGNAL_ACCOUNT) {
      const why =
        account === undefined
          ? "Method requires valid account parameter"
          : "Specified account does not exist";
      return { reply: signalError(-32602, why, null, id) };
    }
    return send(params, sequence, id);
  });
}

/** `results` are those of each recipient. */
export function signalError(
  code: number,
  message: string,
  results: readonly object[] | null = null,
  id: unknown = "delivery-1/1",
): FakeReply {
  const data = results === null ? null : { response: { timestamp: 1_700_000_000_000, results } };
  return { status: 200, body: { jsonrpc: "2.0", error: { code, message, data }, id } };
}

export function signalResult(type: string, more: object = {}): object {
  const recipientAddress = { uuid: SIGNAL_UUID, number: SIGNAL_PERSON, username: null };
  return { recipientAddress, type, ...more };
}

function checkRequest({ method, path, headers }: FakeRequest): FakeReply | undefined {
  const [host = ""] = (headers.host ?? "").split(":");
  if (!["localhost", "127.0.0.1"].includes(host)) return { status: 421, body: "" };
  if (path !== "/api/v1/rpc") return { status: 404, body: "" };
  if (method !== "POST") return { status: 405, body: "" };
  if (!headers["content-type"]?.startsWith("application/json")) return { status: 415, body: "" };
  return undefined;
}

function send(
  params: Readonly<Record<string, unknown>>,
  sequence: number,
  id: unknown,
): FakeAnswer {
  const { message: text = "", groupId, recipient = [], username = [] } = params;
  const to = [groupId ?? [], recipient, username].flat().map(String);
  if (to.length === 0) return { reply: signalError(-1, "No recipients given", null, id) };
  if (text === "")
    return {
      reply: signalError(
        -1,
        "Sending empty message is not allowed, either a message, attachment or sticker must be given.",
        null,
        id,
      ),
    };
  const unknown = to.find((one) => !PEOPLE.includes(one));
  if (unknown !== undefined) {
    const why =
      groupId === undefined
        ? `The user ${unknown} is not registered.`
        : `Group not found: ${unknown}`;
    return { reply: signalError(-1, why, null, id) };
  }
  const timestamp = 1_700_000_000_000 + sequence;
  const message = {
    id: String(timestamp),
    to: to.join(),
    // A longer text goes as an attachment.
    text: Buffer.byteLength(String(text)) > MAX_BYTES ? "" : String(text),
    pings: [params["mention"] ?? params["mentions"] ?? []].flat().map(String),
    previews: [params["previewUrl"] ?? []].flat().map(String),
  };
  const result = { timestamp, results: [signalResult("SUCCESS")] };
  return { reply: { status: 200, body: { jsonrpc: "2.0", result, id } }, message };
}

function row(name: string, reply: FakeReply, result: AnswerCase["result"]): AnswerCase {
  return { name, mark: "●", reply, result };
}

const message = (code: string) => ({ kind: "refused", scope: "message", code });
const credential = (code: string) => ({ kind: "refused", scope: "credential", code });
const failed = (...types: readonly string[]): FakeReply =>
  signalError(
    -1,
    "Failed to send message",
    types.map((type) => signalResult(type)),
  );
const limited = (...waits: readonly (object | undefined)[]): FakeReply =>
  signalError(
    -5,
    "Failed to send message due to rate limiting",
    waits.map((wait) => signalResult("RATE_LIMIT_FAILURE", wait)),
  );

export const SIGNAL_CASES: readonly AnswerCase[] = [
  row(
    "an unknown number",
    signalError(-1, "The user +1650 is not registered."),
    message("recipient_unknown"),
  ),
  row("an unknown group", signalError(-1, "Group not found: abc"), message("recipient_unknown")),
  row(
    "a number that is none",
    signalError(-1, "Invalid phone number '+1': too short"),
    message("recipient_unknown"),
  ),
  row("an id that is none", signalError(-1, "Invalid group id: abc"), message("recipient_unknown")),
  row(
    "a group that the account has left",
    signalError(-1, "User is not a member in group: A (abc)"),
    message("not_permitted"),
  ),
  row(
    "a group for admins only",
    signalError(-1, "User is not allowed to send message to group: A (abc)"),
    message("not_permitted"),
  ),
  row(
    "an empty text",
    signalError(-1, "Sending empty message is not allowed, either"),
    message("empty_text"),
  ),
  row("any other fault of the user", signalError(-1, "No."), message("request_refused")),
  row("a network failure", failed("NETWORK_FAILURE"), { kind: "retry", code: "server_error" }),
  row("an unregistered person", failed("UNREGISTERED_FAILURE"), message("recipient_unknown")),
  row(
    "a key that was replaced",
    failed("INVALID_PRE_KEY_FAILURE"),
    message("recipient_unreachable"),
  ),
  row("a group that nobody of got it", failed("UNREGISTERED_FAILURE", "RATE_LIMIT_FAILURE"), {
    kind: "retry",
    code: "rate_limited",
  }),
  row(
    "a group that one of got it",
    {
      status: 200,
      body: {
        jsonrpc: "2.0",
        id: "1",
        result: {
          timestamp: 7,
          results: [signalResult("SUCCESS"), signalResult("NETWORK_FAILURE")],
        },
      },
    },
    { kind: "sent", id: "7" },
  ),
  row(
    "an example of the manual",
    { status: 200, body: { jsonrpc: "2.0", result: { timestamp: 999 }, id: 4 } },
    { kind: "sent", id: "999" },
  ),
  row("a failure of input and output", signalError(-3, "No."), {
    kind: "retry",
    code: "server_error",
  }),
  row(
    "an untrusted key",
    signalError(-4, "Failed to send message due to untrusted identities", [
      signalResult("IDENTITY_FAILURE"),
    ]),
    message("recipient_unreachable"),
  ),
  row("a limit of messages", limited({ retryAfterSeconds: 5 }, { retryAfterSeconds: 60 }, {}), {
    kind: "retry",
    code: "rate_limited",
    afterMs: 60_000,
  }),
  row("a limit without a time", limited({}), { kind: "retry", code: "rate_limited" }),
  row(
    "a captcha",
    limited({ token: "a-token", retryAfterSeconds: 86_400 }),
    credential("account_restricted"),
  ),
  row(
    "a captcha that was refused",
    signalError(-6, "Captcha rejected"),
    credential("account_restricted"),
  ),
  row("bad parameters", signalError(-32600, "Unrecognized field"), credential("settings_refused")),
  row(
    "a method that is not there",
    signalError(-32601, "Method not implemented"),
    credential("settings_refused"),
  ),
  row(
    "an unknown account",
    signalError(-32602, "Specified account does not exist"),
    credential("settings_refused"),
  ),
  row(
    "an internal error",
    signalError(-32603, "Failed to send message: a (IOException) (UnexpectedErrorException)"),
    { kind: "unknown", code: "platform_unsure" },
  ),
  row(
    "text that is not JSON",
    signalError(-32700, "Unexpected character"),
    message("request_refused"),
  ),
  row(
    "201, for a call without an id",
    { status: 201, body: "" },
    { kind: "unknown", code: "no_id" },
  ),
  ...[404, 405, 415].map((status) =>
    row(`${status}`, { status, body: "" }, credential("settings_refused")),
  ),
];
