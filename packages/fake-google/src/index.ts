// What tests import from @hookwright/fake-google.
export type { FakeClock } from "./clock.ts";
export type { GmailApi, MailboxStatus } from "./gmail/api.ts";
export type { MailInput, PartInput } from "./gmail/mail-input.ts";
export { SAMPLE_MAILS, type SampleMail } from "./gmail/sample-mails.ts";
export type { Fault, FaultMatcher } from "./http/faults.ts";
export type { LoggedRequest } from "./http/serve.ts";
export { type AuthorizedUser, GMAIL_READONLY, type OauthApi, PUBSUB } from "./oauth/api.ts";
export type { PubsubApi, SubscriptionStatus } from "./pubsub/api.ts";
export { DEFAULT_SETTINGS, type FakeSettings } from "./settings.ts";
export { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "./start-fake-google.ts";
