// Gates 6 and 7: the declared length, then what reading came to → the body, or 413, 408, 499.
import { readHeader } from "../data/read-header.ts";
import type { HeaderRecord } from "../model/event.ts";
import { createRefusal } from "../problem/refusal.ts";
import { isJsonLongerThan } from "./body/is-json-longer-than.ts";
import { type Gate, type GateRefusal, refuse } from "./gate.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

export type ReadableBody = Extract<BodyRead, { kind: "bytes" | "parsed" }>;

export type BodyReading =
  | { readonly ok: true; readonly body: ReadableBody }
  | { readonly ok: false; readonly gate: GateRefusal };

export function checkDeclaredLength(headers: HeaderRecord, limits: BodyLimits): Gate {
  const declared = Number(readHeader(headers, "content-length") ?? 0);
  return declared > limits.maxBytes ? tooLarge(limits) : undefined;
}

export function checkBody(body: BodyRead, limits: BodyLimits): BodyReading {
  switch (body.kind) {
    case "too-large":
      return { ok: false, gate: tooLarge(limits) };
    case "timeout":
      return { ok: false, gate: timedOut(limits) };
    case "gone":
      return { ok: false, gate: clientClosed() };
    default:
      return isTooLarge(body, limits) ? { ok: false, gate: tooLarge(limits) } : { ok: true, body };
  }
}

/** Whoever has read the body, and whatever is left of it: the limit is the same. */
function isTooLarge(body: ReadableBody, { maxBytes }: BodyLimits): boolean {
  return body.kind === "bytes"
    ? body.bytes.length > maxBytes
    : isJsonLongerThan(body.value, maxBytes);
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
