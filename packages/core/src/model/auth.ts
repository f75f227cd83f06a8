// How a sender proves who it is: schemes as data, requests to check, and what a check comes to. Types only.
import type { HeaderRecord } from "./event.ts";
import type { PromiseOrValue } from "./resolution.ts";

export type HmacAlgorithm = "sha1" | "sha256" | "sha512";

export type PublicKeyAlgorithm = "ed25519" | "ecdsa-p256" | "rsa-sha256";

/** How signatures are written. An ECDSA signature is DER inside of it. */
export type SignatureEncoding = "hex" | "base64" | "base64url";

/**
 * How a secret as written becomes the key. `whsec`: base64, with or without `whsec_` before it.
 * `raw` forms are the bytes of a public key; `spki` is PEM, or the base64 in it.
 */
export type KeyForm =
  | "utf8"
  | "base64"
  | "hex"
  | "whsec"
  | "raw-hex"
  | "raw-base64"
  | "whpk"
  | "spki";

/**
 * Where the signatures stand. Without `pairs`, `tagged` and `list` the whole value behind `prefix` is
 * one signature.
 */
export interface SignaturePlace {
  /** Lower-case name. Several names, for senders that changed it: the first that is there counts. */
  readonly header: string | readonly string[];
  /** Must stand before each signature, and is no part of it. */
  readonly prefix?: string;
  /** `t=1,v1=…,v1=…`: the values of `key`. */
  readonly pairs?: { readonly separator: string; readonly key: string };
  /** `v1,… v1,…`: what stands behind this tag. */
  readonly tagged?: string;
  /** Signatures between commas. */
  readonly list?: true;
  /** Signatures of every named header count, and not of the first that is there. */
  readonly all?: true;
  /** The header's name and a number from 1 up to this: one signature each. */
  readonly numbered?: number;
}

/** Where the time stamp stands, as sent, and how far from the present it may be. */
export interface TimestampRule {
  readonly header?: string | undefined;
  /** Key of a pair in the signature header. */
  readonly pair?: string | undefined;
  /** Path in a JSON body. */
  readonly json?: string | undefined;
  readonly unit: "s" | "ms" | "iso";
  /** Seconds, into the past and into the future. */
  readonly toleranceSeconds: number;
}

/** Where the id of the delivery stands. */
export interface DeliveryIdRule {
  readonly header?: string;
  /** Path in a JSON body. */
  readonly json?: string;
}

/** One way to sign, complete. What is signed is a text of literals and `{…}`: see `parseSigned`. */
export interface SignatureScheme {
  readonly scheme: "hmac" | "publicKey";
  readonly algorithm: HmacAlgorithm | PublicKeyAlgorithm;
  readonly key: KeyForm;
  readonly signature: SignaturePlace;
  readonly encoding: SignatureEncoding;
  /**
   * Literal text with `{body}`, `{timestamp}`, `{id}`, `{method}`, `{url}`, `{header:name}`,
   * `{form:sorted}` in it: what is signed, in order.
   */
  readonly signed: string;
  readonly timestamp?: TimestampRule;
  /** The delivery id, where it is signed. */
  readonly id?: DeliveryIdRule;
  /** Query parameter that must be the SHA-256 of the body in hexadecimal, unless the body is a form. */
  readonly bodyHash?: { readonly query: string };
}

/** Where a token stands that is compared, and nothing more. */
export interface TokenPlace {
  readonly header?: string;
  /** Stands before the token and is no part of it: `Bearer `. */
  readonly prefix?: string;
  readonly query?: string;
  /** Path in a JSON body or the name of a form field; `value[].clientState` means every element. */
  readonly body?: string;
  /** `Authorization: Basic`, whose user and password together are the token. */
  readonly basic?: true;
}

