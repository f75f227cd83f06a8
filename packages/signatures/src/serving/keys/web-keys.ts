// The `fetch` of the runtime → the port of the keys.
import type { KeysAnswer, KeysPort } from "../../model.ts";

/** What is used of a response; the core is compiled without the types of any runtime. */
interface FetchedResponse {
  readonly status: number;
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
      cancel(): Promise<void>;
    };
  } | null;
}

type Fetch = (url: string, options: object) => Promise<FetchedResponse>;

/** A reader of more than this throws it away anyway. */
const MAX_BYTES = 64 * 1024;

/**
 * Creates the port that fetches keys with the `fetch` of a runtime. It follows no redirect, sends no
 * credentials, and reads no more of an answer than 64 KiB and a chunk.
 *
 * @example
 * ```ts
 * const hooks = compileHooks(config, { keys: createWebKeys(globalThis.fetch) });
 * ```
 */
export function createWebKeys(webFetch: (...args: never[]) => unknown): KeysPort {
  // The types of runtimes differ from each other, and from one TypeScript to the next.
  const fetch = webFetch as unknown as Fetch;
  return {
    async fetch(url, { signal }) {
      const response = await fetch(url, { signal, redirect: "error", credentials: "omit" });
      return { status: response.status, bytes: await readBytes(response) };
    },
  };
}

async function readBytes({ body }: FetchedResponse): Promise<KeysAnswer["bytes"]> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const bytes: number[] = [];
  while (bytes.length <= MAX_BYTES) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(bytes);
    for (const byte of value as Uint8Array) bytes.push(byte);
  }
  await reader.cancel();
  return Uint8Array.from(bytes);
}
