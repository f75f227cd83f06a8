// What is known of one vendor, as a row of the table. Types only.
import type {
  BodyFormat,
  DeliveryFacts,
  HandshakeName,
  JwtScheme,
  MessageScheme,
  SignatureScheme,
  TokenPlace,
} from "../../model.ts";

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
  /** Of its forms: the field whose JSON is the event. */
  readonly payloadField?: string;
  /** Whether brackets in the names of its forms make objects and lists. */
  readonly nestsForms?: true;
  readonly delivery?: DeliveryFacts;
  /**
   * What tells its deliveries apart where nothing proves the sender, so that their id counts: the name of the header of
   * the id, or what stands beside the id. Absent: such ids are not looked for.
   */
  readonly deliveryMark?:
    | "id"
    | { readonly header: string }
    /** Path in a JSON body of a text; `is`: of this very text. */
    | { readonly json: string; readonly is?: string };
  /** Lower-case name of a header with an id that counts in this way alone. */
  readonly otherIdHeader?: string;
  /** Whether the secret comes with its first request, which nothing can sign yet. */
  readonly sendsSecret?: true;
  /** Where the operator finds the secret, token or key. */
  readonly secretFrom?: string;
}
