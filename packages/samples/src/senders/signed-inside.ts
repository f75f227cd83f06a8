// Samples of vendors that sign by a token, or inside of the message.
import { jsonSample, type Samples } from "./sample.ts";

export const SIGNED_INSIDE_SAMPLES: Samples = {
  netlify: [
    {
      event: "deploy_created",
      headers: { "x-netlify-event": "deploy_created" },
      body: ({ iso }) => ({
        id: "5f0000000000000000000001",
        site_id: "0a1b2c3d-0000-4000-8000-000000000001",
        build_id: "5f0000000000000000000002",
        state: "ready",
        name: "acme-site",
        url: "https://site.example.com",
        admin_url: "https://app.netlify.com/sites/acme-site",
        deploy_ssl_url: "https://main--acme-site.netlify.app",
        created_at: iso,
        updated_at: iso,
        error_message: null,
        commit_ref: "4f1c0de4f1c0de4f1c0de4f1c0de4f1c0de4f1c0",
        branch: "main",
        context: "production",
        title: "Correct the opening hours",
      }),
    },
  ],
  vonage: [
    {
      event: "inbound-message",
      body: ({ id, iso }) => ({
        to: "447700900000",
        from: "447700900001",
        channel: "sms",
        message_uuid: id,
        timestamp: iso,
        message_type: "text",
        text: "Are you open on Monday?",
        sms: { num_messages: "1" },
      }),
      claims: ({ id }) => ({
        jti: id,
        api_key: "abcd1234",
        application_id: "00000000-0000-4000-8000-000000000001",
      }),
    },
  ],
  "jira-connect": [
    {
      event: "jira:issue_created",
      body: ({ now }) => ({
        timestamp: now,
        webhookEvent: "jira:issue_created",
        user: { accountId: "5b0000000000000000000001", displayName: "Ann" },
        issue: {
          id: "10002",
          key: "SITE-7",
          fields: {
            summary: "The map shows the wrong street",
            issuetype: { name: "Bug" },
            status: { name: "To Do" },
            project: { key: "SITE", name: "Site" },
          },
        },
      }),
      claims: ({ seconds }) => ({ iss: "client-key-of-a-sample", exp: seconds + 180 }),
    },
  ],
  monday: [
    {
      event: "create_pulse",
      body: ({ id, iso }) => ({
        event: {
          userId: 1,
          boardId: 2,
          pulseId: 3,
          pulseName: "Correct the map",
          groupId: "topics",
          type: "create_pulse",
          triggerTime: iso,
          subscriptionId: 4,
          triggerUuid: id,
        },
      }),
      claims: ({ seconds }) => ({ accountId: 1, userId: 1, exp: seconds + 300 }),
    },
  ],
  mailgun: jsonSample("delivered", ({ id, seconds }) => ({
    "event-data": {
      id,
      event: "delivered",
      timestamp: seconds,
      "log-level": "info",
      recipient: "ben@example.com",
      "recipient-domain": "example.com",
      tags: ["orders"],
      "user-variables": {},
      "delivery-status": { code: 250, message: "OK", "attempt-no": 1 },
      message: {
        headers: {
          to: "Ben <ben@example.com>",
          from: "Shop <shop@example.com>",
          subject: "Your order is on its way",
          "message-id": "20260131120000.1.sample@example.com",
        },
        attachments: [],
        size: 111,
      },
    },
  })),
  adyen: jsonSample("AUTHORISATION", ({ id, iso }) => ({
    live: "false",
    notificationItems: [
      {
        NotificationRequestItem: {
          additionalData: {},
          amount: { currency: "EUR", value: 2500 },
          eventCode: "AUTHORISATION",
          eventDate: iso,
          merchantAccountCode: "AcmeShop",
          merchantReference: "order-1001",
          operations: ["CANCEL", "CAPTURE", "REFUND"],
          paymentMethod: "visa",
          pspReference: id,
          reason: "000001:1234:03/2030",
          success: "true",
        },
      },
    ],
  })),
};
