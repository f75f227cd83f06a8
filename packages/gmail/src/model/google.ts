// The port to Google's REST services: one request, one result.
import type { MailResult } from "./source.ts";

/** A request to one of Google's services. The client knows the base URLs. */
export interface GoogleRequest {
  readonly service: "gmail" | "pubsub";
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `/gmail/v1/users/me/history` */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** Default 30,000. */
  readonly timeoutMs?: number;
}

/**
 * Sends a request with a fresh access token. Never rejects, never retries: the caller decides what may be retried,
 * and when.
 */
export type SendToGoogle = <T>(request: GoogleRequest) => Promise<MailResult<T>>;

/** https://developers.google.com/workspace/gmail/api/guides/push */
export const GMAIL_PUBLISHER = "serviceAccount:gmail-api-push@system.gserviceaccount.com";
