// Slack.
import { versioned } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "slack",
  name: "Slack",
  deliveryMark: { json: "type", is: "event_callback" },
  docs: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
  signatures: [versioned("x-slack-signature", "x-slack-request-timestamp")],
  handshake: "slack",
  // Slash commands are forms, and what people press comes as JSON in the field `payload` of one.
  body: ["json", "form"],
  delivery: {
    id: { json: "event_id" },
    idSigned: true,
    retries: "Waits 3 s; tries three times more: at once, after 1 minute, after 5 minutes.",
    on4xx: "repeats",
  },
  secretFrom: "The app's page, Basic Information, Signing Secret.",
};

export const page: VendorPage = {
  notes: ["Each retry has a new time stamp, and its number in `X-Slack-Retry-Num`."],
};

export const samples: readonly Sample[] = [
  {
    event: "app_mention",
    body: ({ id, seconds }) => ({
      token: "unused",
      team_id: "T1",
      api_app_id: "A1",
      type: "event_callback",
      event_id: `Ev${id}`,
      event_time: seconds,
      event: {
        type: "app_mention",
        user: "U1",
        text: "<@U0> are we open on Monday?",
        ts: `${seconds}.000100`,
        channel: "C1",
        event_ts: `${seconds}.000100`,
      },
      authorizations: [{ team_id: "T1", user_id: "U0", is_bot: true }],
    }),
  },
  {
    event: "message",
    body: ({ id, seconds }) => ({
      token: "unused",
      team_id: "T1",
      api_app_id: "A1",
      type: "event_callback",
      event_id: `Ev${id}`,
      event_time: seconds,
      event: {
        type: "message",
        channel: "C1",
        channel_type: "channel",
        user: "U1",
        text: "The delivery has arrived.",
        ts: `${seconds}.000200`,
        event_ts: `${seconds}.000200`,
      },
    }),
  },
  {
    event: "slash_command",
    type: "form",
    body: ({ id }) => ({
      token: "unused",
      team_id: "T1",
      team_domain: "acme",
      channel_id: "C1",
      channel_name: "support",
      user_id: "U1",
      user_name: "ann",
      command: "/ask",
      text: "are we open on Monday?",
      api_app_id: "A1",
      response_url: `https://hooks.slack.com/commands/T1/1/${id}`,
      trigger_id: id,
    }),
  },
  {
    event: "block_actions",
    type: "form",
    body: ({ id, seconds }) => ({
      payload: JSON.stringify({
        type: "block_actions",
        team: { id: "T1", domain: "acme" },
        user: { id: "U1", username: "ann", team_id: "T1" },
        api_app_id: "A1",
        token: "unused",
        trigger_id: id,
        channel: { id: "C1", name: "support" },
        response_url: `https://hooks.slack.com/actions/T1/1/${id}`,
        actions: [
          { type: "button", action_id: "approve", value: "4711", action_ts: `${seconds}.000100` },
        ],
      }),
    }),
  },
];
