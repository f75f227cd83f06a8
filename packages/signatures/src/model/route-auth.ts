// How a sender proves who it is: vendors, requests to check, and what a check comes to. Types only.
import type { HeaderRecord, PromiseOrValue } from "@hookwright/base";
import type { AuthFailureCode } from "./auth-failure.ts";
import type { CheckInputs } from "./check-inputs.ts";
import type { JwtScheme, MessageScheme } from "./jwt-scheme.ts";
import type { DeliveryIdRule, SignatureScheme, TokenPlace } from "./signature-scheme.ts";

export type { AuthFailureCode } from "./auth-failure.ts";
export type { CryptoPort, SigningKey, VerifyingKey } from "./crypto-port.ts";
export type { BindingClaim, JwtAlgorithm, JwtScheme, MessageScheme } from "./jwt-scheme.ts";
export type { KeysAnswer, KeysPort } from "./keys-port.ts";
export type {
  DeliveryIdRule,
  HmacAlgorithm,
  KeyForm,
  PublicKeyAlgorithm,
  SignatureEncoding,
  SignaturePlace,
  SignatureScheme,
  TimestampRule,
  TokenPlace,
} from "./signature-scheme.ts";

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

/** What a check comes to. */
export type AuthResult =
  | {
      readonly ok: true;
      /** Place of the secret that matched, newest first. */
      readonly keyIndex: number;
      /** The delivery id, where the signature covers it. */
      readonly signedId?: string;
      /**
       * The signature, where it is an HMAC of the body and of nothing else, in its one spelling: a hash of the
       * body that need not be computed.
       */
      readonly bodyMac?: string;
      /** All that the signature covers, in order; absent for proofs that are no signatures of such parts. */
      readonly signed?: readonly (string | Uint8Array)[];
      /** The target as the event has it: with the query that was signed. Absent: as it arrived. */
      readonly target?: string;
    }
  | { readonly ok: false; readonly code: AuthFailureCode };

/** The integrator's own check, by the name that a mapping's `auth.verify` has. */
export type Verifier = (request: AuthRequest) => PromiseOrValue<boolean>;

/** What an operator reads of a vendor's deliveries, and what becomes of ids. */
export interface DeliveryFacts {
  /** Where the delivery id stands that does not change when a delivery comes again. */
  readonly id?: DeliveryIdRule;
  /** Whether the signature covers that id. */
  readonly idSigned?: boolean;
  /**
   * `false`: the proof does not cover the body. Its sender is authenticated, and whoever saw the proof can
   * send it again with another body while it is valid.
   */
  readonly bodyBound?: false;
  /** How long its deliveries may come again, in seconds; absent where that is a day or less, or unknown. */
  readonly ttlSeconds?: number;
  /** In one sentence: how long the vendor waits, and when it tries again. */
  readonly retries?: string;
  /** A vendor that switches a hook off on 4xx answers: what a mapping refuses is a 204 for it. */
  readonly acceptRefused?: true;
  /** A vendor that takes no other status for success: where no `respond` stands, 202 and 204 are a 200 for it. */
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
  | "ringcentral";

/** How a body is written: the content types of its kind. */
export type BodyFormat = "json" | "form" | "multipart" | "text";

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
  readonly jwt?: JwtScheme;
  readonly message?: MessageScheme;
  /** Whether the signature covers the public URL of the hook, which the config must name. */
  readonly needsPublicUrl?: true;
  readonly handshake?: HandshakeName;
  /** The kinds of bodies that it sends, told apart by their content type. Absent: JSON alone. */
  readonly body?: readonly BodyFormat[];
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
  readonly name: HandshakeName | "sns";
  /** The methods of its requests. */
  readonly methods: readonly string[];
  /** Whether its requests must pass the check of events first. */
  readonly isSigned: boolean;
  /** Undefined for a request that is no handshake, or a wrong one. */
  readonly answer: (request: AuthRequest) => PromiseOrValue<HandshakeAnswer | undefined>;
  /**
   * Whether the handshake would sign for anybody what these parts are together: a right signature of it
   * proves nothing.
   */
  readonly wouldSign: (signed: readonly (string | Uint8Array)[]) => boolean;
}

/** How requests of one hook name are authenticated, compiled. */
export interface RouteAuth {
  /** Names the proof: events that it accepted are resolved by mappings of the same `auth` alone. */
  readonly id: string;
  readonly kind: "none" | "signature" | "jwt" | "message" | "token" | "verifier";
  /**
   * For a route without proof: the hosts of every `publicUrl` of the config, in lower case. A request that
   * names another `Origin` than these and its `Host` comes from a page of somebody else.
   */
  readonly publicHosts?: ReadonlySet<string>;
  /** Whether the hook token opens the route, too. */
  readonly orToken: boolean;
  /** Whether the check needs the body: a token in a header is judged before the body is read. */
  readonly needsBody: boolean;
  readonly check: (request: AuthRequest) => PromiseOrValue<AuthResult>;
  /** For `explainCheck`; absent where the check is not ours to explain. */
  readonly inputs?: CheckInputs;
  readonly provider: Provider | undefined;
  /** What is known of the deliveries: the provider's, or what the config says of ids. */
  readonly delivery: DeliveryFacts | undefined;
  /** Keys to the delivery id in the payload; absent where it stands in a header, or nowhere. */
  readonly deliveryIdPath?: readonly string[];
  readonly secretPlaces: SecretPlaces;
  /** Absent where the mapping declares none. */
  readonly handshake?: RouteHandshake;
}
