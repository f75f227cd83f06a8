// The fetch adapter called with Request objects, as runtimes without sockets of their own do.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { TOKEN } from "../../src/base-config.ts";
import type { CaseRequest } from "../../src/case.ts";
import type { Host } from "../../src/host.ts";
import type { RawAnswer } from "../../src/raw-http.ts";

export const directFetch: Host = {
  name: "createFetchHandler() called with a Request",
  noParser: "a Request that somebody has read keeps nothing",
  rewrites: { "dot segments": "a Request resolves its URL" },
  start: async (ingress) => {
    const handler = createFetchHandler(ingress);
    return {
      send: async (request) => {
        const answer = await handler(requestFromCase(request), { remoteAddress: "127.0.0.1" });
        return answer === undefined ? LEFT_ALONE : readAnswer(answer, request);
      },
      leave: async (request, until) => {
        const client = new AbortController();
        const answered = handler(requestFromCase(request, client.signal));
        await until;
        client.abort();
        await answered;
      },
      close: async () => undefined,
    };
  },
};

const LEFT_ALONE: RawAnswer = { status: 418, headers: {}, body: "" };

function requestFromCase(
  { method = "POST", target, token = TOKEN, ...rest }: CaseRequest,
  signal: AbortSignal | null = null,
): Request {
  const headers = new Headers();
  if (token !== null) headers.append("authorization", `Bearer ${token}`);
  for (const [name, value] of rest.headers ?? []) headers.append(name, value);
  const bytes = Buffer.from(rest.body ?? "");
  if (rest.chunked === undefined) {
    headers.set("content-length", String(rest.declaredLength ?? bytes.length));
  }
  const mayHaveBody = method !== "GET" && method !== "HEAD" && bytes.length > 0;
  return new Request(target.startsWith("/") ? `http://127.0.0.1${target}` : target, {
    method,
    headers,
    signal,
    ...(mayHaveBody && { body: streamFrom(bytes, rest), duplex: "half" }),
  });
}

/** The body in pieces. One that is shorter than declared never ends. */
function streamFrom(
  bytes: Buffer,
  { chunked = bytes.length, declaredLength = bytes.length }: Partial<CaseRequest>,
): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull: async (controller) => {
      if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, sent + chunked));
      else if (declaredLength <= bytes.length) controller.close();
      else await new Promise(() => undefined);
      sent += chunked;
    },
  });
}

async function readAnswer(answer: Response, { method }: CaseRequest): Promise<RawAnswer> {
  const headers = Object.fromEntries(answer.headers);
  // The rest of a refused body is drained before the answer ends; here, nobody sends a rest.
  const body = method === "HEAD" ? "" : await readText(answer);
  return { status: answer.status, headers, body };
}

/** An early answer ends when the request does; it is complete with its declared length. */
async function readText({ body, headers }: Response): Promise<string> {
  const length = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (Buffer.byteLength(text) >= length) break;
  }
  return text;
}
