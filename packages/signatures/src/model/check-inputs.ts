// What the check of a route was compiled from, for whoever explains a request that it refused. Types only.
import type { CryptoPort } from "./crypto-port.ts";
import type { SignatureScheme, TokenPlace } from "./signature-scheme.ts";

/** Secrets stand behind functions: an object that is written to a log or as JSON shows none of them. */
export type CheckInputs =
  | {
      readonly kind: "signature";
      /** Tried in order: the first whose signature header is there. */
      readonly schemes: readonly SignatureScheme[];
      readonly publicUrl: string | undefined;
      /** Id of the vendor whose row says how the secret becomes the key; absent where the config says it. */
      readonly keyFrom?: string | undefined;
      readonly crypto: CryptoPort;
      /** As they are written, newest first; public keys for a scheme of that kind. */
      readonly secrets: () => readonly string[];
    }
  | {
      readonly kind: "token";
      readonly place: TokenPlace;
      /** Newest first. */
      readonly tokens: () => readonly string[];
    };
