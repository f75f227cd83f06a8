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
export type { AccountState, AccountStore, StateChange } from "./model/state.ts";
export { accountFolderOf } from "./state/account-folder.ts";
export type { LockFile, LockResult } from "./state/lock.ts";
export {
  type OpenAccountStoreOptions,
  type OpenAccountStoreResult,
  openAccountStore,
} from "./state/open-account-store.ts";
export { type ReadAccountsResult, readAccounts } from "./state/read-accounts.ts";
export type { StateProblem } from "./state/state-problem.ts";
