// Samples of vendors of chats, calls and social networks.
import { jsonSample, type Samples } from "./sample.ts";

export const MESSAGE_SAMPLES: Samples = {
  slack: [
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
  ],
  meta: [
    {
      event: "whatsapp.messages",
      body: ({ id, seconds }) => ({
        object: "whatsapp_business_account",
        entry: [
          {
            id: "1",
            changes: [
              {
                field: "messages",
                value: {
                  messaging_product: "whatsapp",
                  metadata: { display_phone_number: "15550001111", phone_number_id: "2" },
                  contacts: [{ profile: { name: "Ben" }, wa_id: "15550002222" }],
                  messages: [
                    {
                      from: "15550002222",
                      id: `wamid.${id}`,
                      timestamp: String(seconds),
                      type: "text",
                      text: { body: "Are you open on Monday?" },
                    },
                  ],
                },
              },
            ],
          },
        ],
      }),
    },
    {
      event: "page.messages",
      body: ({ id, now }) => ({
        object: "page",
        entry: [
          {
            id: "1",
            time: now,
            messaging: [
              {
                sender: { id: "2" },
                recipient: { id: "1" },
                timestamp: now,
                message: { mid: `m_${id}`, text: "Are you open on Monday?" },
              },
            ],
          },
        ],
      }),
    },
  ],
  telegram: jsonSample("message", ({ now, seconds }) => ({
    update_id: now,
    message: {
      message_id: 1,
      from: { id: 7, is_bot: false, first_name: "Ben" },
      chat: { id: 7, first_name: "Ben", type: "private" },
      date: seconds,
      text: "Are you open on Monday?",
    },
  })),
  discord: jsonSample("APPLICATION_AUTHORIZED", ({ iso }) => ({
    version: 1,
    application_id: "1234560123453231555",
    type: 1,
    event: {
      type: "APPLICATION_AUTHORIZED",
      timestamp: iso,
      data: {
        integration_type: 1,
        scopes: ["applications.commands"],
        user: { id: "937847521", username: "ben", discriminator: "0" },
      },
    },
  })),
  line: jsonSample("message", ({ id, now }) => ({
    destination: "U0",
    events: [
      {
        type: "message",
        mode: "active",
        timestamp: now,
        webhookEventId: id,
        deliveryContext: { isRedelivery: false },
        replyToken: "0f3779fba3b349968c5d07db31eab56f",
        source: { type: "user", userId: "U1" },
        message: { type: "text", id: "1", text: "Are you open on Monday?" },
      },
    ],
  })),
  "microsoft-teams": jsonSample("message", ({ id, iso }) => ({
    type: "message",
    id,
    timestamp: iso,
    serviceUrl: "https://smba.trafficmanager.net/emea/",
    channelId: "msteams",
    from: { id: "29:1", name: "Ann" },
    conversation: { isGroup: true, id: "19:1@thread.tacv2" },
    text: "<at>hooks</at> are we open on Monday?",
    textFormat: "plain",
  })),
  x: jsonSample("direct_message_events", ({ id, now }) => ({
    for_user_id: "1",
    direct_message_events: [
      {
        type: "message_create",
        id,
        created_timestamp: String(now),
        message_create: {
          target: { recipient_id: "1" },
          sender_id: "2",
          message_data: { text: "Are you open on Monday?", entities: {} },
        },
      },
    ],
  })),
  feishu: jsonSample("im.message.receive_v1", ({ id, now }) => ({
    schema: "2.0",
    header: {
      event_id: id,
      create_time: String(now),
      event_type: "im.message.receive_v1",
      tenant_key: "t1",
      app_id: "cli_1",
    },
    event: {
      sender: { sender_id: { open_id: "ou_1" }, sender_type: "user" },
      message: { message_id: "om_1", message_type: "text", content: '{"text":"Open on Monday?"}' },
    },
  })),
};
