// Jira and Confluence Connect apps.
import { secretToken } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "jira-connect",
  name: "Jira and Confluence Connect apps",
  docs: "https://developer.atlassian.com/cloud/jira/platform/understanding-jwt-for-connect-apps",
  jwt: secretToken("JWT ", { binds: { claim: "qsh", of: "query" } }),
  secretFrom: "The `sharedSecret` that the app got when it was installed.",
};

export const samples: readonly Sample[] = [
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
];
