// What users import from @hookwright/gmail.

export {
  type AuthClientOptions,
  type AuthClients,
  createAuthClients,
} from "./google/auth/create-auth-clients.ts";
export {
  type CredentialsOptions,
  type CredentialsResult,
  chooseCredentials,
  type GoogleCredentials,
  type ServiceAccountCredentials,
  type UserCredentials,
} from "./google/auth/credentials.ts";
export { GOOGLE_URLS, type GoogleUrls } from "./google/google-urls.ts";
export type { MailFailure, MailFailureCode } from "./model/failure.ts";
export type { MailLog, MailLogEntry } from "./model/log.ts";
export type { Mail, MailPost, PostMail, PostResult } from "./model/mail.ts";
export type { GmailMode } from "./model/mode.ts";
export type { GmailSettings, PushIdentity } from "./model/settings.ts";
export type { AccountState, AccountStore, StateChange } from "./model/state.ts";
export type { LookEnd } from "./model/trigger.ts";
export type { GmailRunEnd } from "./run/run-gmail.ts";
export {
  type MailboxSupervisor,
  type SuperviseMailboxOptions,
  superviseMailbox,
} from "./run/supervise-mailbox.ts";
export { type WatchMailboxOptions, watchMailbox } from "./run/watch-mailbox.ts";
export type { SettingsProblem } from "./settings/read-gmail-settings.ts";
export {
  type GmailSettingsOptions,
  type GmailSettingsResult,
  readGmailSettings,
} from "./settings/read-gmail-settings.ts";
export { runSetup } from "./setup/run-setup.ts";
export type {
  LoginPorts,
  SetupChange,
  SetupEvent,
  SetupOptions,
  SetupResult,
} from "./setup/setup-options.ts";
export type { StopLine, StopOptions, StopResult } from "./setup/stop-gmail.ts";
export { stopGmail } from "./setup/stop-gmail.ts";
export type { LockFile, LockResult } from "./state/lock.ts";
export {
  type OpenAccountStoreOptions,
  type OpenAccountStoreResult,
  openAccountStore,
} from "./state/open-account-store.ts";
export { type ReadAccountsResult, readAccounts } from "./state/read-accounts.ts";
export type { StateProblem } from "./state/state-file.ts";
export { type AccountStatus, accountStatus, type StatusReason } from "./status/account-status.ts";
