// Samples of vendors of forms, meetings, media, models and accounts.
import { jsonSample, type Samples } from "./sample.ts";

export const PLATFORM_SAMPLES: Samples = {
  typeform: jsonSample("form_response", ({ id, iso }) => ({
    event_id: id,
    event_type: "form_response",
    form_response: {
      form_id: "lT4Z3j",
      token: "a3a12ec67a1365927098a606107fac15",
      submitted_at: iso,
      definition: {
        id: "lT4Z3j",
        title: "Contact",
        fields: [{ id: "f1", title: "What is it about?", type: "short_text", ref: "about" }],
      },
      answers: [
        { type: "text", text: "The garden", field: { id: "f1", type: "short_text", ref: "about" } },
      ],
    },
  })),
  persona: jsonSample("inquiry.completed", ({ id, iso }) => ({
    data: {
      type: "event",
      id,
      attributes: {
        name: "inquiry.completed",
        "created-at": iso,
        payload: {
          data: {
            type: "inquiry",
            id: "inq_1",
            attributes: { status: "completed", "reference-id": "customer-1" },
          },
        },
      },
    },
  })),
  tally: jsonSample("FORM_RESPONSE", ({ id, iso }) => ({
    eventId: id,
    eventType: "FORM_RESPONSE",
    createdAt: iso,
    data: {
      responseId: "2wgx4n",
      formId: "VwbNEw",
      formName: "Contact",
      fields: [{ key: "q1", label: "What is it about?", type: "INPUT_TEXT", value: "The garden" }],
    },
  })),
  docusign: jsonSample("envelope-completed", ({ iso }) => ({
    event: "envelope-completed",
    apiVersion: "v2.1",
    uri: "/restapi/v2.1/accounts/1/envelopes/2",
    retryCount: 0,
    configurationId: 10,
    generatedDateTime: iso,
    data: {
      accountId: "1",
      userId: "3",
      envelopeId: "2",
      envelopeSummary: { status: "completed" },
    },
  })),
  "cal-com": jsonSample("BOOKING_CREATED", ({ id, iso, now }) => ({
    triggerEvent: "BOOKING_CREATED",
    createdAt: iso,
    payload: {
      uid: id,
      type: "30min",
      title: "30 minutes between Ann and Ben",
      startTime: new Date(now + 86_400_000).toISOString(),
      endTime: new Date(now + 88_200_000).toISOString(),
      organizer: { name: "Ann", email: "ann@example.com", timeZone: "Europe/Berlin" },
      attendees: [{ name: "Ben", email: "ben@example.com", timeZone: "Europe/Berlin" }],
    },
  })),
  calendly: jsonSample("invitee.created", ({ id, iso }) => ({
    event: "invitee.created",
    created_at: iso,
    created_by: "https://api.calendly.com/users/1",
    payload: {
      uri: `https://api.calendly.com/scheduled_events/1/invitees/${id}`,
      name: "Ben",
      email: "ben@example.com",
      status: "active",
      event: "https://api.calendly.com/scheduled_events/1",
    },
  })),
  zoom: jsonSample("meeting.started", ({ iso, now }) => ({
    event: "meeting.started",
    event_ts: now,
    payload: {
      account_id: "1",
      object: { id: "111", uuid: "u1==", host_id: "2", topic: "Weekly", type: 8, start_time: iso },
    },
  })),
  twitch: [
    {
      event: "stream.online",
      headers: {
        "twitch-eventsub-message-type": "notification",
        "twitch-eventsub-subscription-type": "stream.online",
        "twitch-eventsub-subscription-version": "1",
      },
      body: ({ iso }) => ({
        subscription: { id: "1", type: "stream.online", version: "1", status: "enabled", cost: 0 },
        event: {
          id: "9001",
          broadcaster_user_id: "1337",
          broadcaster_user_login: "ann",
          broadcaster_user_name: "Ann",
          type: "live",
          started_at: iso,
        },
      }),
    },
  ],
  mux: jsonSample("video.asset.ready", ({ id, iso }) => ({
    type: "video.asset.ready",
    id,
    created_at: iso,
    object: { type: "asset", id: "asset1" },
    environment: { name: "Production", id: "env1" },
    data: { id: "asset1", status: "ready", duration: 23.8, playback_ids: [] },
  })),
  elevenlabs: jsonSample("post_call_transcription", ({ seconds }) => ({
    type: "post_call_transcription",
    event_timestamp: seconds,
    data: {
      agent_id: "agent1",
      conversation_id: "conv1",
      status: "done",
      transcript: [{ role: "user", message: "Are you open on Monday?" }],
    },
  })),
  openai: jsonSample("response.completed", ({ id, seconds }) => ({
    object: "event",
    id: `evt_${id}`,
    type: "response.completed",
    created_at: seconds,
    data: { id: "resp_1" },
  })),
  anthropic: jsonSample("session.status_idled", ({ id, iso }) => ({
    type: "event",
    id: `evt_${id}`,
    created_at: iso,
    data: { type: "session.status_idled", id: "sesn_1" },
  })),
  replicate: jsonSample("prediction.completed", ({ id, iso }) => ({
    id,
    status: "succeeded",
    created_at: iso,
    completed_at: iso,
    version: "5c7d5dc6",
    input: { text: "Anna" },
    output: "hello Anna",
    error: null,
  })),
  clerk: jsonSample("user.created", ({ now }) => ({
    object: "event",
    type: "user.created",
    timestamp: now,
    instance_id: "ins_1",
    data: {
      id: "user_1",
      object: "user",
      first_name: "Ben",
      email_addresses: [{ id: "idn_1", email_address: "ben@example.com" }],
      created_at: now,
    },
  })),
  workos: jsonSample("user.created", ({ id, iso }) => ({
    id: `event_${id}`,
    event: "user.created",
    created_at: iso,
    data: { object: "user", id: "user_1", email: "ben@example.com", first_name: "Ben" },
  })),
  nylas: jsonSample("message.created", ({ id, seconds }) => ({
    specversion: "1.0",
    type: "message.created",
    source: "/google/emails/realtime",
    id,
    time: seconds,
    data: { application_id: "1", object: { id: "2", subject: "Your order", grant_id: "3" } },
  })),
  segment: jsonSample("track", ({ id, iso }) => ({
    type: "track",
    messageId: id,
    userId: "1",
    event: "Order Completed",
    properties: { total: 25 },
    timestamp: iso,
  })),
  sanity: jsonSample("create", ({ iso }) => ({
    _id: "post-1",
    _type: "post",
    _rev: "1",
    _createdAt: iso,
    _updatedAt: iso,
    title: "The garden",
  })),
  webflow: jsonSample("form_submission", ({ id, iso }) => ({
    triggerType: "form_submission",
    payload: { id, name: "Contact", siteId: "1", data: { about: "The garden" }, submittedAt: iso },
  })),
};
