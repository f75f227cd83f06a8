// How a sender proves who it is: schemes, keys, vendors, requests to check, and results of checks.
import type { HeaderRecord, PromiseOrValue } from "@hookwright/base";

/** The digest under an HMAC. */
export type HmacAlgorithm = "sha1" | "sha256" | "sha512";

/** Ed25519, ECDSA on P-256 with SHA-256, or RSA PKCS#1 v1.5; with SHA-1 only for older signatures of AWS SNS. */
export type PublicKeyAlgorithm = "ed25519" | "ecdsa-p256" | "rsa-sha256" | "rsa-sha1";

/** How signatures are written. An ECDSA signature is DER inside of it. */
export type SignatureEncoding = "hex" | "base64" | "base64url";

/**
 * How a secret as written becomes the key. `whsec`: base64, with or without `whsec_` before it. `sha1`: the digest
 * of the text. `raw` forms are the bytes of a public key; `spki` is PEM, or the base64 in it.
 */
export type KeyForm =
  | "utf8"
  | "base64"
  | "hex"
  | "whsec"
  | "sha1"
  | "raw-hex"
  | "raw-base64"
  | "whpk"
  | "spki";

/**
 * Where the signatures are. Without `pairs`, `tagged` and `list` the whole value after `prefix` is
 * one signature.
 */
export interface SignatureLocation {
  /**
   * Lower-case name. Several names, for senders that changed it: the first that is present is used. None where `form`
   * says the field.
   */
  readonly header: string | readonly string[];
  /** Field of a form in the body. */
  readonly form?: string;
  /** Required before each signature, and not part of it. */
  readonly prefix?: string;
  /** `t=1,v1=…,v1=…`: the values of `key`. */
  readonly pairs?: {
    readonly separator: string;
    /** `*`: the values of all pairs. */
    readonly key: string;
    /** Text between the key and the value. Absent: `=`. */
    readonly equals?: string | undefined;
    /** The separator of groups of pairs, one group for each secret: the space of `t=1,v1=… t=1,v1=…`. */
    readonly groups?: string | undefined;
  };
  /** `v1,… v1,…`: the values after this tag. */
  readonly tagged?: string;
  /** Signatures between commas. */
  readonly list?: true;
  /** Use the signatures of every named header, not only of the first that is present. */
  readonly all?: true;
  /** The header's name and a number from 1 up to this: one signature each. */
  readonly numbered?: number;
}

/** Where the time stamp is, and how far from the present it may be. */
export interface TimestampRule {
  readonly header?: string | undefined;
  /** Key of a pair in the signature header; in a `list`, the position of the item, from 1. */
  readonly pair?: string | undefined;
  /** Path in a JSON body. */
  readonly json?: string | undefined;
  readonly unit: "s" | "ms" | "iso";
  /** `iso`: whether the sender writes no zone, and means UTC. */
  readonly withoutZone?: true;
  /** Whether its age is not checked, because the sender writes several units: digits, or an ISO date. */
  readonly isUnchecked?: true;
  /** Seconds, into the past and into the future. */
  readonly toleranceSeconds: number;
}

/** Where the id of the delivery is. */
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
  readonly signature: SignatureLocation;
  readonly encoding: SignatureEncoding;
  /**
   * Literal text with `{body}`, `{body:decoded}` (without its compression), `{body:sha256}` (in hexadecimal),
   * `{timestamp}`, `{id}`, `{method}`, `{url}`, `{header:name}`, `{query:name}`, `{query:lower:name}` (in lower case),
   * `{json:path}`, `{form:sorted}` and `{form:name}` in it: what is signed, in order.
   */
  readonly signed: string;
  /** Whether the SHA-256 of that text is signed, in its place: a signature that hashes by itself then hashes twice. */
  readonly signsDigest?: true;
  readonly timestamp?: TimestampRule;
  /** The delivery id, where it is signed. */
  readonly id?: DeliveryIdRule;
  /** Query parameter that must be the SHA-256 of the body in hexadecimal, unless the body is a form. */
  readonly bodyHash?: { readonly query: string };
}

/** Where a token is that is only compared. */
export interface TokenLocation {
  readonly header?: string;
  /** Precedes the token and is not part of it: `Bearer `. */
  readonly prefix?: string;
  readonly query?: string;
  /**
   * Path in a JSON body or the name of a form field; `value[].clientState` means every element. Several, for
   * senders with events of several versions: the first with a text is used.
   */
  readonly body?: string | readonly string[];
  /** `Authorization: Basic`, whose user and password together are the token. */
  readonly basic?: true;
}

