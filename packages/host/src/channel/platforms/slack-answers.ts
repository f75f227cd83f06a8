// Answers of Slack's Web API → what each means.
import type { Answer } from "../http/exchange.ts";
import { readField, readText } from "../http/read-field.ts";
import type { AnswerFacts, AnswerRules } from "../http/result-rows.ts";

/** Slack says most errors in a 200 with `ok: false`, and each by one word. */
export const SLACK_ANSWERS: AnswerRules = {
  name: "Slack",
  read,
  rows: [
    {
      words: [
        "invalid_auth",
        "not_authed",
        "token_revoked",
        "token_expired",
        "not_allowed_token_type",
        "org_login_required",
        "ekm_access_denied",
        "access_denied",
      ],
      kind: "credential",
      code: "unauthorized",
    },
    { words: ["account_inactive"], kind: "credential", code: "account_restricted" },
    { words: ["missing_scope"], kind: "credential", code: "permission_missing" },
    { words: ["rate_limited", "ratelimited"], kind: "retry", code: "rate_limited" },
    {
      words: ["service_unavailable", "team_added_to_org", "request_timeout"],
      kind: "retry",
      code: "server_error",
    },
    // Documented: a part may have succeeded.
    { words: ["internal_error", "fatal_error"], kind: "unknown", code: "platform_unsure" },
    {
      words: ["channel_not_found", "user_not_found", "user_not_visible", "users_list_not_supplied"],
      kind: "message",
      code: "recipient_unknown",
    },
    {
      words: ["is_archived", "user_disabled", "cannot_dm_bot"],
      kind: "message",
      code: "recipient_unreachable",
    },
    { words: ["not_in_channel", "no_permission"], kind: "message", code: "not_permitted" },
    { like: /^restricted_action/, kind: "message", code: "not_permitted" },
    { words: ["msg_too_long"], kind: "message", code: "too_long" },
    { words: ["no_text"], kind: "message", code: "empty_text" },
    // Any other word that Slack may invent is final; what is no word is not Slack's answer.
    { status: [200], like: /^[a-z_]+$/, kind: "message", code: "request_refused" },
    { status: [200], kind: "unknown", code: "no_id" },
  ],
};

function read({ body }: Answer): AnswerFacts {
  const channel = readText(body, "channel");
  const ts = readText(body, "ts");
  if (readField(body, "ok") === true) {
    return channel !== undefined && ts !== undefined ? { id: `${channel}:${ts}` } : {};
  }
  const word = readText(body, "error");
  return word === undefined ? {} : { word };
}
