// The state of a mailbox: mails, labels, the history of changes and the watch.

export interface StoredPart {
  readonly partId: string;
  readonly mimeType: string;
  readonly filename: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly bytes: Buffer | undefined;
  /** Set if the message names this id and the bytes are fetched by it. */
  readonly attachmentId: string | undefined;
  readonly parts: readonly StoredPart[];
}

export interface StoredMessage {
  readonly id: string;
  readonly threadId: string;
  labels: readonly string[];
  readonly snippet: string;
  /** Milliseconds since the epoch. */
  readonly internalDate: number;
  historyId: bigint;
  readonly payload: StoredPart;
}

export type HistoryKind = "messagesAdded" | "messagesDeleted" | "labelsAdded" | "labelsRemoved";

export interface HistoryRecord {
  readonly id: bigint;
  readonly kind: HistoryKind;
  /** It is listed from then on. */
  readonly visibleAt: number;
  readonly message: {
    readonly id: string;
    readonly threadId: string;
    /** The labels of the mail at that time. */
    readonly labelIds: readonly string[];
  };
  /** Labels that were added or removed. */
  readonly changed: readonly string[];
}

interface Label {
  readonly id: string;
  readonly name: string;
  readonly type: "system" | "user";
}

export interface Watch {
  readonly topic: string;
  readonly labels: readonly string[];
  readonly expiresAt: number;
}

export interface Mailbox {
  /** In order of arrival. */
  readonly messages: Map<string, StoredMessage>;
  readonly records: HistoryRecord[];
  readonly labels: Label[];
  /** The newest id of the history. */
  head: bigint;
  /** Older ids are no longer known. */
  floor: bigint;
  nextMessage: bigint;
  watch: Watch | undefined;
  lastNotifiedAt: number;
  /** How often each mail was fetched. */
  readonly fetches: Map<string, number>;
  /** Notifications that were sent, and those dropped because they were too soon after another. */
  readonly notified: { sent: number; dropped: number };
  quota: { units: number; at: number } | undefined;
}

const SYSTEM_LABELS = [
  "INBOX",
  "SENT",
  "DRAFT",
  "SPAM",
  "TRASH",
  "UNREAD",
  "IMPORTANT",
  "STARRED",
  "CHAT",
  "CATEGORY_PERSONAL",
  "CATEGORY_SOCIAL",
  "CATEGORY_PROMOTIONS",
  "CATEGORY_UPDATES",
  "CATEGORY_FORUMS",
];

/** Ids are above the integers that a JSON number holds exactly, so that a client that reads them as numbers fails. */
const FIRST_HISTORY_ID = 9_007_199_254_740_993n;
const FIRST_MESSAGE_ID = 0x18c0_0000_0000_0001n;

export function createMailbox(): Mailbox {
  return {
    messages: new Map(),
    records: [],
    labels: SYSTEM_LABELS.map((id) => ({ id, name: id, type: "system" })),
    head: FIRST_HISTORY_ID,
    floor: FIRST_HISTORY_ID,
    nextMessage: FIRST_MESSAGE_ID,
    watch: undefined,
    lastNotifiedAt: Number.NEGATIVE_INFINITY,
    fetches: new Map(),
    notified: { sent: 0, dropped: 0 },
    quota: undefined,
  };
}
