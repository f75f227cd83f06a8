// How a sender proves itself by a JSON Web Token, or by a signature inside of its message. Types only.

/** HMAC, RSA PKCS#1 v1.5 or ECDSA on P-256, each with SHA-256: RFC 7518. */
export type JwtAlgorithm = "HS256" | "RS256" | "ES256";

/** What of a request a claim of the token must be the SHA-256 of. */
export interface BindingClaim {
  readonly claim: string;
  /** `body`: its bytes. `query`: method, path and query, as Atlassian Connect writes them. */
  readonly of: "body" | "query";
  /** Whether tokens without the claim are accepted. */
  readonly isOptional?: true;
}

/** A token that signs claims. What it does not bind can be sent again with other contents. */
export interface JwtScheme {
  readonly scheme: "jwt";
  /** Fixed here: the token's own `alg` must be one of them, and chooses nothing. */
  readonly algorithms: readonly JwtAlgorithm[];
  /** Lower-case name of the header, and what stands before the token. */
  readonly header: string;
  readonly prefix: string;
  /** None: every issuer who has the key. */
  readonly issuers: readonly string[];
  /** None: the token is for nobody in particular. */
  readonly audiences: readonly string[];
  /** Claims that must have this very value. */
  readonly claims: Readonly<Record<string, string | boolean>>;
  readonly binds?: BindingClaim;
  /** Whether tokens without `exp` and `iat` are accepted: only where they are bound to the body. */
  readonly isTimeOptional?: true;
  /** Where the keys are, for senders that publish them. */
  readonly jwks?: string;
}

/** The vendors that sign inside of the message: each has its own fields and rules. */
export type MessageScheme = "mailgun" | "adyen" | "sns";
