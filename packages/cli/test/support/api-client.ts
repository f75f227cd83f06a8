// The URL and the token of a server → its API, called as a program without a browser calls it.
import { request } from "node:http";

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

export interface CallOptions {
  readonly method?: string;
  /** Over the headers that a call has; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** One message of the stream. */
export interface StreamMessage {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ApiClient {
  /** The header that has the token. */
  readonly authorization: string;
  readonly call: (path: string, options?: CallOptions) => Promise<ApiAnswer>;
  /** The body of a GET that must answer 200. */
  readonly get: <Body>(path: string) => Promise<Body>;
  readonly post: (path: string, body?: object) => Promise<ApiAnswer>;
  /** Opens a stream, which continues after the message with the id `since`. */
  readonly stream: (since?: string) => Promise<ApiStream>;
}

export interface ApiStream {
  readonly status: number;
  /** The next message; undefined if the server ended the stream. */
  readonly next: () => Promise<StreamMessage | undefined>;
  readonly close: () => void;
}

export function createApiClient(origin: string, token: string): ApiClient {
  const { host } = new URL(origin);
  const own = { host, authorization: `Bearer ${token}`, "content-type": "application/json" };
  /** `fetch` chooses the headers `Host` and `Sec-Fetch-Site` by itself. */
  const call: ApiClient["call"] = (path, { method = "GET", headers = {}, body } = {}) => {
    const sent = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined);
    return new Promise((resolve, reject) => {
      const options = { method, headers: Object.fromEntries(sent), setHost: false, agent: false };
      const made = request(`${origin}/api/${path}`, options, async (response) => {
        let text = "";
        for await (const piece of response.setEncoding("utf8")) text += piece;
        const { statusCode = 0 } = response;
        const answer = text === "" ? undefined : JSON.parse(text);
        resolve({ status: statusCode, headers: response.headers, body: answer });
      });
      made.on("error", reject);
      made.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  };
  return {
    authorization: own.authorization,
    call,
    get: async <Body>(path: string) => {
      const { status, body } = await call(path);
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      return body as Body;
    },
    post: (path, body = {}) => call(path, { method: "POST", body }),
    stream: async (since) => {
      const aborter = new AbortController();
      const query = since === undefined ? "" : `?since=${since}`;
      const headers = { authorization: own.authorization };
      const response = await fetch(`${origin}/api/stream${query}`, {
        headers,
        signal: aborter.signal,
      });
      const messages = readMessages(response.body as ReadableStream<Uint8Array>);
      return {
        status: response.status,
        next: async () => {
          const result = await messages.next().catch(() => undefined);
          return result?.done === false ? result.value : undefined;
        },
        close: () => aborter.abort(),
      };
    },
  };
}

async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const of = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      // A comment is a sign of life.
      if (of("event") !== "")
        yield { id: of("id"), event: of("event"), data: JSON.parse(of("data")) };
    }
  }
}
