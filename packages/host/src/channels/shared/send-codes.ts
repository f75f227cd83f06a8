// Codes of what sending came to → what each means and what to do: docs and results share them.

interface SendCodeRow {
  readonly meaning: string;
  readonly hint: string;
}

const WAIT = "It is tried again.";
const CHECK = "Look whether the message arrived before it is sent again.";

/** What a send came to, for the log and for `deliveries`. */
export type SendCode =
  | "not_connected"
  | "rate_limited"
  | "server_error"
  | "try_again"
  | "timeout"
  | "aborted"
  | "connection_lost"
  | "gateway_error"
  | "no_id"
  | "platform_unsure"
  | "command_killed"
  | "reported_failed"
  | "recipient_unknown"
  | "recipient_unreachable"
  | "recipient_moved"
  | "window_closed"
  | "not_permitted"
  | "content_refused"
  | "too_long"
  | "empty_text"
  | "request_refused"
  | "client_refused"
  | "command_failed"
  | "markup_refused"
  | "unauthorized"
  | "permission_missing"
  | "account_restricted"
  | "redirected"
  | "settings_refused"
  | "command_not_started";

export const SEND_CODES: Readonly<Record<SendCode, SendCodeRow>> = {
  not_connected: { meaning: "There was no connection.", hint: WAIT },
  rate_limited: { meaning: "The platform asks to wait.", hint: WAIT },
  server_error: { meaning: "The platform has a fault.", hint: WAIT },
  try_again: { meaning: "The command asks to be run again.", hint: WAIT },
  timeout: { meaning: "No answer came in time.", hint: CHECK },
  aborted: { meaning: "The host stopped during the call.", hint: CHECK },
  connection_lost: { meaning: "The connection broke before the answer.", hint: CHECK },
  gateway_error: { meaning: "A server in front of the platform answered.", hint: CHECK },
  no_id: { meaning: "The answer says success and has no message id.", hint: CHECK },
  platform_unsure: { meaning: "The platform cannot say whether it sent the message.", hint: CHECK },
  command_killed: { meaning: "A signal ended the command.", hint: CHECK },
  reported_failed: {
    meaning: "The platform accepted the message and reported later that it failed.",
    hint: "Look up the platform's code, which the reason names.",
  },
  recipient_unknown: {
    meaning: "The recipient does not exist, or the bot cannot see it.",
    hint: "Correct `to`, or add the bot to the conversation.",
  },
  recipient_unreachable: {
    meaning: "The recipient takes no messages of this sender.",
    hint: "The person or group must write to the bot, unblock it or add it again.",
  },
  recipient_moved: {
    meaning: "The group has a new id.",
    hint: "Write the new id in `to`.",
  },
  window_closed: {
    meaning: "The recipient wrote last more than 24 hours ago.",
    hint: "Wait until the person writes again; outside of the window only templates may be sent.",
  },
  not_permitted: {
    meaning: "The bot may not write there.",
    hint: "Give the bot the right to send messages in this conversation.",
  },
  content_refused: {
    meaning: "A filter of the platform refuses the content.",
    hint: "Look at the text in the run, and send it on another channel.",
  },
  too_long: {
    meaning: "The text is too long.",
    hint: "Report this: parts are cut below the limit.",
  },
  empty_text: { meaning: "The text has nothing to show.", hint: "Look at the answer of the run." },
  request_refused: {
    meaning: "The platform refuses the message.",
    hint: "Look up the platform's own code.",
  },
  client_refused: {
    meaning: "The platform's library refuses the message.",
    hint: "Check the version of the library and `to`.",
  },
  command_failed: {
    meaning: "The command failed.",
    hint: "Run it manually: exit code 0 means sent, 75 means try again.",
  },
  markup_refused: {
    meaning: "The platform refuses the markup.",
    hint: "It is sent as plain text.",
  },
  unauthorized: {
    meaning: "The platform refuses the credential.",
    hint: "Renew the credential of the channel and reload.",
  },
  permission_missing: {
    meaning: "The credential lacks a permission.",
    hint: "Add the permission on the platform, install the app again and reload.",
  },
  account_restricted: {
    meaning: "The platform has restricted the account.",
    hint: "Solve it in the platform's own console and reload.",
  },
  redirected: {
    meaning: "The server answers with a redirect, which is not followed.",
    hint: "Correct the URL of the channel and reload.",
  },
  settings_refused: {
    meaning: "The server does not accept the settings of the channel.",
    hint: "Correct the URL of the channel and reload.",
  },
  command_not_started: {
    meaning: "The command cannot be started.",
    hint: "Correct `command` of the channel: a program that exists and may be run.",
  },
};
