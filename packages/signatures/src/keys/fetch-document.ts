// A URL and the port of the keys → the document behind it, within limits of size and time. Never rejects.

import type { Timer } from "@hookwright/base";
import type { KeysAnswer, KeysPort } from "../model.ts";

/** What reaches key services. */
export interface KeyService {
  readonly port: KeysPort;
  readonly timer: Timer;
}

export type FetchResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `gone`: the service says that there is no such document; else nobody knows. */
  | { readonly ok: false; readonly why: "gone" | "unavailable" };

declare class AbortController {
  readonly signal: Parameters<KeysPort["fetch"]>[1]["signal"];
  abort(): void;
}

/** Google's keys have 2 KB, and a certificate of Amazon's 2 KB. */
const MAX_BYTES = 64 * 1024;

/** The sender waits meanwhile, some of them for 3 s in all. */
const TIMEOUT_MS = 3_000;

const UNAVAILABLE: FetchResult = { ok: false, why: "unavailable" };
const GONE: FetchResult = { ok: false, why: "gone" };

export function fetchDocument(url: string, { port, timer }: KeyService): Promise<FetchResult> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const stop = timer(() => {
      resolve(UNAVAILABLE);
      controller.abort();
    }, TIMEOUT_MS);
    const settle = (result: FetchResult) => {
      stop();
      resolve(result);
    };
    const call = async () => judge(await port.fetch(url, { signal: controller.signal }));
    call().then(settle, () => settle(UNAVAILABLE));
  });
}

const NOT_THERE: ReadonlySet<number> = new Set([403, 404, 410]);

/** A redirect is none of ours to follow: it would leave the list of hosts. */
function judge({ status, bytes }: KeysAnswer): FetchResult {
  if (status === 200) return bytes.length > MAX_BYTES ? UNAVAILABLE : { ok: true, bytes };
  return NOT_THERE.has(status) ? GONE : UNAVAILABLE;
}