/** HMAC, RSA PKCS#1 v1.5 or ECDSA on P-256, each with SHA-256: RFC 7518. */
export type JwtAlgorithm = "HS256" | "RS256" | "ES256";

/** A claim of the token that must agree with the request. */
export type BindingClaim = {
  readonly claim: string;
  /** Whether tokens without the claim are accepted. */
  readonly isOptional?: true;
} & (
  | {
      /** The claim is a SHA-256. `body`: of its bytes. `query`: of method, path and query, as Atlassian Connect writes them. */
      readonly of: "body" | "query";
    }
  | {
      readonly of: "field";
      /** Path in a JSON body of a text that the claim must equal. */
      readonly json: string;
    }
);

/** Published keys that may sign only for some values of a field of the body. */
export interface KeyLimit {
  /** Member of the published key: the list of the values. A key without it, or with an empty one, has no limit. */
  readonly list: string;
  /** Path in a JSON body of a text that must be in the list. */
  readonly json: string;
}

/** A token that signs claims. What it does not bind can be sent again with other contents. */
export interface JwtScheme {
  readonly scheme: "jwt";
  /** Fixed here: the token's own `alg` must be one of them, and chooses nothing. */
  readonly algorithms: readonly JwtAlgorithm[];
  /** Lower-case name of the header, and the text before the token. */
  readonly header: string;
  readonly prefix: string;
  /** Empty: any issuer with the key. */
  readonly issuers: readonly string[];
  /** Empty: the audience is not checked. */
  readonly audiences: readonly string[];
  /** Claims that must have this very value. */
  readonly claims: Readonly<Record<string, string | boolean>>;
  readonly binds?: BindingClaim;
  readonly keyLimit?: KeyLimit;
  /** Whether tokens without `exp` and `iat` are accepted: only where they are bound to the body. */
  readonly isTimeOptional?: true;
  /** Where the keys are, for senders that publish them. */
  readonly jwks?: string;
}

/** The vendors that sign inside the message: each has its own fields and rules. */
export type MessageScheme = "mailgun" | "adyen" | "sns";

/** A secret made ready once, at compile. */
export interface SigningKey {
  /** The bytes of the HMAC over the parts, one after the other. */
  readonly sign: (parts: readonly (string | Uint8Array)[]) => PromiseOrValue<Uint8Array>;
}

/** A public key made ready once, at compile. */
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

/** What every abort signal has. */
interface BareSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The integrator's own `AbortSignal` where the types of a runtime are loaded, so that `fetch` takes it. */
type KeysSignal = typeof globalThis extends {
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

/** Secrets are returned by functions, so that an object in a log or in JSON has none of them. */
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
      readonly place: TokenLocation;
      /** Newest first. */
      readonly tokens: () => readonly string[];
    };

/**
 * Why a request was refused. The sender gets none of them; only `keys_unavailable` is not a 401, because
 * the request could not be checked.
 */
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
  | "algorithm_wrong"
  | "issuer_wrong"
  | "audience_wrong"
  | "claim_wrong"
  | "message_malformed"
  | "message_unsigned"
  | "version_wrong"
  | "topic_wrong"
  | "key_refused"
  | "key_unknown"
  | "certificate_wrong"
  | "keys_unavailable"
  | "token_missing"
  | "token_wrong"
  | "verifier_refused"
  | "handshake_wrong";

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
  /** Of the client, as the record has it. Proves nothing: it tells strangers apart. */
  readonly remoteAddress?: string | undefined;
}

/** The result of a check. */
export type AuthResult =
  | {
      readonly ok: true;
      /** Index of the secret that matched, newest first. */
      readonly keyIndex: number;
      /** The delivery id, where the signature covers it. */
      readonly signedId?: string;
      /** All that the signature covers, in order; absent for proofs that do not sign such parts. */
      readonly signed?: readonly (string | Uint8Array)[];
      /** The target as the event has it: with the query that was signed. Absent: as it arrived. */
      readonly target?: string;
    }
  | { readonly ok: false; readonly code: AuthFailureCode };

/** The integrator's own check, by the name that a mapping's `auth.verify` has. */
export type Verifier = (request: AuthRequest) => PromiseOrValue<boolean>;

