// Services that take a message as one HTTP request → what the channel webhook posts to each, as data.
import type { WebhookSettings } from "../../generated/host-types.ts";
import type { ResultRow } from "./send-result.ts";

export interface WebhookPreset {
  /** As people call it. */
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Readonly<Record<string, unknown>>;
  /** Longest text, in the unit that `measure` counts. Omitted: the channel's own, in UTF-16 code units. */
  readonly limit?: number;
  readonly measure?: (text: string) => number;
  /** The service shows the text as it is. Omitted: it reads Markdown. */
  readonly isPlain?: true;
  /** Takes the meaning from what the service would read as a mention or a link, in plain text as well. */
  readonly guard?: (text: string) => string;
  /** Where the id of the message is in the answer. Omitted: any 2xx is a success. */
  readonly id?: string;
  /** Where the answer has the service's own code. */
  readonly word?: readonly (string | number)[];
  readonly rows?: readonly ResultRow[];
}

/** The address is the only credential, and the only recipient: refused once, it is refused for all messages. */
const ADDRESS_REFUSED: readonly ResultRow[] = [
  { status: [401, 403, 404, 410], kind: "credential", code: "unauthorized" },
];

/** A row needs its name in the facts of the channel, too: the compiler compares them. */
export const WEBHOOK_PRESETS: Readonly<
  Record<NonNullable<WebhookSettings["preset"]>, WebhookPreset>
> = {
  // binwiederhier/ntfy: server/server.go, server/errors.go. A longer text becomes an attachment, without an error.
  ntfy: {
    name: "ntfy",
    body: "{{text}}",
    limit: 4_096,
    measure: countBytes,
    isPlain: true,
    id: "id",
    word: ["code"],
    // The token may not write to the topic, which is a part of the address.
    rows: [{ words: [40301], kind: "credential", code: "permission_missing" }],
  },
  // gotify/server: model/message.go, auth/authentication.go. Without `extras`, clients show the text as it is.
  gotify: {
    name: "Gotify",
    headers: { "x-gotify-key": "{{token}}" },
    body: { message: "{{text}}" },
    isPlain: true,
    id: "id",
    // An account's token that may not create messages.
    rows: [{ status: [403], kind: "credential", code: "permission_missing" }],
  },
  // developers.google.com/workspace/chat: spaces.messages.create allows 32,000 bytes.
  googlechat: {
    name: "Google Chat",
    body: { text: "{{text}}" },
    limit: 4_000,
    isPlain: true,
    guard: breakChatMarks,
    id: "name",
    word: ["error", "status"],
    rows: ADDRESS_REFUSED,
  },
  // learn.microsoft.com: "When a Teams webhook request is received" of Workflows; a message has at most 28 KB.
  teams: {
    name: "Teams Workflows",
    body: {
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: [{ type: "TextBlock", text: "{{text}}", wrap: true }],
            msteams: { width: "Full" },
          },
        },
      ],
    },
    limit: 4_000,
    word: ["error", "code"],
    rows: ADDRESS_REFUSED,
  },
  // pushover.net/api: 1,024 characters of up to four bytes. `to` is the key of a user or group.
  pushover: {
    name: "Pushover",
    body: { token: "{{token}}", user: "{{to}}", message: "{{text}}" },
    limit: 1_024,
    measure: (text) => [...text].length,
    isPlain: true,
    id: "request",
    word: ["errors", 0],
    rows: [
      { status: [400], like: /^application token/, kind: "credential", code: "unauthorized" },
      { status: [400], like: /^user /, kind: "message", code: "recipient_unknown" },
    ],
  },
  // home-assistant/core: components/webhook answers 200 to every id, also to one that no automation has.
  homeassistant: {
    name: "Home Assistant",
    body: { message: "{{text}}", to: "{{to}}", key: "{{key}}" },
    isPlain: true,
  },
};

const BULLET = /^[ \t]*[-*+][ \t]/gm;

/** In UTF-8. A bullet becomes `•`, which has two bytes more. */
function countBytes(text: string): number {
  return Buffer.byteLength(text) + 2 * (text.match(BULLET)?.length ?? 0);
}

/** `<users/all>` notifies all people of the space, and `<url|text>` hides an address. */
function breakChatMarks(text: string): string {
  return text.replace(/<(?=users\/|[^\s<>|]{1,2000}\|)/gi, "< ");
}
