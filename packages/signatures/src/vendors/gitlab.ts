// GitLab.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("gitlab", "GitLab", {
  docs: "https://docs.gitlab.com/user/project/integrations/webhooks",
  token: { header: "x-gitlab-token" },
  delivery: {
    id: { header: "webhook-id" },
    idSigned: true,
    retries:
      "After four failures in a row a 4xx disables the hook until a person enables it; 5xx pauses it for 1 minute, growing to 24 hours.",
    on4xx: "disables",
  },
  secretFrom:
    "Settings, Webhooks: the signing token `whsec_…` as `secret`, or the secret token as `token`.",
});

export const page: VendorPage = {
  notes: [
    "A 4xx answer disables the hook until a person enables it: send only events that have a mapping.",
    "With a signing token GitLab may still send `X-Gitlab-Token`; it is removed before anything reads the event.",
  ],
};

const COMMIT = "6dcb09b5b57875f334f61aebed695e2e4193db5e";

const BEFORE = "9049f1265b7d61be4a8904a9a27120d2064dab3b";

const PROJECT = {
  id: 15,
  name: "Site",
  path_with_namespace: "acme/site",
  web_url: "https://gitlab.com/acme/site",
  default_branch: "main",
};

export const samples: readonly Sample[] = [
  {
    event: "push",
    headers: { "x-gitlab-event": "Push Hook" },
    body: ({ iso }) => ({
      object_kind: "push",
      event_name: "push",
      before: BEFORE,
      after: COMMIT,
      ref: "refs/heads/main",
      checkout_sha: COMMIT,
      user_id: 7,
      user_name: "Ann",
      user_username: "ann",
      project_id: 15,
      project: PROJECT,
      commits: [
        {
          id: COMMIT,
          message: "Correct the opening hours",
          title: "Correct the opening hours",
          timestamp: iso,
          author: { name: "Ann", email: "ann@example.com" },
          added: [],
          modified: ["index.html"],
          removed: [],
        },
      ],
      total_commits_count: 1,
    }),
  },
  {
    event: "merge_request",
    headers: { "x-gitlab-event": "Merge Request Hook" },
    body: ({ iso }) => ({
      object_kind: "merge_request",
      event_type: "merge_request",
      user: { id: 7, name: "Ann", username: "ann" },
      project: PROJECT,
      object_attributes: {
        id: 1201,
        iid: 12,
        title: "Add a page for the garden",
        description: "With the opening hours of summer.",
        state: "opened",
        action: "open",
        source_branch: "garden",
        target_branch: "main",
        created_at: iso,
        url: "https://gitlab.com/acme/site/-/merge_requests/12",
      },
      labels: [],
    }),
  },
];
