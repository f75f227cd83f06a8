// Jira Cloud (webhooks of an administrator).
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "jira",
  name: "Jira Cloud (webhooks of an administrator)",
  aliases: ["atlassian"],
  deliveryMark: "id",
  docs: "https://developer.atlassian.com/cloud/jira/platform/webhooks",
  signatures: [bodyHmac("x-hub-signature", { prefix: "sha256=" })],
  delivery: { id: { header: "x-atlassian-webhook-identifier" } },
  secretFrom: "The secret that you set in System, WebHooks; without one nothing is signed.",
};

export const page: VendorPage = {
  notes: [
    "Without a secret at Jira nothing is signed. Webhooks of Connect apps have [another proof](jira-connect.md).",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "jira:issue_created",
    body: ({ now }) => ({
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
    }),
  },
];
