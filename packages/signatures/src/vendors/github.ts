// GitHub.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "github",
  name: "GitHub",
  deliveryMark: "id",
  docs: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
  signatures: [bodyHmac("x-hub-signature-256", { prefix: "sha256=" })],
  // The webhook's settings choose; a form has the JSON in its field `payload`.
  body: ["json", "form"],
  delivery: {
    id: { header: "x-github-delivery" },
    retries: "Waits 10 s and never tries again; a delivery can be sent again manually.",
  },
  secretFrom: "The text that you type into Settings, Webhooks, Secret.",
};

export const page: VendorPage = {
  notes: [
    "A manual redelivery has the same id and the same body.",
    "The older header `X-Hub-Signature` (SHA-1) is ignored.",
  ],
};

const REPOSITORY = {
  id: 4711,
  name: "site",
  full_name: "acme/site",
  private: false,
  default_branch: "main",
  html_url: "https://github.com/acme/site",
  owner: { login: "acme", id: 42, type: "Organization" },
};

const ANN = { login: "ann", id: 7, type: "User" };

const COMMIT = "6dcb09b5b57875f334f61aebed695e2e4193db5e";

const BEFORE = "9049f1265b7d61be4a8904a9a27120d2064dab3b";

export const samples: readonly Sample[] = [
  {
    event: "push",
    headers: { "x-github-event": "push" },
    body: ({ iso }) => ({
      ref: "refs/heads/main",
      before: BEFORE,
      after: COMMIT,
      created: false,
      deleted: false,
      forced: false,
      compare: "https://github.com/acme/site/compare/9049f1265b7d...6dcb09b5b578",
      commits: [
        {
          id: COMMIT,
          message: "Correct the opening hours",
          timestamp: iso,
          url: `https://github.com/acme/site/commit/${COMMIT}`,
          author: { name: "Ann", email: "ann@example.com", username: "ann" },
          added: [],
          removed: [],
          modified: ["index.html"],
        },
      ],
      head_commit: { id: COMMIT, message: "Correct the opening hours" },
      repository: REPOSITORY,
      pusher: { name: "ann", email: "ann@example.com" },
      sender: ANN,
    }),
  },
  {
    event: "pull_request",
    headers: { "x-github-event": "pull_request" },
    body: ({ iso }) => ({
      action: "opened",
      number: 12,
      pull_request: {
        id: 1201,
        number: 12,
        state: "open",
        draft: false,
        merged: false,
        title: "Add a page for the garden",
        body: "With the opening hours of summer.",
        user: ANN,
        created_at: iso,
        html_url: "https://github.com/acme/site/pull/12",
        head: { label: "ann:garden", ref: "garden", sha: COMMIT, repo: REPOSITORY },
        base: { label: "acme:main", ref: "main", sha: BEFORE, repo: REPOSITORY },
        labels: [],
        commits: 2,
        additions: 40,
        deletions: 3,
        changed_files: 4,
      },
      repository: REPOSITORY,
      sender: ANN,
    }),
  },
  {
    event: "issues",
    headers: { "x-github-event": "issues" },
    body: ({ iso }) => ({
      action: "opened",
      issue: {
        id: 1301,
        number: 13,
        state: "open",
        title: "The map shows the old address",
        body: "We moved in spring.",
        user: ANN,
        labels: [{ id: 1, name: "bug", color: "d73a4a" }],
        comments: 0,
        created_at: iso,
        html_url: "https://github.com/acme/site/issues/13",
      },
      repository: REPOSITORY,
      sender: ANN,
    }),
  },
  {
    event: "ping",
    headers: { "x-github-event": "ping" },
    body: () => ({
      zen: "A sample is not an event.",
      hook_id: 99,
      hook: { type: "Repository", id: 99, active: true, events: ["push"] },
      repository: REPOSITORY,
      sender: ANN,
    }),
  },
  {
    // As a webhook sends it whose content type is that of forms.
    event: "star",
    type: "form",
    headers: { "x-github-event": "star" },
    body: ({ iso }) => ({
      payload: JSON.stringify({
        action: "created",
        starred_at: iso,
        repository: REPOSITORY,
        sender: ANN,
      }),
    }),
  },
];
