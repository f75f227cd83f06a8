// A receiver of the channel webhook, as an operator could write it.
import {
  type AnswerCase,
  type FakeAnswer,
  type FakePlatform,
  type FakeRequest,
  findUrls,
  parseJson,
  startFakePlatform,
} from "../../src/testing/fake-platform.ts";

export const WEBHOOK_TOKEN = "webhook-secret-token";

/** `keys`: the receiver recognises a key that comes again. */
export function startWebhook({ keys = false } = {}): Promise<FakePlatform> {
  const seen = new Map<string, string>();
  return startFakePlatform(({ headers, text: raw }: FakeRequest, sequence: number): FakeAnswer => {
    if (headers.authorization !== `Bearer ${WEBHOOK_TOKEN}`)
      return { reply: { status: 401, body: "no" } };
    const body = parseJson(raw);
    if (body === undefined) return { reply: { status: 400, body: "This is not JSON." } };
    const key = String(body["key"]);
    const first = keys ? seen.get(key) : undefined;
    if (first !== undefined) return { reply: { status: 200, body: { id: first } } };
    const id = `m${sequence}`;
    seen.set(key, id);
    const text = String(body["text"]);
    // This receiver makes nothing of a text: neither mentions nor previews.
    const message = { id, to: String(body["to"]), text, key, pings: [], previews: [] };
    return { reply: { status: 201, body: { id, links: findUrls(text).length } }, message };
  });
}

export const WEBHOOK_CASES: readonly AnswerCase[] = [
  {
    name: "a refused token",
    mark: "●",
    reply: { status: 401, body: "no" },
    result: { kind: "refused", scope: "credential", code: "unauthorized" },
  },
  ...[403, 404, 410, 413, 422].map((status) => ({
    name: `a ${status}`,
    mark: "●" as const,
    reply: { status, body: "no" },
    result: { kind: "refused", scope: "message", code: "request_refused" },
  })),
  ...[408, 425, 500, 503].map((status) => ({
    name: `a ${status}`,
    mark: "●" as const,
    reply: { status, body: "" },
    result: { kind: "retry", code: "server_error" },
  })),
  ...[502, 504, 520].map((status) => ({
    name: `a ${status}`,
    mark: "●" as const,
    reply: { status, body: "" },
    result: { kind: "unknown", code: "gateway_error" },
  })),
  {
    name: "a 204 without an id",
    mark: "●",
    reply: { status: 204, body: "" },
    result: { kind: "sent", id: "delivery-1/1" },
  },
  {
    name: "a numeric id",
    mark: "●",
    reply: { status: 200, body: { id: 7 } },
    result: { kind: "sent", id: "7" },
  },
  {
    name: "a 429 with a date",
    mark: "●",
    reply: { status: 429, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" }, body: "" },
    result: { kind: "retry", code: "rate_limited", afterMs: 10_000 },
  },
];
