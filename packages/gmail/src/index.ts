// What users import from @hookwright/gmail.
export { type CredentialsOptions, chooseCredentials } from "./google/auth/choose-credentials.ts";
export {
  type AuthClientOptions,
  type AuthClients,
  createAuthClients,
} from "./google/auth/create-auth-clients.ts";
export type {
  CredentialsResult,
  GoogleCredentials,
  ServiceAccountCredentials,
  UserCredentials,
} from "./google/auth/credentials.ts";
export { GOOGLE_URLS, type GoogleUrls } from "./google/google-urls.ts";
export type { MailFailure, MailFailureCode } from "./model/failure.ts";
export type { GmailMode } from "./model/mode.ts";
