// Samples of vendors of tasks, documents, forms and calendars.
import { jsonSample, type Samples } from "./sample.ts";

export const WORK_SAMPLES: Samples = {
  linear: [
    {
      event: "Issue",
      headers: { "linear-event": "Issue" },
      body: ({ iso, now }) => ({
        action: "create",
        type: "Issue",
        actor: { id: "1", type: "user", name: "Ann" },
        createdAt: iso,
        data: {
          id: "2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9",
          identifier: "ACM-1",
          title: "The map shows the old address",
          description: "We moved in spring.",
          priority: 2,
          priorityLabel: "High",
          state: { id: "1", name: "Todo", type: "unstarted" },
          team: { id: "1", key: "ACM", name: "Acme" },
          labels: [],
          createdAt: iso,
        },
        url: "https://linear.app/acme/issue/ACM-1",
        organizationId: "1",
        webhookTimestamp: now,
        webhookId: "000042e3-d123-4980-b49f-8e140eef9329",
      }),
    },
  ],
  notion: jsonSample("page.created", ({ id, iso }) => ({
    id,
    timestamp: iso,
    workspace_id: "13950b26-c203-4f3b-b97d-93ec06319565",
    subscription_id: "29d75c0d-5546-4414-8459-7b7a92f1fc4b",
    integration_id: "0ef2e755-4912-8096-91c1-00376a88a5ca",
    type: "page.created",
    authors: [{ id: "c7c11cca-1d73-471d-9b6e-bdef51470190", type: "person" }],
    attempt_number: 1,
    entity: { id: "153104cd-477e-809d-8dc4-ff2d96ae3090", type: "page" },
    data: { parent: { id: "13950b26", type: "space" } },
  })),
  asana: jsonSample("task.added", ({ iso }) => ({
    events: [
      {
        user: { gid: "1", resource_type: "user" },
        created_at: iso,
        action: "added",
        resource: { gid: "2", resource_type: "task", resource_subtype: "default_task" },
        parent: { gid: "3", resource_type: "project" },
      },
    ],
  })),
  jira: jsonSample("jira:issue_created", ({ now }) => ({
    timestamp: now,
    webhookEvent: "jira:issue_created",
    issue_event_type_name: "issue_created",
    user: { accountId: "1", displayName: "Ann", active: true },
    issue: {
      id: "10001",
      key: "ACM-1",
      self: "https://acme.atlassian.net/rest/api/2/issue/10001",
      fields: {
        summary: "The map shows the old address",
        issuetype: { name: "Bug" },
        priority: { name: "High" },
        status: { name: "To Do" },
        project: { key: "ACM", name: "Acme" },
      },
    },
  })),
  airtable: jsonSample("ping", ({ iso }) => ({
    base: { id: "app00000000000000" },
    webhook: { id: "ach00000000000000" },
    timestamp: iso,
  })),
  clickup: jsonSample("taskCreated", ({ id }) => ({
    event: "taskCreated",
    history_items: [],
    task_id: "1vj37mc",
    webhook_id: id,
  })),
  trello: jsonSample("createCard", ({ id, iso }) => ({
    action: {
      id,
      type: "createCard",
      date: iso,
      data: {
        board: { id: "1", name: "Site" },
        list: { id: "2", name: "To do" },
        card: { id: "3", name: "Correct the map", shortLink: "abc" },
      },
      memberCreator: { id: "4", fullName: "Ann", username: "ann" },
    },
    model: { id: "1", name: "Site" },
  })),
  figma: jsonSample("FILE_UPDATE", ({ iso }) => ({
    event_type: "FILE_UPDATE",
    file_key: "zH10MPeGGFcZ9BHiJIGBlk",
    file_name: "Site",
    timestamp: iso,
    webhook_id: "22",
  })),
  pipedrive: jsonSample("create.deal", ({ id, iso }) => ({
    meta: { action: "create", entity: "deal", entity_id: "1", id, timestamp: iso, version: "2.0" },
    data: { id: 1, title: "Teapots for the office", value: 250, currency: "EUR", status: "open" },
    previous: null,
  })),
  hubspot: jsonSample("contact.creation", ({ id, now }) => [
    {
      eventId: id,
      subscriptionId: 1,
      portalId: 2,
      appId: 3,
      occurredAt: now,
      subscriptionType: "contact.creation",
      attemptNumber: 0,
      objectId: 123,
      changeSource: "CRM",
    },
  ]),
  dropbox: jsonSample("notification", () => ({
    list_folder: { accounts: ["dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc"] },
    delta: { users: [12345678] },
  })),
  "google-calendar": [
    {
      event: "exists",
      type: "empty",
      headers: {
        "x-goog-channel-id": "channel-1",
        "x-goog-message-number": "10",
        "x-goog-resource-id": "o3hgv1538sdjfh",
        "x-goog-resource-state": "exists",
        "x-goog-resource-uri": "https://www.googleapis.com/calendar/v3/calendars/primary/events",
      },
      body: () => ({}),
    },
  ],
  "microsoft-graph": jsonSample("created", ({ id, now }) => ({
    value: [
      {
        id,
        subscriptionId: "7f105c7d-2dc5-4530-97cd-4e7ae6534c07",
        subscriptionExpirationDateTime: new Date(now + 3_600_000).toISOString(),
        changeType: "created",
        resource: "me/messages/1",
        resourceData: { "@odata.type": "#Microsoft.Graph.Message", id: "1" },
        tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
      },
    ],
  })),
};
