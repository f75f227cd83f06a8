// What the function of a vendor takes: the form of its secret, and what only the operator knows. Types only.

type OneOrMore<Value> = Value | readonly Value[];

/** For vendors that sign with a secret that both sides have. */
export interface SecretOptions {
  /** As the vendor shows it. During a rotation: the new one, then the old one; either is accepted. */
  readonly secret: OneOrMore<string>;
  /** How old or how far in the future a signed time stamp may be. Default: what the vendor recommends. */
  readonly toleranceSeconds?: number;
}

/** For vendors that sign with a private key. */
export interface PublicKeyOptions {
  /** As the vendor shows it: hexadecimal, base64 or PEM. Several during a rotation, newest first. */
  readonly publicKey: OneOrMore<string>;
  /** How old or how far in the future a signed time stamp may be. Default: what the vendor recommends. */
  readonly toleranceSeconds?: number;
}

/** For vendors that sign nothing and send a secret text. Their requests are authenticated, and their bodies are not. */
export interface TokenOptions {
  /** Without `Bearer`. Several during a rotation, newest first. */
  readonly token: OneOrMore<string>;
}

/** For vendors that send a user and a password, by `Authorization: Basic`. */
export interface BasicOptions {
  /** Without a colon. */
  readonly user: string;
  /** Sent by the vendor with each request. */
  readonly password: string;
}

/** For vendors that send a JSON Web Token. */
export interface ClaimOptions {
  /** The `aud` that a token must have one of. */
  readonly audience?: OneOrMore<string>;
  /** The `iss` that a token must have one of. */
  readonly issuer?: OneOrMore<string>;
  /** How far the clocks of the vendor and of the receiver may be apart. Default: 60. */
  readonly toleranceSeconds?: number;
}

/** For vendors that publish the keys of their tokens: anyone can get tokens of the same issuer. */
export interface AudienceOptions extends ClaimOptions {
  readonly audience: OneOrMore<string>;
}

/** For tokens of an account of the vendor's cloud. */
export interface EmailOptions {
  /** The `email` that a token must have. */
  readonly email: string;
}

/** For Amazon SNS. */
export interface TopicOptions {
  /** ARNs: any AWS account can send messages of its own topic. */
  readonly topics: readonly string[];
  /** The `SignatureVersion` of the topic. Default: 2; new topics have 1, which is SHA-1. */
  readonly signatureVersion?: 1 | 2;
  /** Whether `handshake` confirms subscriptions of `topics`, by a request to AWS. Default: false. */
  readonly confirm?: boolean;
  /** How old a message may be. Default: an hour. */
  readonly toleranceSeconds?: number;
}

/** For vendors whose signature covers the URL. */
export interface UrlOptions {
  /** The URL as the vendor was given it; never that of a header, which a caller chooses. */
  readonly publicUrl: string;
}

/** For vendors whose token covers method, path and query. */
export interface PathOptions {
  /** The URL as the vendor was given it; its path is what is signed. Default: the path of the request. */
  readonly publicUrl?: string;
  /** The base URL of the app, which the signed path does not have. */
  readonly baseUrl?: string;
}

/** For vendors whose handshake shows or hashes a token that the operator typed in. */
export interface VerifyTokenOptions {
  /** Only `handshake` needs it. */
  readonly verifyToken?: string;
}
