// What a process proves itself to Google with.
import type { MailFailure } from "../../model/failure.ts";

/** The login of a person: it lasts until Google or the person ends it. */
export interface UserCredentials {
  readonly type: "authorized_user";
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  /** What was allowed; undefined where the login does not say. */
  readonly scopes?: readonly string[];
  /** Of the client, where the login was made here. */
  readonly projectId?: string;
}

/** A key of a service account, which reads a mailbox only by domain-wide delegation. */
export interface ServiceAccountCredentials {
  readonly type: "service_account";
  readonly email: string;
  readonly privateKey: string;
  readonly privateKeyId: string | undefined;
  readonly projectId: string | undefined;
}

/** Of a person or of a service account. */
export type GoogleCredentials = UserCredentials | ServiceAccountCredentials;

/** Credentials, or why there are none. The failure holds no part of them. */
export type CredentialsResult =
  | { readonly ok: true; readonly value: GoogleCredentials }
  | { readonly ok: false; readonly failure: MailFailure };
