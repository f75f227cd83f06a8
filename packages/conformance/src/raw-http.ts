// The request of a case → bytes on a socket, and the answer to them.
import { connect } from "node:net";
import { TOKEN } from "./base-config.ts";
import type { CaseRequest } from "./case.ts";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes raw bytes, because a client library would correct the mistakes that cases contain. */
export function sendRaw(port: number, request: CaseRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let received = Buffer.alloc(0);
    const settle = () => {
      const answer = parseAnswer(received, request.method);
      if (answer === undefined) return;
      resolve(answer);
      socket.destroy();
    };
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      settle();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`closed after ${received.length} bytes`)));
    socket.setTimeout(10_000, () => socket.destroy(new Error("no answer within 10 s")));
    socket.write(bytesOf(request));
  });
}

interface LeaveOptions {
  readonly request: CaseRequest;
  readonly until: Promise<unknown>;
}

export async function leaveRaw(port: number, { request, until }: LeaveOptions): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.write(bytesOf(request));
  await until;
  socket.destroy();
}

export function bytesOf(request: CaseRequest): Buffer {
  const { method = "POST", target, headers = [], token = TOKEN, chunked } = request;
  const body = Buffer.from(request.body ?? "");
  const lines = [`${method} ${target} HTTP/1.1`, "Host: 127.0.0.1"];
  if (token !== null) lines.push(`Authorization: Bearer ${token}`);
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (chunked !== undefined) lines.push("Transfer-Encoding: chunked");
  else lines.push(`Content-Length: ${request.declaredLength ?? body.length}`);
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return Buffer.concat([head, chunked === undefined ? body : chunksOf(body, chunked)]);
}

function chunksOf(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

/** Undefined while the answer is incomplete. Ignores interim answers (1xx). */
function parseAnswer(received: Buffer, method = "POST"): RawAnswer | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [first = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(first.split(" ")[1]);
  const rest = received.subarray(end + 4);
  if (status < 200) return parseAnswer(rest, method);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const hasNoBody = status === 204 || method === "HEAD";
  const body = hasNoBody ? rest.toString("utf8") : readBody(rest, headers);
  return body === undefined ? undefined : { status, headers, body };
}

function readBody(rest: Buffer, headers: Readonly<Record<string, string>>): string | undefined {
  if (headers["transfer-encoding"] === "chunked") return readChunks(rest);
  const length = Number(headers["content-length"] ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length).toString("utf8");
}

function readChunks(rest: Buffer): string | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString("latin1"), 16);
    if (size === 0) return Buffer.concat(parts).toString("utf8");
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > rest.length) return undefined;
  }
}
