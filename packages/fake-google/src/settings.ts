// What the servers do unless a test says otherwise. Tests may change any of it while the servers run.

/** A number is drawn between both, evenly. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface FakeSettings {
  /** The mailbox, and who is logged in at the browser. */
  account: string;
  /** The project of the OAuth client; topics of others are refused. */
  projectId: string;
  clientId: string;
  clientSecret: string;
  /** What the person at the consent page does. */
  consent: "granted" | "denied";
  /** Who logs in there, if it is not the account. */
  consentAccount: string | undefined;
  /** Scopes whose box the person leaves empty. */
  untickedScopes: readonly string[];
  /** Life of an access token, in seconds of the clock. */
  accessTokenSeconds: number;
  /** Life of a refresh token; an app whose consent page is in testing has 604,800. */
  refreshTokenSeconds: number | undefined;
  /** Accounts for which a domain's admin let the service account act. */
  delegatedAccounts: readonly string[];
  /** How long after its notification a mail is in the history. */
  visibleAfterMs: Range;
  /** Whether a mail also stands in further records, as it often does. */
  isHistoryNoisy: boolean;
  /** The largest step between two ids of the history. */
  maxHistoryGap: number;
  watchLifetimeMs: number;
  /** How many watches fail before a grant on a topic has an effect: on a busy machine, a time would be over before. */
  watchesUntilGrant: number;
  /** Within this time after a notification, others are dropped. */
  notifyIntervalMs: number;
  /** A spread of this lets notifications overtake each other. */
  notifyDelayMs: Range;
  /** How often each notification is published. */
  notifyCopies: number;
  isHistoryIdText: boolean;
  /** How long a pull without messages is held. */
  pullWaitMs: number;
  /** The first wait before a refused push comes again, where the subscription does not say. */
  pushBackoffMs: Range;
  isBase64Padded: boolean;
  /** Undefined: Gmail answers without counting. Google gives new projects 6,000. */
  unitsPerMinute: number | undefined;
  quotaStatus: 403 | 429;
  /** Whether a quota answer tells when to come again. */
  isQuotaTimeTold: boolean;
}

export const DEFAULT_SETTINGS: FakeSettings = {
  account: "you@gmail.com",
  projectId: "demo-project",
  clientId: "123456789012-fake.apps.googleusercontent.com",
  clientSecret: "GOCSPX-fake-client-secret",
  consent: "granted",
  consentAccount: undefined,
  untickedScopes: [],
  accessTokenSeconds: 3_599,
  refreshTokenSeconds: undefined,
  delegatedAccounts: [],
  visibleAfterMs: { min: 0, max: 0 },
  isHistoryNoisy: true,
  maxHistoryGap: 40,
  watchLifetimeMs: 7 * 86_400_000,
  watchesUntilGrant: 0,
  notifyIntervalMs: 1_000,
  notifyDelayMs: { min: 0, max: 0 },
  notifyCopies: 1,
  isHistoryIdText: false,
  pullWaitMs: 2_000,
  pushBackoffMs: { min: 100, max: 60_000 },
  isBase64Padded: false,
  unitsPerMinute: undefined,
  quotaStatus: 403,
  isQuotaTimeTold: false,
};
