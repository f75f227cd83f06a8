// The body of an answer → its bytes as they come, each heard of; or its text, with a limit.
import type { SilenceWatch } from "./watch-silence.ts";

export async function* readBytes(
  { body }: Response,
  watch: SilenceWatch,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  for await (const chunk of body) {
    watch.heard();
    yield chunk;
  }
}

export interface TextOptions {
  readonly watch: SilenceWatch;
  readonly maxBytes: number;
  readonly onBytes?: () => void;
}

/** Undefined where it is longer. */
export async function readLimitedText(
  response: Response,
  { watch, maxBytes, onBytes }: TextOptions,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of readBytes(response, watch)) {
    onBytes?.();
    size += chunk.length;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
