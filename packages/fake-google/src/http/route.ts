// A request as the servers read it, and the table of routes.
import type { FakeAnswer } from "./answer.ts";

export type ServiceName = "gmail" | "pubsub" | "oauth" | "control";

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Aborted when the client disconnects or the servers close. */
  readonly signal: AbortSignal;
  /** Named groups of the route's pattern, without percent-encoding. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Route {
  readonly service: ServiceName;
  readonly method: string;
  /** The whole path. */
  readonly path: RegExp;
  readonly answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;
}

/** A body that is JSON or a form. An empty or broken one is an empty record. */
export function readBody(request: FakeRequest): Record<string, unknown> {
  if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true) {
    return Object.fromEntries(new URLSearchParams(request.text));
  }
  try {
    const value: unknown = JSON.parse(request.text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
