// What signs requests as vendors do, and what comes out. Types, and the key.

import { decodeKey } from "../decode-key.ts";
import type {
  CryptoPort,
  HmacAlgorithm,
  JwtScheme,
  KeyForm,
  MessageScheme,
  SignatureScheme,
  SigningKey,
} from "../model.ts";

/** Every way in which a sender signs. */
export type SenderScheme = SignatureScheme | JwtScheme | MessageScheme;

/** What a request is made of before it is signed. */
export interface SignOptions {
  readonly crypto: CryptoPort;
  /** The secret as the vendor shows it; or what signs, for a private key. */
  readonly key: string | SigningKey;
  readonly body: string | Uint8Array;
  /** When the request is sent, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** The id of the delivery, for schemes that sign one. */
  readonly id?: string;
  /** The URL that the vendor was given, for schemes that sign it. */
  readonly publicUrl?: string;
  /** Default: `POST`. */
  readonly method?: string;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Without the question mark. */
  readonly query?: string;
  /** Further headers, by lower-case names, for schemes that sign some. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Claims of a token, beside its issuer, its time and its hash of the request. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What is to be sent. `query` and `body` differ from those given where the signature stands on them. */
export interface SignedRequest {
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the question mark; empty where there is none. */
  readonly query: string;
  readonly body: Uint8Array;
}

/** The signed request, or why there is none. */
export type SignResult =
  | ({ readonly ok: true } & SignedRequest)
  /** One sentence that never shows the key. */
  | { readonly ok: false; readonly message: string };

/** A secret that is not in its form is a sentence, which does not show it. */
export function readHmacKey(
  { key, crypto }: SignOptions,
  how: { readonly key: KeyForm; readonly algorithm: HmacAlgorithm },
): SigningKey | { readonly message: string } {
  if (typeof key !== "string") return key;
  const decoded = decodeKey(key, { form: how.key, algorithm: how.algorithm });
  if (!decoded.ok) return { message: `The secret is not what is expected: ${decoded.expected}.` };
  return crypto.hmacKey(how.algorithm, decoded.bytes);
}
