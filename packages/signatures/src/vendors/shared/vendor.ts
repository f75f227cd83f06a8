// What the file of a vendor exports. Types only.
import type {
  BodyFormat,
  DeliveryFacts,
  HandshakeName,
  JwtScheme,
  MessageScheme,
  SignatureScheme,
  TokenLocation,
} from "../../model.ts";

/**
 * A vendor. Its file is `vendors/ID.ts`, and exports this under these names; the list of vendors is made from the
 * files.
 */
export interface Vendor {
  readonly provider: Provider;
  /** What its page in the docs says, and the provider does not. */
  readonly page?: VendorPage;
  /** Events that `hookwright send` sends. Absent: a generic one. */
  readonly samples?: readonly Sample[];
  /** For a vendor that signs with its own private key: `hookwright send` cannot sign as it does. */
  readonly cannotSend?: Unsendable;
}

/** What a vendor sends, by its id: its own samples, or the provider that a generic sample is made for. */
export type Sender = { readonly id: string } & (
  | Required<Pick<Vendor, "samples">>
  | Required<Pick<Vendor, "cannotSend">>
  | Pick<Vendor, "provider">
);

/** How a vendor proves that it is the sender, and what is known of its deliveries. */
export interface Provider {
  /** Lower case with hyphens, as the name of the file. */
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /** Other names that people write for it in a config: the problem report then names the id. */
  readonly aliases?: readonly string[];
  /** The page of the vendor on signatures. */
  readonly docs?: string;
  /** Tried in order: the first whose signature header is there. A config with `publicKey` takes those of its kind. */
  readonly signatures?: readonly SignatureScheme[];
  readonly token?: TokenLocation;
  readonly jwt?: JwtScheme;
  readonly tokens?: TokenRules;
  readonly message?: MessageScheme;
  /** Whether the signature covers the public URL of the hook, which the config must name. */
  readonly needsPublicUrl?: true;
  readonly handshake?: HandshakeName;
  /** The kinds of bodies that it sends, distinguished by their content type. Absent: only JSON. */
  readonly body?: readonly BodyFormat[];
  /** Of its forms: the field whose JSON is the event. */
  readonly payloadField?: string;
  /** Whether brackets in the names of its forms make objects and lists. */
  readonly nestsForms?: true;
  readonly delivery?: DeliveryFacts;
  /**
   * What identifies the vendor where nothing proves the sender, so that the id of its delivery is used: the header of
   * the id, or a field beside it. Absent: such ids are not used.
   */
  readonly deliveryMark?:
    | "id"
    | { readonly header: string }
    /** Path in a JSON body of a text; `is`: of this very text. */
    | { readonly json: string; readonly is?: string };
  /** Lower-case name of a header with an id that is used only without proof. */
  readonly otherIdHeader?: string;
  /** Whether the first request has the secret, and is therefore not signed. */
  readonly sendsSecret?: true;
  /** Where the operator finds the secret, token or key. */
  readonly secretFrom?: string;
}

/** What is known of a vendor's JSON Web Tokens, beside their scheme. */
interface TokenRules {
  /** How far the clocks of the vendor and of the receiver may be apart. Absent: 60. */
  readonly leewaySeconds?: number;
  /**
   * For vendors that publish their keys: the keys of the `auth` that say for whom a token must be, each with the hint
   * that an author gets who left it out.
   */
  readonly requires?: { readonly audience: string; readonly email?: string };
}

/** What the docs page of a vendor says, and its `provider` does not. */
export interface VendorPage {
  /** What a reader would not expect, as sentences in Markdown. */
  readonly notes?: readonly string[];
  /** The `respond` of a mapping, where the vendor needs a particular answer. */
  readonly respond?: string;
  /** Keys of the `auth` that only the operator knows, where they are not a secret, token or key. */
  readonly config?: readonly string[];
}

/** Why a vendor cannot be imitated. */
export interface Unsendable {
  /** Without a full stop. */
  readonly reason: string;
  /** The vendor's own command, by which the vendor sends an event. */
  readonly instead: string;
  /** True if the vendor has no such command; `instead` says what a person does. */
  readonly isManual?: true;
}

/** What differs from one request to the next. */
export interface SampleContext {
  /** The delivery's, where the vendor names one: new each time, so that it is not taken for a repeat. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The same in seconds. */
  readonly seconds: number;
  /** The same as `2026-01-31T12:00:00.000Z`. */
  readonly iso: string;
}

/** One event in the vendor's documented shape, with values of our own, and without most of its fields. */
export interface Sample {
  /** As the vendor calls it. */
  readonly event: string;
  /** Beside those of the signature and of the delivery id; by lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the vendor adds to the query of the URL, where that is signed. */
  readonly query?: string;
  /** Default: JSON. `form`: fields by name; `empty`: the headers say all. */
  readonly type?: "json" | "form" | "empty";
  readonly body: (context: SampleContext) => object;
  /** Of the vendor's token, beside its issuer, its time and its hash of the request. */
  readonly claims?: (context: SampleContext) => Readonly<Record<string, unknown>>;
  /** True where the shape is not the vendor's own. */
  readonly isGeneric?: true;
}
