// The fetch adapter, called with Request objects without a socket.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { TOKEN } from "../../src/base-config.ts";
import type { CaseRequest } from "../../src/case.ts";
import type { RawAnswer } from "../../src/raw-http.ts";
import type { ConformanceTarget } from "../../src/target.ts";

export const directFetch: ConformanceTarget = {
  name: "createFetchHandler() called with a Request",
  noParser: "the body of a Request can be read only once",
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
  // As every server hands it on.
  const headers = new Headers({ host: "127.0.0.1" });
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

/** Sends the body in pieces. A body that is shorter than declared never ends. */
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
  // The adapter drains a refused body before the answer ends, but this client sends no rest.
  const body = method === "HEAD" ? "" : await readText(answer);
  return { status: answer.status, headers, body };
}

/** An early answer ends only when the request ends, so it is read up to its declared length. */
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
