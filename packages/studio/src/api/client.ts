// The API of the admin port: requests with the token, and its stream, which continues after a break.
import type { ApiError } from "@hookwright/host/api";

export class ApiFailure extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  /** The whole answer. */
  readonly body: unknown;

  constructor({ code, message, hint }: ApiError["error"], body?: unknown) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.body = body;
  }
}

export interface Client {
  /** A restarted server has another token. */
  readonly useToken: (token: string) => void;
  /** `path` begins after `/api/`. Rejects with an `ApiFailure`. */
  readonly get: <Answer>(path: string) => Promise<Answer>;
  readonly post: <Answer>(path: string, body?: object) => Promise<Answer>;
  readonly put: <Answer>(path: string, body: object) => Promise<Answer>;
  /** Calls back after each message; also after a break, because changes may have been missed. Returns a function that stops. */
  readonly watch: (onChange: () => void, onState: (isLive: boolean) => void) => () => void;
}

export function createClient(token: string): Client {
  let headers = headersOf(token);

  const request = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`/api/${path}`, init).catch(() => {
      throw new ApiFailure({
        code: "unreachable",
        message: "The server cannot be reached.",
        hint: "Look whether it still runs.",
      });
    });
    const value: unknown = await answer.json().catch(() => ({}));
    if (answer.ok) return value as Answer;
    const { error } = value as Partial<ApiError>;
    throw new ApiFailure(
      error ?? { code: String(answer.status), message: `The server answered ${answer.status}.` },
      value,
    );
  };
  const send =
    (method: "POST" | "PUT") =>
    <Answer>(path: string, body: object = {}): Promise<Answer> =>
      request(path, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });

  return {
    useToken: (next) => {
      headers = headersOf(next);
    },
    get: (path) => request(path, { headers }),
    post: send("POST"),
    put: send("PUT"),
    watch: (onChange, onState) => {
      const stop = new AbortController();
      void follow({ headers: () => headers, signal: stop.signal, onChange, onState });
      return () => stop.abort();
    },
  };
}

function headersOf(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

interface Following {
  readonly headers: () => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onChange: () => void;
  readonly onState: (isLive: boolean) => void;
}

const MAX_WAIT_MS = 15_000;

async function follow({ headers, signal, onChange, onState }: Following): Promise<void> {
  let since: string | undefined;
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
      const answer = await fetch(`/api/stream${query}`, { headers: headers(), signal });
      if (answer.ok && answer.body !== null) {
        onState(true);
        onChange();
        for await (const id of readIds(answer.body)) {
          tries = 0;
          since = id ?? since;
          onChange();
        }
      }
    } catch {
      // The server restarts, or the network is away: the next try says.
    }
    if (signal.aborted) return;
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_WAIT_MS, 500 * 2 ** tries)));
  }
}

/** The id of each message. */
async function* readIds(body: ReadableStream<Uint8Array>): AsyncGenerator<string | undefined> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const message = text.slice(0, end);
      text = text.slice(end + 2);
      if (!message.startsWith(":")) yield /^id: ?(.*)$/m.exec(message)?.[1];
    }
  }
}
