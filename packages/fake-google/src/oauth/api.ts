// The test API of logins and tokens.
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { World } from "../world.ts";
import { issueRefreshToken } from "./issue.ts";
import { type IdentityOptions, rotateKeys, signIdentity } from "./keys.ts";

export const GMAIL_READONLY = "https://www.googleapis.com/auth/gmail.readonly";
export const PUBSUB = "https://www.googleapis.com/auth/pubsub";

export interface AuthorizedUser {
  readonly type: "authorized_user";
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
}

export interface OauthApi {
  /** A login that has been made: the file that Google's tools write. */
  readonly logIn: (scopes?: readonly string[]) => AuthorizedUser;
  /** The file that the console offers for a desktop client. */
  readonly clientFile: () => Readonly<Record<string, unknown>>;
  /** A new service account: its key file. */
  readonly createServiceAccount: (name?: string) => Readonly<Record<string, string>>;
  /** The user revokes the grant: all tokens end. */
  readonly revoke: () => void;
  /** Ends access tokens; refresh tokens stay. */
  readonly expireAccessTokens: () => void;
  /** Every secret that was issued, and that of the client. */
  readonly secrets: () => readonly string[];
  readonly rotateKeys: () => void;
  readonly signIdentity: (options: IdentityOptions) => string;
}

export function createOauthApi(world: World): OauthApi {
  const { oauth, settings } = world;
  return {
    logIn: (scopes = [GMAIL_READONLY, PUBSUB]) => {
      const { clientId, account } = settings;
      const grant = { clientId, subject: account, scopes, isRevoked: false };
      oauth.consented.add(account);
      return {
        type: "authorized_user",
        client_id: clientId,
        client_secret: settings.clientSecret,
        refresh_token: issueRefreshToken(world, grant),
      };
    },
    clientFile: () => ({
      installed: {
        client_id: settings.clientId,
        project_id: settings.projectId,
        auth_uri: "https://accounts.google.com/o/oauth2/auth",
        token_uri: "https://oauth2.googleapis.com/token",
        auth_provider_x509_cert_url: "https://www.googleapis.com/oauth2/v1/certs",
        client_secret: settings.clientSecret,
        redirect_uris: ["http://localhost"],
      },
    }),
    createServiceAccount: (name = "mail-reader") => createServiceAccount(world, name),
    revoke: () => {
      for (const grant of oauth.refreshTokens.values()) grant.isRevoked = true;
    },
    expireAccessTokens: () => {
      for (const token of oauth.accessTokens.values()) token.expiresAt = 0;
    },
    secrets: () => [settings.clientSecret, ...oauth.secrets],
    rotateKeys: () => {
      rotateKeys(world);
    },
    signIdentity: (options) => signIdentity(world, options),
  };
}

function createServiceAccount(world: World, name: string): Record<string, string> {
  const { projectId } = world.settings;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const email = `${name}@${projectId}.iam.gserviceaccount.com`;
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  world.oauth.serviceAccounts.set(email, createPublicKey(privateKey));
  world.oauth.secrets.add(pem);
  return {
    type: "service_account",
    project_id: projectId,
    private_key_id: "0123456789abcdef0123456789abcdef01234567",
    private_key: pem,
    client_email: email,
    client_id: "113774264463038321964",
    auth_uri: "https://accounts.google.com/o/oauth2/auth",
    token_uri: "https://oauth2.googleapis.com/token",
    universe_domain: "googleapis.com",
  };
}
