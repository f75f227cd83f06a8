// The body of an answer that failed → what it says, in any of the forms that Google's services use.

import { readMember } from "../data/read-member.ts";

export interface ErrorWords {
  /** Google's sentence, on one line, at most 300 characters. */
  readonly message?: string | undefined;
  /** Its words for programs, the most telling first. */
  readonly reasons: readonly string[];
  /** Where a disabled API is enabled. */
  readonly activationUrl?: string | undefined;
}

const MAX_MESSAGE_CHARACTERS = 300;

/**
 * Gmail: `{"error":{"message","errors":[{"reason"}],"status"?,"details"?}}`. Pub/Sub: the same without `errors`.
 * The token service: `{"error":"invalid_grant","error_description":"…"}`.
 */
export function readErrorWords(data: unknown): ErrorWords {
  const error = readMember(data, "error");
  if (typeof error === "string") {
    const message = sentence(readMember(data, "error_description")) ?? sentence(error);
    return { message, reasons: [error] };
  }
  const details = list(readMember(error, "details"));
  const metadata = details.map((detail) => readMember(detail, "metadata"));
  const reasons = [...details, ...list(readMember(error, "errors"))].map((one) =>
    readMember(one, "reason"),
  );
  const message = sentence(readMember(error, "message"));
  return {
    message,
    reasons: [...reasons, readMember(error, "status")].filter(
      (reason) => typeof reason === "string",
    ),
    activationUrl: findActivationUrl([
      ...metadata.map((one) => readMember(one, "activationUrl")),
      message,
    ]),
  };
}

function findActivationUrl(texts: readonly unknown[]): string | undefined {
  const pattern = /https:\/\/console\.(?:cloud|developers)\.google\.com\/[^\s"']+/;
  for (const text of texts) {
    const url = typeof text === "string" ? pattern.exec(text)?.[0] : undefined;
    if (url !== undefined) return url;
  }
  return undefined;
}

function sentence(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const line = value.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? undefined : line.slice(0, MAX_MESSAGE_CHARACTERS);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
