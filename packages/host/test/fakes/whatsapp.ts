// WhatsApp's Cloud API as a local server, after its published pages.
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

export const WHATSAPP_TOKEN = "whatsapp-secret-token";
export const WHATSAPP_NUMBER_ID = "106540352242922";
const PEOPLE = ["+16505551234", "+16505555678"];
const MAX_CHARACTERS = 4096;

export function startWhatsApp(): Promise<FakePlatform> {
  return startFakePlatform(answer);
}

export function whatsappError(status: number, code: number): FakeReply {
  const error = {
    message: `(#${code}) An error`,
    type: "OAuthException",
    code,
    error_data: { messaging_product: "whatsapp", details: "An error" },
    fbtrace_id: "Az8or2yhqkZfEZ",
  };
  return { status, body: { error } };
}

function answer({ path, headers, text: raw }: FakeRequest, sequence: number): FakeAnswer {
  if (headers.authorization !== `Bearer ${WHATSAPP_TOKEN}`)
    return { reply: whatsappError(401, 190) };
  if (path !== `/v24.0/${WHATSAPP_NUMBER_ID}/messages`) return { reply: whatsappError(404, 33) };
  const body = parseJson(raw);
  if (body?.["messaging_product"] !== "whatsapp" || body["type"] !== "text") {
    return { reply: whatsappError(400, 100) };
  }
  const { body: text = "", preview_url } = body["text"] as { body?: string; preview_url?: boolean };
  const to = String(body["to"]);
  if (!PEOPLE.includes(to)) return { reply: whatsappError(400, 131030) };
  if (text === "") return { reply: whatsappError(400, 131008) };
  if (text.length > MAX_CHARACTERS) return { reply: whatsappError(400, 131009) };
  const id = `wamid.HBgL${sequence}`;
  const message = {
    id,
    to,
    text,
    pings: [],
    previews: preview_url === false ? [] : findUrls(text),
  };
  const reply = {
    messaging_product: "whatsapp",
    contacts: [{ input: to, wa_id: to.slice(1) }],
    messages: [{ id }],
  };
  return { reply: { status: 200, body: reply }, message };
}

/** What comes later, by a webhook of Meta, for a message that a 200 accepted. */
export function whatsappStatus(id: string, code: number): unknown {
  const errors = [{ code, title: "Re-engagement message", error_data: { details: "An error" } }];
  const statuses = [
    { id, status: "failed", timestamp: "1603059201", recipient_id: "16505551234", errors },
  ];
  const value = { messaging_product: "whatsapp", metadata: {}, statuses };
  return {
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ value, field: "messages" }] }],
  };
}

function cases(
  codes: readonly number[],
  status: number,
  result: AnswerCase["result"],
): readonly AnswerCase[] {
  return codes.map((code) => ({
    name: `code ${code} with ${status}`,
    mark: "○",
    reply: whatsappError(status, code),
    result,
  }));
}

export const WHATSAPP_CASES: readonly AnswerCase[] = [
  ...cases([0, 190], 401, { kind: "refused", scope: "credential", code: "unauthorized" }),
  ...cases([131005], 403, { kind: "refused", scope: "credential", code: "unauthorized" }),
  ...cases([3, 10, 200, 299], 403, {
    kind: "refused",
    scope: "credential",
    code: "permission_missing",
  }),
  ...cases([33, 131042, 131045], 400, {
    kind: "refused",
    scope: "credential",
    code: "account_restricted",
  }),
  ...cases([368, 131031], 403, {
    kind: "refused",
    scope: "credential",
    code: "account_restricted",
  }),
  // Throttling comes with 429 in older versions and with 400 in newer ones.
  ...cases([4, 80007, 130429, 131056], 429, { kind: "retry", code: "rate_limited" }),
  ...cases([4, 80007, 130429, 131056], 400, { kind: "retry", code: "rate_limited" }),
  ...cases([2, 131016, 131057], 503, { kind: "retry", code: "server_error" }),
  ...cases([131000], 500, { kind: "retry", code: "server_error" }),
  ...cases([133004], 400, { kind: "retry", code: "server_error" }),
  ...cases([131048], 429, { kind: "refused", scope: "message", code: "content_refused" }),
  ...cases([131047, 470], 400, { kind: "refused", scope: "message", code: "window_closed" }),
  ...cases([131026, 131030, 131021], 400, {
    kind: "refused",
    scope: "message",
    code: "recipient_unknown",
  }),
  ...cases([130472, 131049, 131050], 400, {
    kind: "refused",
    scope: "message",
    code: "recipient_unreachable",
  }),
  ...cases([130497], 403, { kind: "refused", scope: "message", code: "recipient_unreachable" }),
  ...cases([1, 100, 131008, 131009, 131051], 400, {
    kind: "refused",
    scope: "message",
    code: "request_refused",
  }),
  // "Unknown": the request's own fault with 400, Meta's with 500.
  ...cases([1], 500, { kind: "retry", code: "server_error" }),
  ...cases([99_999], 401, { kind: "refused", scope: "message", code: "request_refused" }),
];
