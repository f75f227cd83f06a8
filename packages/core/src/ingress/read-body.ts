// Gates 6 and 7: the declared length, then the bytes → the body, or 413, 408, 499.
import { readHeader } from "../data/read-header.ts";
import { createRefusal } from "../problem/refusal.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import type { BodyLimits, BodyRead, IngressRequest } from "./request.ts";

export type ReadableBody = Extract<BodyRead, { kind: "bytes" | "parsed" }>;

export type BodyReading =
  | { readonly ok: true; readonly body: ReadableBody }
  | { readonly ok: false; readonly gate: GateRefusal };

export async function readBody(request: IngressRequest, limits: BodyLimits): Promise<BodyReading> {
  const declared = Number(readHeader(request.headers, "content-length") ?? 0);
  if (declared > limits.maxBytes) return { ok: false, gate: tooLarge(limits) };
  const body = await request.readBody(limits);
  switch (body.kind) {
    case "too-large":
      return { ok: false, gate: tooLarge(limits) };
    case "timeout":
      return { ok: false, gate: timedOut(limits) };
    case "gone":
      return { ok: false, gate: clientClosed() };
    default:
      return { ok: true, body };
  }
}

function tooLarge({ maxBytes }: BodyLimits): GateRefusal {
  return refuse(createRefusal("payload_too_large", `The body is larger than ${maxBytes} bytes.`));
}

function timedOut({ timeoutMs }: BodyLimits): GateRefusal {
  return refuse(
    createRefusal("request_timeout", `The body did not arrive within ${timeoutMs} ms.`),
  );
}

export function clientClosed(): GateRefusal {
  return refuse(createRefusal("client_closed", "The client closed the connection."));
}