/** What is known of a vendor's deliveries and their ids. */
export interface DeliveryFacts {
  /** Where the id is that stays the same when a delivery is sent again. */
  readonly id?: DeliveryIdRule;
  /** Whether the signature covers that id. */
  readonly idSigned?: boolean;
  /**
   * `false`: the proof does not cover the body. Its sender is authenticated, and anyone who saw the proof
   * can send it with another body while it is valid.
   */
  readonly bodyBound?: false;
  /** How long its deliveries may come again, in seconds; absent where that is a day or less, or unknown. */
  readonly ttlSeconds?: number;
  /** In one sentence: how long the vendor waits, and when it tries again. */
  readonly retries?: string;
  /**
   * What a 4xx answer to an authenticated event does: the vendor sends it again, mostly for hours or days, or
   * disables the hook. So an event that is impossible because of its payload alone is answered with a success. Absent:
   * the vendor gives up, or its behavior is not known.
   */
  readonly on4xx?: "repeats" | "disables";
  /** Only this status is a success for the vendor: without a `respond`, it gets 200 instead of 202 and 204. */
  readonly acknowledge?: 200;
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
  | "cloudevents"
  | "front"
  | "ringcentral"
  | "woocommerce"
  | "strava"
  | "smartcar"
  | "braintree"
  | "oura"
  | "probe";

/** How a body is written: the content types of its kind. */
export type BodyFormat = "json" | "form" | "multipart" | "text" | "ndjson";

/** What a plan has of its vendor. */
export interface PlannedProvider {
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /** Whether the first request has the secret, and is therefore not signed. */
  readonly sendsSecret?: true;
}

/** What of a request has a secret: it is removed before anything reads the event. */
export interface SecretLocations {
  /** Lower-case names. */
  readonly headers: readonly string[];
  readonly query: readonly string[];
  /** Paths in a JSON body or names of form fields; `value[].clientState` means every element. */
  readonly body: readonly string[];
}

/** The answer to a handshake, as it is sent. */
export interface HandshakeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the record. */
  readonly detail?: string;
}

/** The handshake of one hook name, ready for requests. */
export interface RouteHandshake {
  readonly name: HandshakeName | "sns" | "echo";
  /** The methods of its requests. */
  readonly methods: readonly string[];
  /** Whether its requests must pass the check of events first. */
  readonly isSigned: boolean;
  /** Whether a request of another method than POST must show the token of the hook, where its head can. */
  readonly showsToken?: true;
  /** Undefined for a request that is not a handshake, or is a wrong one. */
  readonly answer: (request: AuthRequest) => PromiseOrValue<HandshakeAnswer | undefined>;
  /**
   * Whether the handshake would sign these parts, joined, for any caller: then their signature proves nothing.
   */
  readonly wouldSign: (signed: readonly (string | Uint8Array)[]) => boolean;
}

/** How requests of one hook name are authenticated, compiled. */
export interface RouteAuth {
  /** Names the proof: events that it accepted are resolved only by mappings of the same `auth`. */
  readonly id: string;
  readonly kind: "none" | "signature" | "jwt" | "message" | "token" | "verifier";
  /**
   * For a route without proof: the hosts of every `publicUrl` of the config, in lower case. A request that
   * names another `Origin` than these and its `Host` comes from a page of another site.
   */
  readonly publicHosts?: ReadonlySet<string>;
  /** URL of the hook as the sender was given it; absent where the config has none. */
  readonly publicUrl?: string;
  /** Whether the hook token opens the route, too. */
  readonly orToken: boolean;
  /** Whether the check needs the body: a token in a header is checked before the body is read. */
  readonly needsBody: boolean;
  /** Whether the body that `check` gets must be decompressed: its sender signs it before it compresses it. */
  readonly signsDecoded?: true;
  readonly check: (request: AuthRequest) => PromiseOrValue<AuthResult>;
  /** For `explainCheck`; absent where the check is not ours to explain. */
  readonly inputs?: CheckInputs;
  /** The vendor of the `auth`, where it names one. */
  readonly provider: PlannedProvider | undefined;
  /** What is known of the deliveries: the provider's, or what the config says of ids. */
  readonly delivery: DeliveryFacts | undefined;
  /** Keys to the delivery id in the payload; absent if it is in a header, or if there is none. */
  readonly deliveryIdPath?: readonly string[];
  readonly secretPlaces: SecretLocations;
  /**
   * Where a time stamp is signed: for how many seconds after its first arrival a captured request may still be
   * accepted. Absent where no time is signed, and a captured request is accepted for ever.
   */
  readonly replaySeconds?: number;
  /** Absent where the mapping declares none. */
  readonly handshake?: RouteHandshake;
}
