// The `auth` of a mapping as its author writes it; the schema of the config says what each key means. Types only.
import type { WrittenSecret } from "../../auth-plan.ts";
import type {
  DeliveryIdRule,
  HandshakeName,
  HmacAlgorithm,
  JwtAlgorithm,
  KeyForm,
  PublicKeyAlgorithm,
  SignatureEncoding,
  TimestampRule,
} from "../../model.ts";

/** Every key may be there with the value undefined. */
type Written<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

type OneOrMore<Value> = Value | readonly Value[];

/** An `auth` that the schema of the config accepts: `docs/signatures.md` of Hookwright describes its keys. */
export type AuthInput = Written<{
  provider: string;
  secret: WrittenSecret;
  secrets: readonly WrittenSecret[];
  token: WrittenSecret;
  tokens: readonly WrittenSecret[];
  publicKey: OneOrMore<WrittenSecret>;
  publicUrl: string;
  toleranceSeconds: number;
  handshake: HandshakeInput;
  orToken: boolean;
  scheme: "hmac" | "publicKey" | "jwt";
  signature: SignatureInput;
  encoding: SignatureEncoding;
  algorithm: HmacAlgorithm | Exclude<PublicKeyAlgorithm, "rsa-sha1"> | JwtAlgorithm;
  algorithms: readonly Exclude<JwtAlgorithm, "HS256">[];
  jwks: string;
  issuer: OneOrMore<string>;
  audience: OneOrMore<string>;
  claims: { readonly [name: string]: string | boolean };
  bodyHashClaim: string;
  email: string;
  baseUrl: string;
  topics: readonly string[];
  confirm: boolean;
  signatureVersion: number;
  key: KeyForm;
  signed: string;
  timestamp: Written<Pick<TimestampRule, "header" | "pair" | "json" | "unit" | "toleranceSeconds">>;
  id: Written<DeliveryIdRule>;
  header: string;
  prefix: string;
  query: string;
  json: string;
  basic: { readonly user: WrittenSecret; readonly password: WrittenSecret };
  verify: string;
}>;

type HandshakeInput = Written<{
  name: HandshakeName;
  verifyToken: WrittenSecret;
  probe: "GET" | "HEAD";
  echo: EchoInput;
}>;

/** A handshake of the author's own, which sends a text of the request back. */
export interface EchoInput {
  /** `payload.challenge`, `headers.x-challenge` or `query.challenge`. */
  readonly from: string;
  readonly to: "json" | "text" | "header";
  readonly as?: string | undefined;
}

type SignatureInput = Written<{
  header: OneOrMore<string>;
  form: string;
  prefix: string;
  pairs: { readonly separator: string; readonly key: string };
  tagged: string;
  list: boolean;
  all: boolean;
  numbered: number;
}>;
