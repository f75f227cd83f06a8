// A platform's answers as a function → a local server that counts messages and can be made to fail.
//
// A fake is built from the published API and from what clients were seen to send. It shows how a channel
// behaves when a platform answers so; it does not show that the platform does.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a fake got. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Uint8Array;
  /** Undefined if the bytes are not UTF-8. */
  readonly text: string | undefined;
}

/** What a fake answers. */
export interface FakeReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** What people would see and hear of a message. */
export interface FakeMessage {
  readonly id: string;
  readonly to: string;
  /** As it is shown: markup is parsed, escapes are undone. */
  readonly text: string;
  readonly key?: string;
  /** Who is notified by name. */
  readonly pings: readonly string[];
  /** Addresses that the platform fetches for a preview. */
  readonly previews: readonly string[];
}

/** An answer, and the message that the request made. */
export interface FakeAnswer {
  readonly reply: FakeReply;
  /** Absent where nothing was accepted. */
  readonly message?: FakeMessage;
}

/** `accepted`: the message counts, and the answer gets lost in one way or another. */
export type Fault =
  | { readonly kind: "reply"; readonly reply: FakeReply }
  | {
      readonly kind: "accepted";
      readonly lost: "close" | "half" | "silence" | "no-id" | "html" | "bad-gateway";
    }
  | { readonly kind: "close" }
  | { readonly kind: "hold"; readonly until: Promise<void> };

/** A local server that answers as a platform does. */
export interface FakePlatform {
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  readonly messages: readonly FakeMessage[];
  /** Each request uses up one fault; after them, the fake answers as the platform does. */
  script(...faults: Fault[]): void;
  /** Chooses the fault of each request for which none is scripted. */
  breakBy(choose: (request: FakeRequest) => Fault | undefined): void;
  /** The highest number of requests at the same time. */
  readonly overlap: number;
  close(): Promise<void>;
}

const HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>";

/**
 * Starts a fake of a platform on a free port of this machine. `answer` gets each request, and the number that the next
 * message has.
 *
 * @example
 * ```ts
 * const fake = await startFakePlatform(({ text = "" }, sequence) => ({
 *   reply: { status: 201, body: { id: `m${sequence}` } },
 *   message: { id: `m${sequence}`, to: "ops", text, pings: [], previews: [] },
 * }));
 * ```
 */
export async function startFakePlatform(
  answer: (request: FakeRequest, sequence: number) => FakeAnswer,
): Promise<FakePlatform> {
  const requests: FakeRequest[] = [];
  const messages: FakeMessage[] = [];
  const faults: Fault[] = [];
  let choose: (request: FakeRequest) => Fault | undefined = () => undefined;
  let running = 0;
  let overlap = 0;

  const accept = (request: FakeRequest): FakeReply => {
    const { reply, message } = answer(request, messages.length + 1);
    if (message !== undefined) messages.push(message);
    return reply;
  };

  const server = createServer(async (incoming, response) => {
    running++;
    overlap = Math.max(overlap, running);
    response.once("close", () => {
      running--;
    });
    const scripted = faults.shift();
    const request = await readRequest(incoming);
    requests.push(request);
    const fault = scripted ?? choose(request);
    if (fault?.kind === "hold") await fault.until;
    if (fault?.kind === "close") incoming.socket.destroy();
    else if (fault?.kind === "reply") send(response, fault.reply);
    else if (fault?.kind === "accepted") lose(response, accept(request), fault.lost);
    else send(response, accept(request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    messages,
    script: (...more) => faults.push(...more),
    breakBy: (chosen) => {
      choose = chosen;
    },
    get overlap() {
      return overlap;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { method = "", url = "", headers } = incoming;
  return { method, path: url, headers, bytes, text: decode(bytes) };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, headers, body }: FakeReply): void {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
  response.writeHead(status, {
    "content-type": typeof body === "string" ? "text/plain" : "application/json",
    ...headers,
  });
  response.end(text);
}

function lose(
  response: ServerResponse,
  reply: FakeReply,
  how: Extract<Fault, { kind: "accepted" }>["lost"],
): void {
  switch (how) {
    case "close":
      response.destroy();
      return;
    case "silence":
      return;
    case "no-id":
      send(response, { status: 200, body: {} });
      return;
    case "html":
      send(response, { status: 200, headers: { "content-type": "text/html" }, body: HTML });
      return;
    case "bad-gateway":
      send(response, { status: 502, headers: { "content-type": "text/html" }, body: HTML });
      return;
    case "half": {
      const text = JSON.stringify(reply.body);
      response.writeHead(reply.status, {
        "content-type": "application/json",
        "content-length": text.length,
      });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    }
  }
}

/** Addresses in a text, as platforms recognise them. */
export function findUrls(text: string): readonly string[] {
  return text.match(/https?:\/\/[^\s<>"|)]+/g) ?? [];
}

export function parseJson(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** How well a row is known: run or read in source; documented; unverified. */
type Mark = "●" | "◆" | "○";

/** One answer of a platform and what it must mean: fakes and tests share these rows. */
export interface AnswerCase {
  readonly name: string;
  readonly mark: Mark;
  readonly reply: FakeReply;
  /** Fields of the result. */
  readonly result: Readonly<Record<string, unknown>>;
}
