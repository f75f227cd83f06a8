// Gates 6 and 7: the declared length, then what reading came to → the body, or 413, 408, 499, 503.

import type { HeaderRecord } from "@hookwright/base";
import { readHeader } from "@hookwright/base";
import { createRefusal } from "../base/index.ts";
import { type Gate, type GateRefusal, refuse } from "./answer.ts";
import { isJsonLongerThan, type WalkOptions } from "./body/is-json-longer-than.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

export type ReadableBody = Extract<BodyRead, { kind: "bytes" | "parsed" }>;

export function checkDeclaredLength(headers: HeaderRecord, limits: BodyLimits): Gate {
  const declared = Number(readHeader(headers, "content-length") ?? 0);
  return declared > limits.maxBytes ? tooLarge(limits) : undefined;
}

/** Whoever has read the body, and whatever is left of it: the limit is the same. */
export function checkBody(
  body: BodyRead,
  limits: BodyLimits,
  options: WalkOptions = {},
): ReadableBody | GateRefusal {
  switch (body.kind) {
    case "bytes":
      return body.bytes.length > limits.maxBytes ? tooLarge(limits) : body;
    case "parsed":
      return isJsonLongerThan(body.value, limits.maxBytes, options) ? tooLarge(limits) : body;
    case "too-large":
      return tooLarge(limits);
    case "timeout":
      return timedOut(limits);
    case "overloaded":
      return OVERLOADED;
    case "gone":
      return CLIENT_CLOSED;
  }
}

export function tooLarge({ maxBytes }: BodyLimits): GateRefusal {
  return refuse(createRefusal("payload_too_large", `The body is larger than ${maxBytes} bytes.`));
}

function timedOut({ timeoutMs }: BodyLimits): GateRefusal {
  return refuse(
    createRefusal("request_timeout", `The body did not arrive within ${timeoutMs} ms.`),
  );
}

export const OVERLOADED: GateRefusal = refuse(
  createRefusal("bodies_overloaded", "Too many requests are being read; send it again."),
);

/** For the record: nobody reads the answer. */
export const CLIENT_CLOSED: GateRefusal = refuse(
  createRefusal("client_closed", "The client closed the connection."),
);
