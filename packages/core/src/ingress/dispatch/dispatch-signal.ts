// The abort signal that `dispatch` gets to see, without a platform's library of types, and its reason.

/** What every abort signal has. */
interface BareSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(
    type: "abort",
    listener: () => void,
    options?: { readonly once?: boolean },
  ): void;
  removeEventListener(type: "abort", listener: () => void): void;
  throwIfAborted(): void;
}

/** The integrator's own `AbortSignal` where the types of a runtime are loaded, so that `fetch` takes it. */
export type DispatchSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : BareSignal;

/** Why a dispatch is told to stop. */
export type AbortCode = "dispatch_timeout" | "batch_timeout" | "client_closed" | "server_stopping";

/** The `reason` of an aborted signal. Its name is the one that `fetch` and others give their own. */
export class DispatchAbort extends Error {
  override readonly name = "AbortError";
  readonly code: AbortCode;

  constructor(code: AbortCode) {
    super(`The dispatch was aborted: ${code}.`);
    this.code = code;
  }
}
