// The body of a refusal, or an error in a stream → the words that name it.
import type { ServiceError } from "../failures.ts";
import { readField, readText } from "../read-field.ts";

/** Some servers send `{"error": "…"}` or `{"detail": "…"}`: sentences, which are not told. */
export function errorFromBody(body: unknown, status?: number): ServiceError {
  const error = readField(body, "error") ?? body;
  const words = [readField(error, "code"), readField(error, "type"), error];
  const isLong = /context (?:length|window)|too many tokens/i.test(readText(error, "message"));
  return { status, words: isLong ? ["context_length_exceeded", ...words] : words };
}
