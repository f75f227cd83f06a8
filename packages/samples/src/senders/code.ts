// Samples of vendors that host, build and watch code.
import { jsonSample, type Samples } from "./sample.ts";

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

const PROJECT = {
  id: 15,
  name: "Site",
  path_with_namespace: "acme/site",
  web_url: "https://gitlab.com/acme/site",
  default_branch: "main",
};

export const CODE_SAMPLES: Samples = {
  github: [
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
  ],
  gitlab: [
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
  ],
  bitbucket: [
    {
      event: "repo:push",
      headers: { "x-event-key": "repo:push" },
      body: ({ iso }) => ({
        actor: { type: "user", display_name: "Ann", nickname: "ann" },
        repository: { type: "repository", name: "site", full_name: "acme/site" },
        push: {
          changes: [
            {
              created: false,
              closed: false,
              forced: false,
              new: { type: "branch", name: "main", target: { hash: COMMIT, date: iso } },
              old: { type: "branch", name: "main", target: { hash: BEFORE } },
              commits: [{ hash: COMMIT, message: "Correct the opening hours", date: iso }],
            },
          ],
        },
      }),
    },
  ],
  "hugging-face": jsonSample("repo.content", () => ({
    event: { action: "update", scope: "repo.content" },
    repo: { type: "model", name: "acme/tiny", id: "66a1", private: false, headSha: COMMIT },
    webhook: { id: "66b2", version: 3 },
  })),
};
