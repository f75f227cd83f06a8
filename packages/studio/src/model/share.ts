// The state of the playground ↔ the fragment of a link. A fragment is not sent to any server.
import type { EventText, Format } from "./event-text.ts";

export interface Shared {
  readonly v: 1;
  readonly config: string;
  readonly format: Format;
  readonly event: EventText;
}

/** A state without what looks private. */
export interface Redacted {
  readonly shared: Shared;
  /** What was replaced, as paths and sentences without values. */
  readonly found: readonly string[];
}

/** Longer links break in chats and trackers. */
export const MAX_FRAGMENT_CHARACTERS = 8_192;

/** Attack: a few kilobytes that become gigabytes. */
const MAX_SHARED_BYTES = 4 * 1024 * 1024;

/** `s=…`, deflated. */
export async function writeFragment(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `s=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Undefined for a fragment that is not a whole state: broken by a chat, or made to break the page. */
export async function readFragment(fragment: string): Promise<Shared | undefined> {
  const [, packed] = /^#?s=([\w-]+)$/.exec(fragment) ?? [];
  if (packed === undefined) return undefined;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    const text = await inflate(bytes);
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return isShared(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_SHARED_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function isShared(value: unknown): value is Shared {
  if (typeof value !== "object" || value === null) return false;
  const { v, config, format, event } = value as Partial<Shared>;
  if (v !== 1 || typeof config !== "string" || (format !== "yaml" && format !== "json5"))
    return false;
  if (typeof event !== "object" || event === null) return false;
  const { path, headers, query, payload } = event;
  return [path, headers, query, payload].every((text) => typeof text === "string");
}
