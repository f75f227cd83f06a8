// The state of the login and token service: grants, tokens, codes and service accounts.
import type { KeyObject } from "node:crypto";

/** The access that a person, or an admin, granted to a client. */
export interface Grant {
  readonly clientId: string;
  /** Whose mailbox: an account, or the service account itself. */
  readonly subject: string;
  readonly scopes: readonly string[];
  isRevoked: boolean;
}

interface AccessToken {
  readonly grant: Grant;
  expiresAt: number;
}

/** The grant of a code, which is deleted when it is used. */
interface AuthorizationCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly scopes: readonly string[];
  readonly subject: string;
  readonly isRefreshable: boolean;
  readonly expiresAt: number;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The fields of a request for a token. */
export type TokenForm = Readonly<Record<string, string | undefined>>;

export interface OauthState {
  readonly codes: Map<string, AuthorizationCode>;
  /** In the order in which they were issued. */
  readonly refreshTokens: Map<string, Grant>;
  readonly accessTokens: Map<string, AccessToken>;
  /** Public keys by mail address. */
  readonly serviceAccounts: Map<string, KeyObject>;
  /** Subjects that consented once: a second login has no refresh token unless it asks for consent again. */
  readonly consented: Set<string>;
  /** Every secret that was ever issued. */
  readonly secrets: Set<string>;
  /** Keys of identity tokens, the newest last. */
  readonly signingKeys: SigningKey[];
}

export function createOauthState(): OauthState {
  return {
    codes: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    serviceAccounts: new Map(),
    consented: new Set(),
    secrets: new Set(),
    signingKeys: [],
  };
}
