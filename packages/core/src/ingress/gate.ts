// What a gate says: nothing (pass), or the refusal with the headers that go with it.
import type { Refusal } from "../model/resolution.ts";

export interface GateRefusal {
  readonly refusal: Refusal;
  readonly headers: Readonly<Record<string, string>>;
}

export type Gate = GateRefusal | undefined;

const NO_HEADERS = {};

export function refuse(
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = NO_HEADERS,
): GateRefusal {
  return { refusal, headers };
}
