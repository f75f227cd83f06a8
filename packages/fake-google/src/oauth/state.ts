// What the login and token service knows: grants, tokens, codes and service accounts.
import type { KeyObject } from "node:crypto";

/** What a person, or an admin, allowed a client. */
export interface Grant {
  readonly clientId: string;
  /** Whose mailbox: an account, or the service account itself. */
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | undefined;
  isRevoked: boolean;
}

interface AccessToken {
  readonly grant: Grant;
  expiresAt: number;
}

/** What a code stands for. It is deleted when it is used. */
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
  /** Subjects that consented once: the second login has no refresh token unless consent is asked for again. */
  readonly consented: Set<string>;
  /** Every secret that was ever given out. */
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
