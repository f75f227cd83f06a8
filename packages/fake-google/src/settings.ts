// The default behavior of the servers. Tests may change any setting while the servers run.

/** A number is drawn evenly from the range. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface FakeSettings {
  /** The mailbox, and the account that is logged in at the browser. */
  account: string;
  /** The project of the OAuth client; topics of others are refused. */
  projectId: string;
  clientId: string;
  clientSecret: string;
  /** What the person at the consent page does. */
  consent: "granted" | "denied";
  /** Scopes whose box the person leaves unchecked. */
  untickedScopes: readonly string[];
  /** Lifetime of an access token, in seconds of the clock. */
  accessTokenSeconds: number;
  /** Accounts for which a domain's admin let the service account act. */
  delegatedAccounts: readonly string[];
  /** The delay between a notification and its mail in the history. */
  visibleAfterMs: Range;
  /** Whether a mail also appears in further records, as it often does. */
  isHistoryNoisy: boolean;
  /** How many watches fail before a grant on a topic takes effect: with a time, a busy machine would be too late. */
  watchesUntilGrant: number;
  /** Within this time after a notification, others are dropped. */
  notifyIntervalMs: number;
  /** This range lets notifications overtake each other. */
  notifyDelayMs: Range;
  /** How often each notification is published. */
  notifyCopies: number;
  /** How long a pull without messages is held. */
  pullWaitMs: number;
  /** The first wait before a refused push is repeated, unless the subscription sets it. */
  pushBackoffMs: Range;
  isBase64Padded: boolean;
  /** Undefined: no quota. Google gives new projects 6,000. */
  unitsPerMinute: number | undefined;
}

export const DEFAULT_SETTINGS: FakeSettings = {
  account: "you@gmail.com",
  projectId: "demo-project",
  clientId: "123456789012-fake.apps.googleusercontent.com",
  clientSecret: "GOCSPX-fake-client-secret",
  consent: "granted",
  untickedScopes: [],
  accessTokenSeconds: 3_599,
  delegatedAccounts: [],
  visibleAfterMs: { min: 0, max: 0 },
  isHistoryNoisy: true,
  watchesUntilGrant: 0,
  notifyIntervalMs: 1_000,
  notifyDelayMs: { min: 0, max: 0 },
  notifyCopies: 1,
  pullWaitMs: 2_000,
  pushBackoffMs: { min: 100, max: 60_000 },
  isBase64Padded: false,
  unitsPerMinute: undefined,
};
