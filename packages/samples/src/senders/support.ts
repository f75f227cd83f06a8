// Samples of vendors of calls, mail and help desks.
import { jsonSample, type Samples } from "./sample.ts";

const MAIL = { from: "ann@example.com", to: "ben@example.com", subject: "Your order" };

export const SUPPORT_SAMPLES: Samples = {
  intercom: jsonSample("conversation.user.created", ({ id, seconds }) => ({
    type: "notification_event",
    id: `notif_${id}`,
    app_id: "app1",
    topic: "conversation.user.created",
    created_at: seconds,
    delivery_attempts: 1,
    data: {
      type: "notification_event_data",
      item: { type: "conversation", id: "1", state: "open", title: "A question" },
    },
  })),
  zendesk: jsonSample("zen:event-type:ticket.created", ({ id, iso }) => ({
    type: "zen:event-type:ticket.created",
    account_id: 12514403,
    id,
    time: iso,
    zendesk_event_version: "2022-11-06",
    subject: "zen:ticket:1",
    event: {},
    detail: { id: "1", subject: "A question", status: "NEW", priority: "NORMAL" },
  })),
  twilio: [
    {
      event: "message",
      type: "form",
      body: ({ id }) => ({
        ToCountry: "US",
        MessageSid: `SM${id.replaceAll("-", "")}`,
        AccountSid: "AC00000000000000000000000000000001",
        NumMedia: "0",
        NumSegments: "1",
        From: "+15550002222",
        To: "+15550001111",
        Body: "Are you open on Monday?",
      }),
    },
    {
      event: "call",
      type: "form",
      body: ({ id }) => ({
        CallSid: `CA${id.replaceAll("-", "")}`,
        AccountSid: "AC00000000000000000000000000000001",
        From: "+15550002222",
        To: "+15550001111",
        CallStatus: "ringing",
        Direction: "inbound",
        ApiVersion: "2010-04-01",
      }),
    },
    {
      event: "com.twilio.messaging.message.delivered",
      body: ({ id, iso }) => [
        {
          specversion: "1.0",
          type: "com.twilio.messaging.message.delivered",
          source: "/2010-04-01/Accounts/AC1/Messages/SM1.json",
          id,
          time: iso,
          data: { messageSid: `SM${id.replaceAll("-", "")}`, messageStatus: "DELIVERED" },
        },
      ],
    },
  ],
  mailchimp: [
    {
      event: "subscribe",
      type: "form",
      body: ({ iso }) => ({
        type: "subscribe",
        fired_at: iso.slice(0, 19).replace("T", " "),
        "data[id]": "8a25ff1d98",
        "data[list_id]": "a6b5da1054",
        "data[email]": MAIL.to,
        "data[merges][FNAME]": "Ada",
      }),
    },
  ],
  mandrill: [
    {
      event: "send",
      type: "form",
      body: ({ id, seconds }) => ({
        mandrill_events: JSON.stringify([
          {
            event: "send",
            ts: seconds,
            _id: id,
            msg: { email: MAIL.to, sender: MAIL.from, subject: MAIL.subject, state: "sent" },
          },
        ]),
      }),
    },
  ],
  sendgrid: jsonSample("delivered", ({ id, seconds }) => [
    {
      email: MAIL.to,
      timestamp: seconds,
      event: "delivered",
      "smtp-id": "<1@example.com>",
      sg_event_id: id,
      sg_message_id: "1.filter0001",
      response: "250 OK",
    },
  ]),
  postmark: jsonSample("Delivery", ({ id, iso }) => ({
    RecordType: "Delivery",
    ServerID: 23,
    MessageStream: "outbound",
    MessageID: id,
    Recipient: MAIL.to,
    DeliveredAt: iso,
    Details: "250 OK",
    Metadata: {},
  })),
  sparkpost: jsonSample("delivery", ({ id, seconds }) => [
    {
      msys: {
        message_event: {
          type: "delivery",
          event_id: id,
          timestamp: String(seconds),
          rcpt_to: MAIL.to,
          subject: MAIL.subject,
        },
      },
    },
  ]),
  resend: jsonSample("email.delivered", ({ id, iso }) => ({
    type: "email.delivered",
    created_at: iso,
    data: {
      email_id: id,
      created_at: iso,
      from: MAIL.from,
      to: [MAIL.to],
      subject: MAIL.subject,
    },
  })),
  "customer-io": jsonSample("email_delivered", ({ id, seconds }) => ({
    event_id: id,
    object_type: "email",
    metric: "delivered",
    timestamp: seconds,
    data: { customer_id: "1", recipient: MAIL.to, subject: MAIL.subject, campaign_id: 1 },
  })),
  telnyx: jsonSample("message.received", ({ id, iso }) => ({
    data: {
      record_type: "event",
      id,
      event_type: "message.received",
      occurred_at: iso,
      payload: {
        id: "1",
        record_type: "message",
        direction: "inbound",
        from: { phone_number: "+15550002222" },
        to: [{ phone_number: "+15550001111" }],
        text: "Are you open on Monday?",
      },
    },
    meta: { attempt: 1, delivered_to: "https://hooks.example.com/hooks/telnyx" },
  })),
  ringcentral: jsonSample("message-store/instant", ({ id, iso }) => ({
    uuid: id,
    event: "/restapi/v1.0/account/1/extension/2/message-store/instant?type=SMS",
    timestamp: iso,
    subscriptionId: "3",
    ownerId: "2",
    body: { id: "4", from: { phoneNumber: "+15550002222" }, subject: "Open on Monday?" },
  })),
  livechat: jsonSample("incoming_chat", ({ id }) => ({
    webhook_id: id,
    action: "incoming_chat",
    organization_id: "390e44e6",
    payload: { chat: { id: "PJ0MRSHTDG", thread: { id: "K600PKZON8" } } },
  })),
  aircall: jsonSample("call.created", ({ seconds }) => ({
    resource: "call",
    event: "call.created",
    timestamp: seconds,
    data: { id: 812, direction: "inbound", status: "initial", raw_digits: "+1 555 000 2222" },
  })),
};
