// How keys are fetched that senders publish. Types only.
import type { PromiseOrValue } from "@hookwright/base";

/** What every abort signal has. */
interface BareSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The integrator's own `AbortSignal` where the types of a runtime are loaded, so that `fetch` takes it. */
export type KeysSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : BareSignal;

/** An answer of a key service, whatever its status. */
export interface KeysAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/**
 * Gets a document over HTTPS: keys, certificates, and the confirmation of a subscription. The core chooses
 * the URLs, by lists in its code and in the config; limits the time by `signal`, and what it keeps.
 *
 * An implementation follows no redirect, and may reject for whatever went wrong.
 */
export interface KeysPort {
  readonly fetch: (
    url: string,
    options: { readonly signal: KeysSignal },
  ) => PromiseOrValue<KeysAnswer>;
}
