// The plan of an `auth`, which authoring makes and serving links, and what is reported on the way. Types only.
import type { ConfigPath } from "@hookwright/base";
import type {
  BodyFormat,
  DeliveryFacts,
  HandshakeName,
  JwtScheme,
  KeyForm,
  PlannedProvider,
  SecretLocations,
  SignatureScheme,
  TokenLocation,
} from "./model.ts";
import type { EchoRule } from "./serving/create-handshake.ts";

/**
 * A secret as a config has it: a reference, or a text in which `${NAME}` names a variable. A text without a
 * variable is the secret itself.
 */
export type WrittenSecret =
  | string
  /** Name of an environment variable. */
  | { readonly env: string }
  /** Path of a file. */
  | { readonly file: string }
  /** What the gateway's store has under `id`. */
  | {
      readonly source: string;
      readonly provider?: string | undefined;
      readonly id: string;
    };

/** A secret, and the keys below the `auth` under which it is written. */
export interface PlannedSecret {
  readonly at: ConfigPath;
  readonly secret: WrittenSecret;
}

/** What the vendor posts, where its row says so. */
interface PlannedBody {
  /** Absent: only JSON. */
  readonly formats?: readonly BodyFormat[];
  /** Of its forms: the field whose JSON is the event. */
  readonly payloadField?: string;
  /** Whether brackets in the names of its forms make objects and lists. */
  readonly nestsForms?: true;
}

/** The requests by which a sender checks that the hook is ours. */
export type HandshakePlan =
  | {
      readonly name: HandshakeName;
      /** The only method of its requests; absent: those of the handshake. */
      readonly method?: "GET" | "HEAD";
      /** The token that the sender shows or hashes. */
      readonly verifyToken?: PlannedSecret;
    }
  | { readonly name: "echo"; readonly echo: EchoRule }
  /** That of a `message` of Amazon SNS. */
  | { readonly name: "sns" };

/** What the plan of every family has. */
interface FamilyPlan {
  /** Names the proof: events that it accepted are resolved only by mappings of the same `auth`. */
  readonly id: string;
  /** Where the config has the `auth`. */
  readonly path: ConfigPath;
  /** Whether the hook token opens the route, too. */
  readonly orToken: boolean;
  readonly provider?: PlannedProvider;
  /** URL of the hook as the sender was given it. */
  readonly publicUrl?: string;
  readonly body?: PlannedBody;
  /** The provider's, or what the config says of ids. */
  readonly delivery?: DeliveryFacts;
  readonly secretPlaces: SecretLocations;
  readonly handshake?: HandshakePlan;
}

export interface SignaturePlan extends FamilyPlan {
  readonly kind: "signature";
  /** Tried in order: the first whose signature header is there. All are of one kind. */
  readonly schemes: readonly SignatureScheme[];
  /** Newest first; public keys for schemes of that kind. */
  readonly secrets: readonly PlannedSecret[];
  /** Whether the provider's row says how the secret becomes the key. */
  readonly isKeyOfRow?: true;
  /** Whether the handshake signs text of any caller: no other hook may have the same secret. */
  readonly signsForStrangers?: true;
  /** For how many seconds after its first arrival a captured request may still be accepted. Absent: for ever. */
  readonly replaySeconds?: number;
}

export interface JwtPlan extends FamilyPlan {
  readonly kind: "jwt";
  readonly scheme: JwtScheme;
  readonly leewaySeconds: number;
  /** The app's base URL, which a token does not bind. */
  readonly baseUrl?: string;
  readonly keys:
    | {
        readonly from: "config";
        readonly secrets: readonly PlannedSecret[];
        readonly form: KeyForm;
      }
    /** HTTPS URL from which they are fetched. */
    | { readonly from: "jwks"; readonly url: string };
}

export interface TokenPlan extends FamilyPlan {
  readonly kind: "token";
  readonly place: TokenLocation;
  /** Newest first. */
  readonly tokens: readonly PlannedSecret[];
  /** Goes before `tokens`: user and password together are one. */
  readonly basic?: { readonly user: PlannedSecret; readonly password: PlannedSecret };
}

/** Signatures inside the message: each vendor has its own fields and rules. */
export type MessageRules =
  | {
      readonly message: "mailgun";
      readonly secrets: readonly PlannedSecret[];
      readonly toleranceSeconds: number;
    }
  | { readonly message: "adyen"; readonly secrets: readonly PlannedSecret[] }
  | {
      readonly message: "sns";
      /** ARNs. */
      readonly topics: readonly string[];
      readonly signatureVersion: 1 | 2;
      readonly toleranceSeconds: number;
      /** Whether subscriptions are confirmed, by a request to AWS. */
      readonly confirms: boolean;
    };

export type MessagePlan = FamilyPlan & { readonly kind: "message" } & MessageRules;

export interface VerifierPlan extends FamilyPlan {
  readonly kind: "verifier";
  /** Name of the integrator's own check. */
  readonly verify: string;
}

/** Any sender is accepted. */
interface OpenPlan extends FamilyPlan {
  readonly kind: "none";
  /** Hosts of our own, in lower case: a page of any other host cannot send. */
  readonly publicHosts?: readonly string[];
}

/**
 * How the requests of one hook are authenticated: data that `JSON.stringify` keeps, without a vendor to look up. It
 * holds secrets as the config has them, which are references or the texts themselves.
 */
export type AuthPlan = SignaturePlan | JwtPlan | TokenPlan | MessagePlan | VerifierPlan | OpenPlan;

/** The codes of what can be wrong with an `auth`. */
export type AuthProblemCode =
  | "auth_ambiguous"
  | "auth_incomplete"
  | "auth_scheme_invalid"
  | "field_without_effect"
  | "invalid_value"
  | "keys_port_missing"
  | "provider_unknown"
  | "secret_malformed"
  | "secret_short"
  | "verifier_unknown";

/** One error or warning about an `auth`. Never contains a secret. */
export interface AuthProblem {
  readonly code: AuthProblemCode;
  readonly severity: "error" | "warning";
  /** Keys below the `auth`; none: the `auth` itself. */
  readonly at: ConfigPath;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
}