/** What of a request an authentication may look at. */
export interface AuthRequest {
  readonly method: string;
  /** As sent. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: HeaderRecord;
  /** As they arrived, before anything decoded them. */
  readonly body: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** Why a request was refused. The sender is told none of them. */
export type AuthFailureCode =
  | "signature_missing"
  | "signature_repeated"
  | "signature_malformed"
  | "signature_wrong"
  | "timestamp_missing"
  | "timestamp_malformed"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "id_missing"
  | "id_malformed"
  | "signed_part_missing"
  | "body_hash_wrong"
  | "token_missing"
  | "token_wrong"
  | "verifier_refused";

export type AuthResult =
  | {
      readonly ok: true;
      /** Place of the secret that matched, newest first. */
      readonly keyIndex: number;
      /** The delivery id, where the signature covers it. */
      readonly signedId?: string;
    }
  | { readonly ok: false; readonly code: AuthFailureCode };

/** The integrator's own check, by the name that a mapping's `auth.verify` has. */
export type Verifier = (request: AuthRequest) => PromiseOrValue<boolean>;

/** Keys made ready once, at compile. */
export interface SigningKey {
  /** The bytes of the HMAC over the parts, one after the other. */
  readonly sign: (parts: readonly (string | Uint8Array)[]) => PromiseOrValue<Uint8Array>;
}

export interface VerifyingKey {
  readonly verify: (
    signature: Uint8Array,
    parts: readonly (string | Uint8Array)[],
  ) => PromiseOrValue<boolean>;
}

/**
 * The cryptography of the runtime. Default: WebCrypto. On Node, `node:crypto` takes a tenth of the time
 * for small bodies: `createNodeCrypto` of `@hookwright/config`.
 */
export interface CryptoPort {
  readonly hmacKey: (algorithm: HmacAlgorithm, key: Uint8Array) => SigningKey;
  /** `key`: the raw point or bytes for Ed25519 in a raw form, else SPKI in DER. */
  readonly publicKey: (
    algorithm: PublicKeyAlgorithm,
    key: { readonly form: "raw" | "spki"; readonly bytes: Uint8Array },
  ) => VerifyingKey;
  readonly sha256: (parts: readonly (string | Uint8Array)[]) => PromiseOrValue<Uint8Array>;
}

/** What an operator reads of a vendor's deliveries, and what becomes of ids. */
export interface DeliveryFacts {
  /** Where the delivery id stands that does not change when a delivery comes again. */
  readonly id?: DeliveryIdRule;
  /** Whether the signature covers that id. */
  readonly idSigned?: boolean;
  /** In one sentence: how long the vendor waits, and when it tries again. */
  readonly retries?: string;
  /** A vendor that switches a hook off on 4xx answers: what a mapping refuses is a 204 for it. */
  readonly acceptRefused?: true;
}

/** The requests by which a vendor checks that a hook is ours. */
export type HandshakeName =
  | "slack"
  | "meta"
  | "zoom"
  | "x"
  | "microsoft-graph"
  | "dropbox"
  | "discord"
  | "twitch"
  | "monday"
  | "okta"
  | "trello"
  | "ebay"
  | "linkedin"
  | "feishu"
  | "cloudevents";

/** One vendor: the ways in which it proves itself, and what is known of its deliveries. */
export interface Provider {
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /** The page of the vendor on signatures. */
  readonly docs?: string;
  /** Tried in order: the first whose signature header is there. A config with `publicKey` takes those of its kind. */
  readonly signatures?: readonly SignatureScheme[];
  readonly token?: TokenPlace;
  /** Whether the signature covers the public URL of the hook, which the config must name. */
  readonly needsPublicUrl?: true;
  readonly handshake?: HandshakeName;
  readonly delivery?: DeliveryFacts;
  /** Where the operator finds the secret, token or key. */
  readonly secretFrom?: string;
}

/** What of a request carries a secret: it is removed before anything reads the event. */
export interface SecretPlaces {
  /** Lower-case names. */
  readonly headers: readonly string[];
  readonly query: readonly string[];
  /** Paths in a JSON body or names of form fields; `value[].clientState` means every element. */
  readonly body: readonly string[];
}

/** How requests of one hook name are authenticated, compiled. */
export interface RouteAuth {
  /** Names the proof: events that it accepted are resolved by mappings of the same `auth` alone. */
  readonly id: string;
  readonly kind: "none" | "signature" | "token" | "verifier";
  /** Whether the hook token opens the route, too. */
  readonly orToken: boolean;
  /** Whether the check needs the body: a token in a header is judged before the body is read. */
  readonly needsBody: boolean;
  readonly check: (request: AuthRequest) => PromiseOrValue<AuthResult>;
  readonly provider: Provider | undefined;
  /** What is known of the deliveries: the provider's, or what the config says of ids. */
  readonly delivery: DeliveryFacts | undefined;
  readonly secretPlaces: SecretPlaces;
  /** Secrets of the handshake, resolved; absent where the mapping declares none. */
  readonly handshake?: {
    readonly name: HandshakeName;
    /** The first is the newest. */
    readonly secrets: readonly string[];
    readonly verifyToken?: string;
    readonly publicUrl?: string;
  };
}
