// What an explanation of a check tells: each step of it, and what would have passed. Types only.
import type {
  AuthFailureCode,
  KeyForm,
  RouteHandshake,
  SignatureEncoding,
  SignatureScheme,
  TokenLocation,
} from "../../model.ts";

/** What the gates make of one request, and why. It holds no secret. */
export interface CheckExplanation {
  readonly passes: boolean;
  /** Why the request is refused: the first step that fails. */
  readonly code: AuthFailureCode | undefined;
  /** Index of the secret that matched, newest first. */
  readonly keyIndex: number | undefined;
  /** The handshake that the request is, where it is answered as one. */
  readonly handshake: RouteHandshake["name"] | undefined;
  readonly signature: SignatureTrace | undefined;
  readonly token: TokenTrace | undefined;
}

/** Every step of the check of a signature, also after one that failed. */
export interface SignatureTrace {
  /** The one whose header is there, else the first. */
  readonly scheme: SignatureScheme;
  /** Those that the scheme reads, and that are there; the signature's also where it is missing. */
  readonly headers: readonly HeaderTrace[];
  /** Headers of the request in which other providers put their signatures. */
  readonly otherHeaders: readonly OtherHeader[];
  /** What the sender must have signed; undefined if a part of it is missing. */
  readonly signed: Uint8Array | undefined;
  readonly candidates: readonly CandidateTrace[];
  readonly time: TimeTrace | undefined;
  readonly id: IdTrace | undefined;
  /** What the signature would be right for. */
  readonly guesses: readonly Guess[];
  /** Where none is: what the body looks like, each a phrase without a value of it. It proves nothing. */
  readonly looks: readonly string[];
  /** Id of the vendor whose row says how the secret becomes the key; undefined if the config says it. */
  readonly keyFrom: string | undefined;
  /** The signature by SHA-1 beside which the sender writes the one that is missing. */
  readonly sha1: Sha1Trace | undefined;
}

/** A header with SHA-1 only, which is not accepted, but shows whether body and secret are right. */
export interface Sha1Trace {
  readonly header: string;
  readonly missing: string;
  /** For each secret, newest first; empty if the text is not such a signature. */
  readonly matches: readonly boolean[];
}

/** One header that the check looks at. */
export interface HeaderTrace {
  readonly name: string;
  /** Undefined if it is missing; joined where it came several times. */
  readonly value: string | undefined;
  readonly times: number;
}

/** A header in which senders of other providers put their signatures. */
export interface OtherHeader {
  readonly name: string;
  /** Ids. */
  readonly providers: readonly string[];
}

/** One text that may be the signature. */
export interface CandidateTrace {
  readonly text: string;
  /** Undefined if it can be compared. */
  readonly problem: "encoding" | "length" | undefined;
  /** Encodings in which the text would be a signature of the right length. */
  readonly fits: readonly SignatureEncoding[];
  /** For each secret, newest first; empty where it could not be compared. */
  readonly matches: readonly boolean[];
}

/** The time stamp, checked separately. */
export interface TimeTrace {
  /** As sent. */
  readonly text: string | undefined;
  /** Milliseconds since the epoch. */
  readonly sentAt: number | undefined;
  /** How long before the time of the check it is; negative for the future. */
  readonly ageSeconds: number | undefined;
  readonly toleranceSeconds: number;
  readonly unit: "s" | "ms" | "iso";
  readonly code: AuthFailureCode | undefined;
}

/** The delivery id that the signature covers. */
export interface IdTrace {
  readonly text: string | undefined;
  readonly code: AuthFailureCode | undefined;
}

/** Something else than what was checked, for which the signature is right. */
export interface Guess {
  readonly of: "body" | "secret" | "url" | "header" | "provider";
  /** Such as `the body without the line feed at its end`. Never shows a secret. */
  readonly what: string;
  readonly fix: GuessFix;
  /** For another reading of the secret: the `key` of the config that reads it so. */
  readonly key?: KeyForm;
  /** The `publicUrl` that makes the request right as it arrived. */
  readonly publicUrl?: string;
  /** Ids of the vendors that sign so. */
  readonly providers?: readonly string[];
}

/**
 * What makes such requests pass. `capture`: what was saved is not what arrived. `key`: another `key` in the
 * config; `key-without-prefix` and `key-as-base64`: with the secret written so. `white-space` around a secret
 * is cut off, so that only the sender can drop it. `query`: no `publicUrl` helps, the query itself differs.
 * `header`: something on the way renamed or changed a header. `token`: the header has the secret itself, so
 * that the sender signs nothing. `provider`: another vendor of the table signs so.
 */
export type GuessFix =
  | "capture"
  | "key"
  | "key-without-prefix"
  | "key-as-base64"
  | "white-space"
  | "publicUrl"
  | "query"
  | "header"
  | "token"
  | "provider";

/** The comparison of tokens. */
export interface TokenTrace {
  readonly place: TokenLocation;
  /** For each token that was found, its comparison with each right one, newest first. */
  readonly comparisons: readonly (readonly TokenComparison[])[];
}

/** How a token that was sent differs from a right one: the first of these that is true. */
export type TokenComparison =
  | "equal"
  | "white-space"
  | "case"
  | "has-prefix"
  | "lacks-prefix"
  | "longer"
  | "shorter"
  | "differs";
