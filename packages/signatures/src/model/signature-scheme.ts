// How a sender signs, or shows a token: schemes as data. Types only.

/** The digest under an HMAC. */
export type HmacAlgorithm = "sha1" | "sha256" | "sha512";

/** Ed25519, ECDSA on P-256 with SHA-256, or RSA PKCS#1 v1.5; with SHA-1 for the older signatures of AWS SNS alone. */
export type PublicKeyAlgorithm = "ed25519" | "ecdsa-p256" | "rsa-sha256" | "rsa-sha1";

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
  readonly pairs?: {
    readonly separator: string;
    readonly key: string;
    /** What stands between groups of pairs, one for each secret: the blank of `t=1,v1=… t=1,v1=…`. */
    readonly groups?: string | undefined;
  };
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
  /** `iso`: whether the sender writes no zone, and means UTC. */
  readonly withoutZone?: true;
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
  /**
   * Path in a JSON body or the name of a form field; `value[].clientState` means every element. Several, for
   * senders with events of several versions: the first at which a text stands counts.
   */
  readonly body?: string | readonly string[];
  /** `Authorization: Basic`, whose user and password together are the token. */
  readonly basic?: true;
}
