// A small ingress of our own: the port that the adapter is written against, with nothing of the core in it.
import type { BodyRead, Ingress, IngressAnswer, IngressRequest } from "@hookwright/core/ingress";

export interface TestIngressOptions {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  /** Runs when the body has been read, before the answer. */
  readonly work?: (request: IngressRequest, read: BodyRead) => Promise<void> | void;
}

export interface TestIngress extends Ingress {
  readonly requests: IngressRequest[];
  readonly reads: BodyRead[];
  /** How often it was aborted. */
  readonly aborts: () => number;
  /** How often its waiting callers were told to go on. */
  readonly waitEnds: () => number;
}

const STATUS = {
  bytes: 200,
  parsed: 200,
  "no-length": 411,
  "too-large": 413,
  timeout: 408,
  overloaded: 503,
  gone: 499,
} as const;

/** `/hooks/secret` is refused with 401, and `/hooks/nothing` answered with 204; the others read the body. */
export function createTestIngress(options: TestIngressOptions = {}): TestIngress {
  const requests: IngressRequest[] = [];
  const reads: BodyRead[] = [];
  let aborts = 0;
  let waitEnds = 0;
  const receive = async (request: IngressRequest): Promise<IngressAnswer> => {
    requests.push(request);
    if (request.target.startsWith("/hooks/secret")) return jsonAnswer(401, { ok: false });
    const { maxBytes = 1024 * 1024, timeoutMs = 5_000 } = options;
    const read = limit(await request.readBody({ maxBytes, timeoutMs }), maxBytes);
    reads.push(read);
    await options.work?.(request, read);
    if (request.target === "/hooks/nothing") return { status: 204, headers: {}, body: "" };
    return jsonAnswer(STATUS[read.kind], { read: read.kind, text: textOf(read) });
  };
  return {
    requests,
    reads,
    aborts: () => aborts,
    waitEnds: () => waitEnds,
    abort: () => {
      aborts += 1;
    },
    stopWaiting: () => {
      waitEnds += 1;
    },
    inFlight: () => 0,
    idle: async () => undefined,
    receive: (request) => (request.target.startsWith("/hooks") ? receive(request) : undefined),
  };
}

/** Bytes that were there already are for the ingress to measure. */
function limit(read: BodyRead, maxBytes: number): BodyRead {
  const isTooLarge = read.kind === "bytes" && read.bytes.length > maxBytes;
  return isTooLarge ? { kind: "too-large" } : read;
}

function jsonAnswer(status: number, body: object): IngressAnswer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify(body) };
}

function textOf(read: BodyRead): string {
  if (read.kind === "bytes") return new TextDecoder().decode(read.bytes);
  return read.kind === "parsed" ? JSON.stringify(read.value) : "";
}
